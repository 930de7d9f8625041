/** What the dice brought: a card beside the map when a battle was fought without a question. It goes with the next order. */

import { effect, signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Die } from "./dice";
import { Icon } from "./icons";
import { goThere } from "./map";
import { reported, type Told } from "./motion";
import { heard, offered, ordered, placeName, readLine, replay, state } from "./play";
import { Rule } from "./rule";

const report = signal<Told[]>([]);
effect(() => { const told = reported(heard.value); if (told.length) report.value = told; });
effect(() => { if (ordered.value >= 0) report.value = []; });

/** What a hand may want to touch next. */
const WANTED = ".map .target .ring, .map .piece.offered, .map .piece.picked";
/** How far the card lies from the top of the map when it does not lie at its bottom. */
const TOP = 16;

/** Does the card lie over less of what may be touched at the top than at the bottom? */
function betterHigh(card: HTMLElement): boolean {
  const board = card.parentElement!.getBoundingClientRect();
  const deck = card.parentElement!.querySelector(".deck")?.getBoundingClientRect().top ?? board.bottom;
  const { left, right, height } = card.getBoundingClientRect();
  const wanted = [...document.querySelectorAll(WANTED)].map((e) => e.getBoundingClientRect());
  const covered = (top: number) => wanted.filter((r) => r.left < right && left < r.right && r.top < top + height && top < r.bottom).length;
  return covered(board.top + TOP) < covered(deck - height - TOP);
}

export function Report() {
  const battle = state.value?.panels.find((p) => p.kind === "battle") as { place?: string } | undefined;
  const shown = report.value.filter((r) => r.place !== battle?.place);
  const card = useRef<HTMLElement>(null);
  const [high, setHigh] = useState(false);
  useLayoutEffect(() => { if (card.current) setHigh(betterHigh(card.current)); }, [report.value, offered.value]);
  if (!shown.length || battle || replay.value) return null;
  return (
    <section class={`report ${high ? "high" : ""}`} ref={card} aria-label="What the dice brought">
      <header><h2 class="label"><Icon name="dice" size={15} /> The dice</h2><button class="quiet small" aria-label="Close the report" onClick={() => { report.value = []; }}><Icon name="close" size={14} /></button></header>
      {shown.map(({ place, lines }) => (
        <div key={place}><h3><button class="plain" onClick={() => { goThere(place); }}>{placeName(place)}</button></h3>
          <ul>{lines.map((l) => <li key={l.n}><span>{readLine(l)} <Rule number={l.rule} /></span>{l.dice && <span class="dice">{l.dice.map((d, i) => <Die key={i} face={d} hit={l.needs !== undefined && d >= l.needs} at={i} small />)}</span>}</li>)}</ul></div>
      ))}
    </section>
  );
}
