/** What the dice brought: a card beside the map when a battle was fought without a question. It goes with the next order. */

import { effect, signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Die } from "./dice";
import { Icon } from "./icons";
import { goThere } from "./map";
import { reported, type Told } from "./motion";
import { heard, offered, ordered, picked, placeName, readLine, replay, state } from "./play";
import { Rule } from "./rule";

const report = signal<Told[]>([]);
effect(() => { const told = reported(heard.value); if (told.length) report.value = told; });
effect(() => { if (ordered.value >= 0) report.value = []; });

/** What a hand may want to touch next. */
const WANTED = ".map .target .ring, .map .piece.offered, .map .piece.picked";
/** How far the card lies from the top of the map when it does not lie at its bottom. */
const TOP = 16;

/** Where the card lies over less of what may be touched, at the top or at the bottom, and how much of it it would cover there. */
function best(card: HTMLElement, fought: string[]): { high: boolean; covers: number } {
  const board = card.parentElement!.getBoundingClientRect();
  const deck = card.parentElement!.querySelector(".deck")?.getBoundingClientRect().top ?? board.bottom;
  const { left, right } = card.getBoundingClientRect();
  const height = card.scrollHeight;
  const wanted = [...document.querySelectorAll(WANTED)].map((e) => e.getBoundingClientRect());
  const there = [...document.querySelectorAll<SVGElement>(".map .piece")].filter((e) => fought.includes(e.dataset.place ?? "")).map((e) => e.getBoundingClientRect());
  const hidden = (top: number) => there.filter((r) => r.left < right && left < r.right && r.top < top + height && top < r.bottom).length;
  const covered = (top: number) => wanted.filter((r) => r.left < right && left < r.right && r.top < top + height && top < r.bottom).length;
  const [upper, lower] = [board.top + TOP, deck - height - TOP];
  const [top, bottom] = [covered(upper), covered(lower)];
  // What may be touched counts first, then where it was fought: the dice are read beside the blocks that they hit.
  const high = top < bottom || (top === bottom && hidden(upper) < hidden(lower));
  return { high, covers: high ? top : bottom };
}

export function Report() {
  const battle = state.value?.panels.find((p) => p.kind === "battle") as { place?: string } | undefined;
  const shown = report.value.filter((r) => r.place !== battle?.place);
  const card = useRef<HTMLElement>(null);
  const [high, setHigh] = useState(false);
  const [open, setOpen] = useState(true);
  useLayoutEffect(() => { setOpen(true); }, [report.value]);
  useLayoutEffect(() => {
    if (!card.current || !open) return;
    const { high, covers } = best(card.current, shown.map((r) => r.place));
    setHigh(high);
    // What may be touched next is not to be searched for under the dice of what was done.
    if (covers && picked.value.size) setOpen(false);
  }, [report.value, offered.value]);
  if (!shown.length || battle || replay.value) return null;
  return (
    <section class={`report ${high ? "high" : ""}`} ref={card} aria-label="What the dice brought">
      <header><h2 class="label"><Icon name="dice" size={15} /> The dice</h2>{!open && <button class="quiet small" aria-expanded={false} onClick={() => setOpen(true)}>{shown.map((r) => placeName(r.place)).join(", ")}</button>}<button class="quiet small" aria-label="Close the report" onClick={() => { report.value = []; }}><Icon name="close" size={14} /></button></header>
      {open && shown.map(({ place, lines }) => (
        <div key={place}><h3><button class="plain" onClick={() => { goThere(place); }}>{placeName(place)}</button></h3>
          <ul>{lines.map((l) => <li key={l.n}><span>{readLine(l)} <Rule number={l.rule} /></span>{l.dice && <span class="dice">{l.dice.map((d, i) => <Die key={i} face={d} hit={l.needs !== undefined && d >= l.needs} at={i} small />)}</span>}</li>)}</ul></div>
      ))}
    </section>
  );
}
