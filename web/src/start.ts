// The program: the page in the player's language.
import { mount } from "svelte";
import App from "./App.svelte";
import { languageLoaded } from "./i18n";
import "./styles.css";

/** Milliseconds: a language that takes longer comes while the page is there. */
const PATIENCE = 1500;

export async function start(): Promise<void> {
  await Promise.race([languageLoaded(), new Promise((late) => setTimeout(late, PATIENCE))]);
  if (document.readyState === "loading")
    await new Promise((read) => document.addEventListener("DOMContentLoaded", read));
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}
