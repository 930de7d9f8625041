/** The generic panels that a title fills with data: ledger, pool, chart, headquarters, count, text. */

import type { Panel } from "./api";
import { type Field, FieldCard } from "./battle";
import { foldedPanels, foldPanel } from "./fold";
import { goThere, selectedPlace } from "./map";
import { Rule } from "./rule";

interface Hq { piece: string; place: string; steps: number; most: number; text: string }

export function PanelView({ panel }: { panel: Panel }) {
  const note = panel.note as string | undefined;
  const folded = foldedPanels.value.includes(panel.title);
  const head = <h2 class="label"><button class="plain fold" aria-expanded={!folded} onClick={() => foldPanel(panel.title)}>{panel.title}</button></h2>;
  if (folded) return <section class={`card panel folded ${panel.kind}`}><header>{head}{note && <span class="note">{note}</span>}</header></section>;
  return (
    <section class={`card panel ${panel.kind}`}>
      <header>{head}{note && <span class="note">{note}</span>}{typeof panel.rule === "string" && <Rule number={panel.rule} />}</header>
      {panel.text && <p>{panel.text}</p>}
      {panel.kind === "battles" ? (panel.fields as Field[]).map((f) => <FieldCard key={f.place} field={f} />) : panel.kind === "hqs" ? <Hqs rows={panel.rows as unknown as Hq[]} /> : <>
        {panel.kind === "count" && <Totals totals={panel.totals as [string, string, string][]} />}
        {panel.rows && <Rows panel={panel} />}</>}
    </section>
  );
}

function Rows({ panel }: { panel: Panel }) {
  const mark = typeof panel.mark === "number" ? panel.mark + 1 : -1;
  return (
    <table class="chart">
      {panel.columns && <thead><tr>{panel.columns.map((c, i) => (c ? <th key={i} class={`${i ? "n" : ""} ${i === mark ? "marked" : ""}`} scope="col">{c}</th> : <td key={i} />))}</tr></thead>}
      <tbody>{panel.rows!.map((row, i) => <tr key={i}>{row.map((cell, j) => (j === 0 ? <th key={j} scope="row">{String(cell)}</th> : <td key={j} class={`n ${j === mark ? "marked" : ""}`}>{String(cell)}</td>))}</tr>)}</tbody>
    </table>
  );
}

function Hqs({ rows }: { rows: Hq[] }) {
  return (
    <ul class="hqs">{rows.map((hq) => (
      <li key={hq.piece}><button class="plain" onClick={() => { goThere(hq.place); selectedPlace.value = hq.place; }}>
        <code>{hq.piece}</code><i aria-label={`${hq.steps} of ${hq.most} steps`}>{Array.from({ length: hq.most }, (_, i) => <b key={i} class={i < hq.steps ? "full" : ""} />)}</i><span>{hq.place.replaceAll("_", " ")} · {hq.text}</span></button></li>
    ))}</ul>
  );
}

function Totals({ totals }: { totals: [string, string, string][] }) {
  return <div class="totals">{totals.map(([side, value, note]) => <div key={side}><span>{side}</span><b>{value}</b><span>{note}</span></div>)}</div>;
}
