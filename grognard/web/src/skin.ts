/** Light or dark: as the person chose, or as the system is. */

import { effect, signal } from "@preact/signals";

const kept = localStorage.getItem("skin");
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen = kept === "dark" || kept === "light";
export const skin = signal<"light" | "dark">(chosen ? kept as "light" | "dark" : system.matches ? "dark" : "light");
effect(() => { document.documentElement.dataset.skin = skin.value; });
// A table that was never told otherwise goes dark in the evening when the system does.
system.addEventListener("change", () => { if (!chosen) skin.value = system.matches ? "dark" : "light"; });
/** Choose the other skin, and keep it. */
export function otherSkin(): void {
  chosen = true;
  skin.value = skin.value === "dark" ? "light" : "dark";
  localStorage.setItem("skin", skin.value);
}
