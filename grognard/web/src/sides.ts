import { effect } from "@preact/signals";
import { sheet } from "./colours";
import { title } from "./play";

/** Keep the colours of the sides those of the title on the table. */
export function dressSides(): void {
  const style = document.head.appendChild(document.createElement("style"));
  effect(() => { style.textContent = sheet(title.value?.looks.sides ?? {}); });
}
