/** The pages beside the start: what can be learned, and what there is to know about a title. */

import { useEffect, useState } from "preact/hooks";
import { type Lesson, type Title, get, once, sentenceOf } from "./api";
import { Icon, Mark } from "./icons";
import { startLesson } from "./lesson";
import { go } from "./route";
import { otherSkin, skin } from "./skin";
import { order, TitleCard } from "./start";

const PAGES: [string, string][] = [["Play", "/"], ["Learn", "/learn"]];

export function PageTop({ here }: { here: string }) {
  return (
    <header class="start-top">
      <Mark /><b>Grognard</b>
      <nav aria-label="Pages">{PAGES.map(([name, to]) => <a key={to} href={to} aria-current={name === here ? "page" : undefined} onClick={(e) => { e.preventDefault(); go(to); }}>{name}</a>)}</nav>
      <a href="/api/docs">For programs</a>
      <button class="tool" aria-label={skin.value === "dark" ? "Light" : "Dark"} onClick={otherSkin}><Icon name="moon" /></button>
    </header>
  );
}

/** Every lesson of every title. */
export function Learn() {
  const [titles, setTitles] = useState<Title[]>([]);
  useEffect(() => { document.title = "Learn · Grognard"; void once<Title[]>("/api/titles").then((found) => setTitles(order(found))); }, []);
  return (
    <>
      <PageTop here="Learn" />
      <main class="start one"><div>
        <div class="headline"><h1>Learn by playing</h1><p>A real game, a fixed start, and someone at your shoulder. Every order is yours.</p></div>
        {!titles.length && <p class="quiet" role="status">Fetching the lessons…</p>}
        {titles.filter((t) => t.lessons?.length).map((t) => <section key={t.id}><h2 class="section">{t.name}</h2><Lessons title={t} /></section>)}
      </div></main>
    </>
  );
}

function Lessons({ title }: { title: Title }) {
  return <div class="lesson-list">{(title.lessons ?? []).map((l) => <LessonCard key={l.id} title={title} lesson={l} />)}</div>;
}

function LessonCard({ title, lesson }: { title: Title; lesson: Lesson }) {
  const [busy, setBusy] = useState(false);
  const side = title.looks.sides?.[lesson.seat]?.name ?? lesson.seat;
  return (
    <article class="lesson-card"><h3>{lesson.name}</h3><p>{lesson.summary}</p>
      <p class="quiet">{lesson.steps.length} steps · about {lesson.minutes} minutes · you play the {side}</p>
      <button class="primary" disabled={busy} onClick={() => { setBusy(true); void startLesson(title.id, lesson.id).finally(() => setBusy(false)); }}><Icon name="learn" /> Begin</button></article>
  );
}

/** All about a title: whose game it is, what is reconstructed, what can be played and learned. */
export function TitlePage({ id }: { id: string }) {
  const [title, setTitle] = useState<Title | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => { void get<Title>(`/api/titles/${encodeURIComponent(id)}`).then((t) => { setTitle(t); document.title = `${t.name} · Grognard`; }).catch((error) => setTrouble(sentenceOf(error))); }, [id]);
  if (!title) return <><PageTop here="" /><main class="page"><h1 class={trouble ? "" : "quiet"}>{trouble || "Fetching the title…"}</h1>{trouble && <p><a href="/">Back to the start</a></p>}</main></>;
  const short = title.name.split(":")[0]!;
  return (
    <>
      <PageTop here="" />
      <main class="start one"><div>
        <div class="headline"><h1>{title.name}</h1>{title.publisher && <p>A game of {title.publisher}</p>}</div>
        <div class="about">
          <div class="about-card"><TitleCard title={title} on={false} onPick={() => go("/")} /><button class="primary big" onClick={() => go("/")}>Choose a scenario</button></div>
          <div>
            {title.publisher && <p class="own"><b>Own it.</b> {short} is a game of {title.publisher}. Its map, counters and text are theirs and are not here; what you find here are its rules in our words, its numbers, and a map of our own. Its printed rulebook is the authority: where it and this table differ, the table is wrong.</p>}
            <h2 class="section">Scenarios</h2>
            <ul class="scenarios">{title.scenarios.map((s) => <li key={s.id}><b>{s.name}</b>{s.ours && <span class="tag">ours, not the publisher’s</span>} <span>{s.summary}</span></li>)}</ul>
          </div>
        </div>
        {!!title.lessons?.length && <><h2 class="section">Lessons</h2><Lessons title={title} /></>}
        <Reconstructed title={title} most={99} />
      </div></main>
    </>
  );
}

const WORDS: Record<string, string> = { ob: "order of battle", vp: "victory points", dow: "declarations of war", hq: "HQ", crt: "combat results" };
const called = (name: string) => name.split(" ").map((word) => WORDS[word] ?? word).join(" ");

/** What is from the rulebook and what is reconstructed, table by table. */
export function Reconstructed({ title, most }: { title: Title; most: number }) {
  const all = title.reconstructed ?? [];
  const rows = all.filter((r) => r.printed + r.reconstructed > 8).slice(0, most);
  const rest = most < 99 ? [] : all.filter((r) => !rows.includes(r) && !r.reconstructed);
  const odd = most < 99 ? [] : all.filter((r) => !rows.includes(r) && r.reconstructed);
  return (
    <section class="reconstructed">
      <header><h2>What is reconstructed in {title.name.split(":")[0]}</h2><span><i class="printed" /> from the rulebook <i class="ours" /> reconstructed, marked row by row</span></header>
      <table><tbody>{[...rows, ...odd].map((r) => {
        const all = r.printed + r.reconstructed;
        return <tr key={r.name}><th scope="row">{called(r.name)}</th><td><span class="bar-of">{r.printed > 0 && <i class="printed" style={{ width: `${(100 * r.printed) / all}%` }}>{r.printed}</i>}{r.reconstructed > 0 && <i class="ours" style={{ width: `${(100 * r.reconstructed) / all}%` }}><b>{r.reconstructed}</b></i>}</span></td></tr>;
      })}</tbody></table>
      {rest.length > 0 && <p>{rest.length} smaller tables come wholly from the rulebook: {rest.map((r) => called(r.name)).join(", ")}.</p>}
      <p><Icon name="info" size={16} /> {title.sources[0]?.toUpperCase()}{title.sources.slice(1)}. {title.publisher ? `${title.name.split(":")[0]} is a game of ${title.publisher}. Nothing of its art or text is here: own a copy, its rulebook is the authority.` : ""}</p>
      {most < 99 && <p><a href={`/t/${title.id}`} onClick={(e) => { e.preventDefault(); go(`/t/${title.id}`); }}>All about {title.name.split(":")[0]}</a></p>}
    </section>
  );
}
