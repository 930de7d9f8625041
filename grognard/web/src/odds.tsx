/** The odds of what is previewed, before commitment: from the title's own combat code under what the seat knows. */

import type { Odds } from "./api";
import { title } from "./play";
import { PanelView } from "./panels";
import { Rule } from "./rule";

export function OddsCard({ odds }: { odds: Odds }) {
  return (
    <section class="card odds" aria-label="Odds">
      <header><h2 class="label">Odds before you commit</h2></header>
      {odds.title !== undefined && (
        <div class="differential"><div><b>{odds.attack}</b><span>attack</span></div><i>−</i><div><b>{odds.defence}</b><span>{odds.of?.join(", ")}</span></div><i>=</i><div class="result"><b>{odds.title}</b></div></div>
      )}
      {odds.chart && <PanelView panel={{ kind: "chart", title: "Combat results", ...odds.chart }} />}
      {odds.rows?.map((row) => <div key={row.text} class="bar"><i style={{ width: `${Math.round(row.chance * 100)}%` }} /><b>{row.text}</b> {Math.round(row.chance * 100)} %</div>)}
      {odds.losses && Object.entries(odds.losses).map(([side, chances]) => <Hits key={side} side={side} chances={chances} />)}
      {odds.deals && <p class="quiet">Mean of {odds.deals} deals of the blocks that you have not seen.</p>}
      {odds.notes && <ul>{odds.notes.map((n) => <li key={n.text}>{n.text} <Rule number={n.rule} /></li>)}</ul>}
    </section>
  );
}

/** The chance of each number of hits on a side. */
export function Hits({ side, chances }: { side: string; chances: number[] }) {
  const shown = chances.slice(0, 7);
  const most = Math.max(...shown, 0.01);
  return (
    <figure class="hits"><figcaption><i class={`side-mark side-${side}`} /> hits on the {title.value?.looks.sides?.[side]?.name ?? side}</figcaption>
      <div>{shown.map((chance, n) => <span key={n}>{Math.round(chance * 100)} %<i class={`fill-${side}`} style={{ height: `${(100 * chance) / most}%` }} /><b>{n}</b></span>)}</div></figure>
  );
}
