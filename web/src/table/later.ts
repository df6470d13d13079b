// What a table needs only later, in one file: it comes when the page rests, or when it is wanted.
export { default as Chat } from "./Chat.svelte";
export { default as CutOff } from "./CutOff.svelte";
export { default as Editor } from "./Editor.svelte";
export { default as Log } from "./Log.svelte";
export { default as Outcome } from "./Outcome.svelte";
export { default as Panels } from "./Panels.svelte";
export { default as ReplayBar } from "./ReplayBar.svelte";
export { default as SolutionBar } from "./SolutionBar.svelte";
