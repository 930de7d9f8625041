/** What the dice brought: a card beside the map when a battle was fought without a question. It goes with the next order. */

import { effect, signal } from "@preact/signals";
import { Die } from "./dice";
import { Icon } from "./icons";
import { goThere } from "./map";
import { reported, type Told } from "./motion";
import { heard, ordered, placeName, readLine, replay, state } from "./play";
import { Rule } from "./rule";

const report = signal<Told[]>([]);
effect(() => { const told = reported(heard.value); if (told.length) report.value = told; });
effect(() => { if (ordered.value >= 0) report.value = []; });

export function Report() {
  const battle = state.value?.panels.find((p) => p.kind === "battle") as { place?: string } | undefined;
  const shown = report.value.filter((r) => r.place !== battle?.place);
  if (!shown.length || battle || replay.value) return null;
  return (
    <section class="report" aria-label="What the dice brought">
      <header><h2 class="label"><Icon name="dice" size={15} /> The dice</h2><button class="quiet small" aria-label="Close the report" onClick={() => { report.value = []; }}><Icon name="close" size={14} /></button></header>
      {shown.map(({ place, lines }) => (
        <div key={place}><h3><button class="plain" onClick={() => { goThere(place); }}>{placeName(place)}</button></h3>
          <ul>{lines.map((l) => <li key={l.n}><span>{readLine(l)} <Rule number={l.rule} /></span>{l.dice && <span class="dice">{l.dice.map((d, i) => <Die key={i} face={d} hit={l.needs !== undefined && d >= l.needs} at={i} small />)}</span>}</li>)}</ul></div>
      ))}
    </section>
  );
}
