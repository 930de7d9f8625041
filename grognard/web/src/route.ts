/** Where we are: the page's own address. */

import { signal } from "@preact/signals";

export const path = signal(location.pathname);

export function go(to: string): void {
  history.pushState(null, "", to);
  path.value = to;
}

/** The moment of the game that the address names: the number of a journal entry, or -1. */
export const moment = () => Number(/^#entry=(\d{1,9})$/.exec(location.hash)?.[1] ?? -1);

/** The address of a moment of the game that is open here. */
export const momentAt = (entry: number) => `${location.pathname}#entry=${entry}`;

/** Write a moment into the address, or none. */
export const keepMoment = (entry: number) => history.replaceState(null, "", entry < 0 ? location.pathname : momentAt(entry));

window.addEventListener("popstate", () => { path.value = location.pathname; });
