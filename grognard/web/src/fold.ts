/** What is folded away: the column of panels, and each panel by its name; the browser remembers it. */

import { signal } from "@preact/signals";

export const sideFolded = signal(localStorage.getItem("side") === "folded");
export const foldedPanels = signal<string[]>(JSON.parse(localStorage.getItem("panels") ?? "[]"));

export function foldSide(): void {
  sideFolded.value = !sideFolded.value;
  localStorage.setItem("side", sideFolded.value ? "folded" : "open");
}

export function foldPanel(name: string): void {
  const now = foldedPanels.value;
  foldedPanels.value = now.includes(name) ? now.filter((n) => n !== name) : [...now, name];
  localStorage.setItem("panels", JSON.stringify(foldedPanels.value));
}
