/** The odds of what is previewed, before commitment: from the title's own combat code under what the seat knows. */

import type { Odds } from "./api";
import { sideName } from "./play";
import { PanelView } from "./panels";
import { Rule } from "./rule";

export function OddsCard({ odds }: { odds: Odds }) {
  return (
    <section class="card odds" aria-label="Odds">
      <header><h2 class="label">Odds before you commit</h2></header>
      {odds.title !== undefined && odds.attack === undefined && <p>{odds.title}</p>}
      {odds.title !== undefined && odds.attack !== undefined && (
        <div class="differential"><div><b>{odds.attack}</b><span>attack</span></div><i>{odds.ratio ? ":" : "−"}</i><div><b>{odds.defence}</b><span>{odds.ratio ? "defence" : odds.of?.join(", ")}</span></div><i>=</i><div class="result"><b>{odds.title}</b></div></div>
      )}
      {odds.ratio && odds.of?.length ? <p class="quiet">{odds.of.join(", ")}</p> : null}
      {odds.rows?.map((row) => <div key={row.text} class="bar"><i style={{ width: `${Math.round(row.chance * 100)}%` }} /><b>{row.text}</b> {Math.round(row.chance * 100)} %</div>)}
      {odds.losses && Object.entries(odds.losses).map(([side, chances]) => <Hits key={side} side={side} chances={chances} />)}
      <Ends odds={odds} />
      <Estimate odds={odds} />
      <Drivers odds={odds} />
      {odds.notes && <ul>{odds.notes.map((n) => <li key={n.text}>{n.text} <Rule number={n.rule} /></li>)}</ul>}
      {odds.chart && <PanelView panel={{ kind: "chart", title: "Combat results", ...odds.chart }} />}
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
    <figure class={`hits ${small ? "small" : ""}`}><figcaption><i class={`side-mark side-${side}`} /> {sideName(side)}{small ? " lose" : ": steps lost"}</figcaption>
      <div>{Array.from({ length: Math.max(shown.length, before?.length ?? 0) }, (_, n) => <span key={n}>{small ? "" : `${Math.round((shown[n] ?? 0) * 100)} %`}<i class={`fill-${side}`} style={{ height: `${(100 * (shown[n] ?? 0)) / most}%` }} />{before && <i class="was" style={{ height: `${(62 * (before[n] ?? 0)) / most}px` }} />}<b>{n}{n === (small ? 3 : 5) && chances.length > n + 1 ? "+" : ""}</b></span>)}</div></figure>
  );
}

const ENDS: Record<string, string> = { cleared: "the hex is cleared", lost: "the attack fails", "broken off": "the attack is broken off", undecided: "still undecided" };
const percent = (chance: number) => `${Math.round(chance * 100)} %`;
const called = sideName;

/** How the battle ends if it is fought on, round by round. */
export function Ends({ odds }: { odds: Odds }) {
  const battle = odds.battle;
  if (!battle) return null;
  const ends = Object.entries(battle.ends).filter(([, chance]) => chance > 0);
  return (
    <div class="ends"><h3 class="label">Fought on by {called(battle.attacker)}, {battle.rounds.toFixed(1)} rounds</h3>
      {ends.map(([end, chance]) => <div key={end} class="bar"><i style={{ width: percent(chance) }} /><b>{ENDS[end] ?? end}</b> {percent(chance)}</div>)}
      <p class="quiet">Steps lost: {Object.entries(battle.lost).map(([side, lost]) => `${called(side)} ${lost.toFixed(1)}`).join(", ")}. No help for either side; the attack is broken off at less than half of the defence. {battle.plays} battles played.</p></div>
  );
}

/** Whether the chances are exact, or how they were estimated. */
export function Estimate({ odds }: { odds: Odds }) {
  if (odds.deals) return <p class="quiet">Mean of {odds.deals} deals of the blocks that you have not seen{odds.plays ? `, ${odds.plays} rounds played: within ${percent(0.98 / Math.sqrt(odds.plays))}` : ""}.</p>;
  if (odds.plays) return <p class="quiet">From {odds.plays} rounds played: within {percent(0.98 / Math.sqrt(odds.plays))}.</p>;
  return odds.exact && odds.losses ? <p class="quiet">This round is exact.</p> : null;
}

/** What the odds are made of: who throws how many dice, what hits, what a step costs. */
function Drivers({ odds }: { odds: Odds }) {
  if (!odds.units?.length) return null;
  return (
    <table class="chart"><thead><tr><th>Unit</th><th>dice</th><th>hits on</th><th>hits a step</th></tr></thead>
      <tbody>{odds.units.map((u) => <tr key={u.name}><th scope="row"><i class={`side-mark side-${u.side}`} /> {u.name}</th><td class="n">{u.dice}</td><td class="n">{u.hits_on > 6 ? "none" : u.hits_on === 6 ? "6" : `${u.hits_on}-6`}</td><td class="n">{u.per_step > 9 ? "no loss" : u.per_step}</td></tr>)}</tbody></table>
  );
}
