/** Where we are: the page's own address. */

import { signal } from "@preact/signals";

export const path = signal(location.pathname);

export function go(to: string): void {
  history.pushState(null, "", to);
  path.value = to;
}

window.addEventListener("popstate", () => { path.value = location.pathname; });
