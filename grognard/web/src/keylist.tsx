/** The keys of the table, and the switch that turns the single ones off. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

export const listing = signal(false);
export const singleKeys = signal(localStorage.getItem("keys") !== "off");

const KEYS: [string, string][] = [
  [": or Space", "the order line, which completes from the offers"], ["Enter", "play what is previewed, or touch what has the focus"],
  ["Esc", "drop the preview, then the selection"], ["Tab, Shift Tab", "next and previous offer or target"], ["W, Shift W", "next and previous way to where the order goes"], ["N, P", "next and previous piece that may act"],
  ["Q E A D Z X", "hex focus in six ways"], ["+ − 0", "zoom in, out, whole map"], ["1 to 9", "overlays; in a question, its choices"], ["H (hold)", "hide pieces"], ["M", "the small map"],
  ["/", "find a unit, place or rule"], ["?", "why not, for the focused hex; else this list"], [".", "end the phase (asks if moves are left)"],
  ["L O T R", "log, forces, charts, rules"], ["I", "inspect the unit or the hex"], ["F", "fork to the analysis board"], ["[ ]", "step in the replay"],
  ["Ctrl Z, Ctrl Shift Z", "undo, redo"], ["Ctrl Backspace", "reset my turn"],
];

export function KeyList() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>("[role=switch]")?.focus(), []);
  const close = () => { listing.value = false; (document.querySelector(".map") as HTMLElement | null)?.focus(); };
  const toggle = () => { singleKeys.value = !singleKeys.value; localStorage.setItem("keys", singleKeys.value ? "on" : "off"); };
  return (
    <div class="find key-list" role="dialog" aria-label="Keys" ref={box} onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="head"><h2>Keys</h2><button class="quiet" aria-label="Close" onClick={close}><Icon name="close" /></button></div>
      <button class="switch" role="switch" aria-checked={singleKeys.value} onClick={toggle}><span>Single keys act on the table</span><i class="knob" /></button>
      <dl>{KEYS.map(([key, does]) => <div key={key} class={key.startsWith("Ctrl") || singleKeys.value ? "" : "off"}><dt>{key.split(" or ").map((k, i) => <>{i ? " or " : ""}<kbd>{k}</kbd></>)}</dt><dd>{does}</dd></div>)}</dl>
    </div>
  );
}
