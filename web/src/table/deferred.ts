// What a table needs only later, in one file: it comes when the page rests, or when it is wanted.
export { default as Chat } from "./log/Chat.svelte";
export { default as Disconnected } from "./Disconnected.svelte";
export { default as Editor } from "./solo/Editor.svelte";
export { default as Log } from "./log/Log.svelte";
export { default as Outcome } from "./result/Outcome.svelte";
export { default as Panels } from "./controls/Panels.svelte";
export { default as ReplayBar } from "./review/ReplayBar.svelte";
export { default as SolutionBar } from "./solo/SolutionBar.svelte";
