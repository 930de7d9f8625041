/** The left float: find, overlays, hide pieces; and the zoom. */

import { foldSide, sideFolded } from "./fold";
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OverlayData } from "./api";
import { Icon } from "./icons";
import { goThere, selectedPlace, zoomBy } from "./map";
import { Minimap, minimapShown, showMinimap } from "./minimap";
import { board, hidden, overlays, rules, showOverlay, sideName, state } from "./play";
import { openRule } from "./rule";

export const finding = signal(false);
export const layersOpen = signal(false);

const cap = (text: string) => text[0]!.toUpperCase() + text.slice(1);

export function Tools() {
  const here = state.value!;
  return (
    <>
      <nav class={`tools ${layersOpen.value ? "open" : ""}`} aria-label="Map tools">
        <button class="find-open" aria-label="Find a unit, place or rule" onClick={() => { finding.value = true; }}><Icon name="search" /><span>Unit, place or rule</span><kbd aria-hidden="true">/</kbd></button>
        <div class="overlay-list">
          <h2 class="label">Overlays</h2>
          {here.overlays.map((name, i) => {
            const on = overlays.value.some((o) => o.name === name);
            return <button key={name} role="switch" aria-checked={on} class="switch" title={cap(name)} onClick={() => void showOverlay(name)}><Icon name={name} /><span>{cap(name)}</span><i class="knob" /><kbd aria-hidden="true">{i + 1}</kbd></button>;
          })}
          <button role="switch" aria-checked={hidden.value} class="switch hide" title="Hide pieces" onClick={() => { hidden.value = !hidden.value; }}><Icon name="eye" /><span>Hide pieces</span><i class="knob" /><kbd aria-hidden="true">H</kbd></button>
          <button role="switch" aria-checked={minimapShown.value} class="switch hide small-map" title="Small map" onClick={() => showMinimap(!minimapShown.value)}><Icon name="map" /><span>Small map</span><i class="knob" /><kbd aria-hidden="true">M</kbd></button>
          <Legend />
        </div>
        {minimapShown.value && <Minimap />}
      </nav>
      <div class="zoom" role="group" aria-label="Zoom">
        <button aria-label="Zoom in" onClick={() => { zoomBy.value = 1.3; }}><Icon name="plus" /></button>
        <button aria-label="Zoom out" onClick={() => { zoomBy.value = 1 / 1.3; }}><Icon name="minus" /></button>
        <button aria-label="Whole map" onClick={() => { zoomBy.value = Number.NaN; }}><Icon name="fit" /></button>
        <button aria-label="My forces" title="My forces" onClick={() => { zoomBy.value = Infinity; }}><Icon name="users" /></button>
        <button class="folds" aria-label="Panels" title="Fold or show the panels" aria-pressed={!sideFolded.value} onClick={foldSide}><Icon name="log" /></button>
      </div>
    </>
  );
}

/** An overlay of who holds what is read by the sides' names. */
function holders(data: OverlayData): [string, string][] {
  const words = (style: string) => (style.startsWith("held ") ? sideName(style.slice(5)) : ({ disputed: "disputed", "zone enemy": "the enemy’s" })[style] ?? "");
  return [...new Set(data.sets.map((set) => set.style))].map((style): [string, string] => [style, words(style)]).filter(([, text]) => text);
}

function Legend() {
  const rows = overlays.value.flatMap((o) => o.data.legend ?? holders(o.data));
  if (!rows.length) return null;
  return <ul class="legend">{rows.map(([style, text]) => <li key={style + text}><svg width="22" height="12" aria-hidden="true"><g class={`set ${style}`}>{style.startsWith("line ") ? <path class={`way ${style.slice(5)}`} d="M1 6H21" /> : <rect class={`area ${style.replaceAll(" ", "-")}`} width="22" height="12" />}</g></svg>{text}</li>)}</ul>;
}

/** Find a unit, a place or a rule by name. */
export function Find() {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const low = text.trim().toLowerCase();
  const close = () => { finding.value = false; (document.querySelector(".map") as HTMLElement | null)?.focus(); };
  const to = (place: string) => { goThere(place); selectedPlace.value = place; close(); };
  const pieces = low ? (state.value?.pieces ?? []).filter((p) => `${p.id} ${p.note ?? ""}`.toLowerCase().includes(low)).slice(0, 6) : [];
  const named = (board.value?.places ?? []).map((p) => ({ name: p.name, at: p.at }));
  const hexes = (board.value?.hexes ?? []).map((h) => ({ name: h.name.replaceAll("_", " "), at: h.name }));
  const places = low ? [...named, ...hexes].filter((p, i, all) => p.name.toLowerCase().includes(low) && all.findIndex((q) => q.at === p.at) === i).slice(0, 6) : [];
  // A rule of that number first, then one whose name begins so, one that is called so among other things, one that speaks of it.
  const near = ([n, [t, s]]: [string, [string, string]]) => [n.startsWith(low), t.toLowerCase().startsWith(low), t.toLowerCase().includes(low), s.toLowerCase().includes(low), true].indexOf(true);
  const found = low ? Object.entries(rules.value).filter((rule) => near(rule) < 4).sort((a, b) => near(a) - near(b)).slice(0, 8) : [];
  return (
    <div class="find" role="dialog" aria-label="Find" onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="find-line"><Icon name="search" /><input ref={input} value={text} onInput={(e) => setText(e.currentTarget.value)} placeholder="A unit, a place, a rule" aria-label="Find a unit, a place or a rule" /><button class="quiet" aria-label="Close" onClick={close}><Icon name="close" /></button></div>
      <ul>
        {pieces.map((p, i) => <li key={`p${i}`}><button onClick={() => to(p.at)}><b>{p.label || p.id}</b> <small>{p.note} · {p.at.replaceAll("_", " ")}</small></button></li>)}
        {places.map((p) => <li key={`h${p.at}`}><button onClick={() => to(p.at)}><b>{p.name}</b> <small>{p.at.replaceAll("_", " ")}</small></button></li>)}
        {found.map(([n, [t]]) => <li key={`r${n}`}><button onClick={() => { openRule.value = n; close(); }}><code>{n}</code> {t}</button></li>)}
        {low && !pieces.length && !places.length && !found.length && <li class="none">Nothing is called that.</li>}
      </ul>
    </div>
  );
}
