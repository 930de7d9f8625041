/** The odds of what is previewed, before commitment: from the title's own combat code under what the seat knows. */

import type { Odds } from "./api";
import { title } from "./play";
import { PanelView } from "./panels";
import { Rule } from "./rule";

export function OddsCard({ odds }: { odds: Odds }) {
  return (
    <section class="card odds" aria-label="Odds">
      <header><h2 class="label">Odds before you commit</h2></header>
      {odds.title !== undefined && odds.attack === undefined && <p>{odds.title}</p>}
      {odds.title !== undefined && odds.attack !== undefined && (
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

/** So many columns; what is beyond is added to the last. */
function folded(chances: number[], most: number): number[] {
  return chances.length <= most ? chances : [...chances.slice(0, most - 1), chances.slice(most - 1).reduce((a, b) => a + b, 0)];
}

/** The chance of each number of steps that a side loses. */
export function Hits({ side, chances, was, small = false }: { side: string; chances: number[]; was?: number[] | undefined; small?: boolean }) {
  const shown = folded(chances, small ? 4 : 6);
  const before = was && folded(was, small ? 4 : 6);
  const most = Math.max(...shown, ...(before ?? []), 0.01);
  return (
    <figure class={`hits ${small ? "small" : ""}`}><figcaption><i class={`side-mark side-${side}`} /> {title.value?.looks.sides?.[side]?.name ?? side}{small ? " lose" : ": steps lost"}</figcaption>
      <div>{Array.from({ length: Math.max(shown.length, before?.length ?? 0) }, (_, n) => <span key={n}>{small ? "" : `${Math.round((shown[n] ?? 0) * 100)} %`}<i class={`fill-${side}`} style={{ height: `${(100 * (shown[n] ?? 0)) / most}%` }} />{before && <i class="was" style={{ height: `${(62 * (before[n] ?? 0)) / most}px` }} />}<b>{n}{n === (small ? 3 : 5) && chances.length > n + 1 ? "+" : ""}</b></span>)}</div></figure>
  );
}
