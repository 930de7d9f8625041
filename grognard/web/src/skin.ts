/** Light or dark: as the person chose, or as the system is. */

import { effect, signal } from "@preact/signals";

const kept = localStorage.getItem("skin");
export const skin = signal<"light" | "dark">(kept === "dark" || kept === "light" ? kept : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
effect(() => { document.documentElement.dataset.skin = skin.value; localStorage.setItem("skin", skin.value); });
