/** Player aids: the title's charts as cards, and its rules in our sentences, by chapter and searched. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { once } from "./api";
import { rules, state } from "./play";
import { openRule, Rule } from "./rule";

interface Card {
  id: string; title: string; chapter: string; rule: string; columns: string[];
  rows: { cells: string[]; rule: string; reconstructed: boolean }[];
}

/** What is looked for in the rules; a number opens its chapter. */
export const sought = signal("");

/** All charts, folded; a chart is found by its name or by any word in it. */
export function ChartCards() {
  const id = state.value!.title;
  const [cards, setCards] = useState<Card[]>([]);
  const [word, setWord] = useState("");
  useEffect(() => { void once<Card[]>(`/api/titles/${id}/charts`).then(setCards, () => setCards([])); }, [id]);
  if (!cards.length) return null;
  const text = (card: Card) => [card.title, card.chapter, ...card.columns, ...card.rows.flatMap((row) => row.cells)].join(" ").toLowerCase();
  const has = (card: Card) => text(card).includes(word.toLowerCase());
  const chapters = [...new Set(cards.filter(has).map((card) => card.chapter))];
  return (
    <section class="aids" aria-label="Charts of the game">
      <input type="search" aria-label="Find a chart" placeholder="Find a chart" value={word} onInput={(e) => setWord(e.currentTarget.value)} />
      {chapters.map((chapter) => <div key={chapter}><h2 class="label">{chapter}</h2>
        {cards.filter((card) => card.chapter === chapter && has(card)).map((card) => (
          <ChartCard key={card.id} card={card} open={!!word && chapters.length === 1} />))}</div>)}
    </section>
  );
}

function ChartCard({ card, open }: { card: Card; open: boolean }) {
  return (
    <details class="aid" open={open}>
      <summary><b>{card.title}</b></summary>
      <p class="quiet">Rule <Rule number={card.rule} /></p>
      <div class="wide" tabIndex={0} role="region" aria-label={card.title}>
        <table class="chart"><thead><tr>{card.columns.map((name) => <th key={name} scope="col">{name}</th>)}<th scope="col">Rule</th></tr></thead>
          <tbody>{card.rows.map((row, i) => <tr key={i}>{row.cells.map((cell, j) => <td key={j}>{cell}</td>)}
            <td>{row.reconstructed ? <small>reconstructed</small> : <Rule number={row.rule} />}</td></tr>)}</tbody></table>
      </div>
    </details>
  );
}

/** The chapter of a rule: what stands before its first full stop or stroke. */
const chapterOf = (number: string) => number.split(/[./]/)[0]!;
/** A chapter is called by the rule of its own number, or by its first and how it goes on. */
function chapterName(chapter: string, rows: [string, [string, string]][]): string {
  const own = rows.find(([number]) => number === chapter || number === `${chapter}.0`);
  if (own) return own[1][0];
  const names = [...new Set(rows.filter(([number]) => /^[^/]*$/.test(number)).map(([, [name]]) => name))];
  return (names.length ? names : [rows[0]![1][0]]).slice(0, 3).join(", ");
}
const MOST_FOUND = 60;

/** The rules by chapter; a search finds numbers, titles and words. */
export function RulesTab() {
  const all = Object.entries(rules.value).filter(([number]) => !number.startsWith("E."));
  const word = sought.value.trim().toLowerCase();
  const hit = ([number, [name, text]]: [string, [string, string]]) =>
    number.toLowerCase().startsWith(word) || `${name} ${text}`.toLowerCase().includes(word);
  const found = word ? all.filter(hit) : [];
  const chapters = new Map<string, typeof all>();
  for (const row of all) chapters.set(chapterOf(row[0]), [...(chapters.get(chapterOf(row[0])) ?? []), row]);
  return (
    <section class="rules-tab" aria-label="Rules">
      <input type="search" aria-label="Find a rule" placeholder="Find a rule by number or word" value={sought.value}
        onInput={(e) => { sought.value = e.currentTarget.value; }} />
      {word && <p class="quiet" role="status">{found.length === 1 ? "1 rule" : `${found.length} rules`}</p>}
      {word ? <Sentences rows={found.slice(0, MOST_FOUND)} /> : [...chapters].map(([chapter, rows]) => (
        <details key={chapter} class="aid"><summary><b>{chapter}</b> {chapterName(chapter, rows)} <small>{rows.length}</small></summary><Sentences rows={rows} /></details>))}
    </section>
  );
}

function Sentences({ rows }: { rows: [string, [string, string]][] }) {
  return (
    <dl class="sentences">{rows.map(([number, [name, text]]) => (
      <div key={number} class={openRule.value === number ? "open" : ""}><dt><code>{number}</code> {name}</dt><dd>{text}</dd></div>))}</dl>
  );
}
