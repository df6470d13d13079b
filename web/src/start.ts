// The program: the page in the player's language.
import { mount } from "svelte";
import App from "./App.svelte";
import { speaking } from "./i18n";
import "./styles.css";

export async function start(): Promise<void> {
  await speaking();
  if (document.readyState === "loading") await new Promise((read) => document.addEventListener("DOMContentLoaded", read));
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}
