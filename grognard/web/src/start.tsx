/** The start page: three clicks to the first prompt: a title, a scenario, an opponent. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Account } from "./account";
import { type MyGame, type Piece, type Title, get, myGames, once, post, sentenceOf } from "./api";
import { Icon } from "./icons";
import { startLesson } from "./lesson";
import { LinkToSend } from "./link";
import { PageTop, Reconstructed } from "./pages";
import { PieceFace } from "./piece";
import { go } from "./route";
import { skin } from "./skin";

interface Started { game: string; seats: string[]; links: Record<string, string> }

export function Start() {
  const [titles, setTitles] = useState<Title[]>([]);
  const [games, setGames] = useState<MyGame[]>([]);
  const [open, setOpen] = useState("");
  const list = () => void myGames().then(setGames);
  useEffect(() => {
    document.title = "Grognard";
    void get<Title[]>("/api/titles").then((found) => { setTitles(order(found)); setOpen((was) => was || order(found)[0]?.id || ""); });
    list();
  }, []);
  const title = titles.find((t) => t.id === open);
  return (
    <>
      <PageTop here="Play" />
      <main class="start">
        <div class="start-main">
          <div class="headline"><h1>Start a game</h1><p>Three clicks: a title, a scenario, an opponent.</p></div>
          <FirstLesson titles={titles} />
          {!titles.length && <p class="quiet" role="status">Fetching the titles…</p>}
          {title && <div class="chooser">
            <section class="column" aria-labelledby="step-1"><h2 id="step-1"><i>1</i> Title</h2>
              {titles.map((t) => <TitleCard key={t.id} title={t} on={t.id === title.id} onPick={() => setOpen(t.id)} />)}
            </section>
            <Chooser key={title.id} title={title} />
          </div>}
          {title && <Reconstructed title={title} most={7} />}
        </div>
        <Games games={games} titles={titles} onAccount={list} />
      </main>
    </>
  );
}

/** Whoever is new begins with a lesson that is meant for it, or with the shortest, in one click. */
function FirstLesson({ titles }: { titles: Title[] }) {
  const all = titles.flatMap((title) => (title.lessons ?? []).map((lesson) => ({ title, lesson })));
  const first = all.find(({ lesson }) => lesson.first) ?? [...all].sort((a, b) => a.lesson.minutes - b.lesson.minutes)[0];
  const [busy, setBusy] = useState(false);
  if (!first) return null;
  const { title, lesson } = first;
  return (
    <p class="first-lesson"><Icon name="learn" /> <span><b>New here?</b> {lesson.name}: {lesson.minutes} minutes of {title.name.split(":")[0]}, with someone at your shoulder.</span>
      <button disabled={busy} onClick={() => { setBusy(true); void startLesson(title.id, lesson.id).finally(() => setBusy(false)); }}>Begin the first lesson</button></p>
  );
}

/** How each bot plays, for whoever chooses one. */
const BOTS: Record<string, string> = { greedy: "plays to win, a move at a time", random: "any legal order, to try things out", planner: "tries its turn in several ways before it plays it" };

/** How long the planner thinks about a turn, in words; the server knows what they mean. */
const PACES: Record<string, string> = { quick: "about a second a turn", club: "two to four seconds a turn", long: "four to ten seconds a turn" };

/** The real games first, what is for trying last. */
export const order = (titles: Title[]) => [...titles].sort((a, b) => Number(!a.publisher.match(/Columbia|SPI/)) - Number(!b.publisher.match(/Columbia|SPI/)) || a.name.localeCompare(b.name));

function Chooser({ title }: { title: Title }) {
  const ordered = [...title.scenarios].sort((a, b) => Number(b.learner) - Number(a.learner));
  const [scenario, setScenario] = useState(ordered[0]!.id);
  const seats = [...new Set(Object.values(title.default_seats))];
  const [mine, setMine] = useState(title.lessons?.find((l) => l.scenario === ordered[0]!.id)?.seat ?? seats[0]!);
  const bots = title.bots.length ? title.bots : ["random"];
  const [bot, setBot] = useState(bots.includes("greedy") ? "greedy" : bots[0]!);
  const [pace, setPace] = useState("club");
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [watch, setWatch] = useState(-1);
  const [trouble, setTrouble] = useState("");
  const [made, setMade] = useState<Started | null>(null);

  async function start(other: string) {
    setTrouble("");
    const sitting = Object.fromEntries(seats.map((s) => [s, s === mine ? "me" : other]));
    try {
      const begun = await post<Started>("/api/games", { title: title.id, scenario, sitting, options: chosen, watch_delay: watch });
      if (watch >= 0) begun.links.spectators = `/watch/${begun.game}`;
      if (Object.keys(begun.links).length) setMade(begun);
      else go(`/g/${begun.game}/${mine}`);
    } catch (error) { setTrouble(sentenceOf(error)); }
  }

  const side = (s: string) => title.looks.called?.[scenario]?.[s] ?? title.looks.sides?.[s]?.name ?? s;
  const options = title.options.filter((o) => !o.scenarios.length || o.scenarios.includes(scenario));
  return (
    <>
      <section class="column" aria-labelledby="step-2"><h2 id="step-2"><i>2</i> Scenario</h2>
        {(title.lessons ?? []).map((l) => <button key={l.id} class={`choice ${title.lessons!.length > 1 ? "lesson-row" : ""}`} title={l.summary} onClick={() => void startLesson(title.id, l.id)}><b>{l.name}</b><span class="learn"><Icon name="learn" size={15} /> learn · {l.minutes} min</span><small>{l.summary}</small></button>)}
        {ordered.map((s) => (
          <button key={s.id} class="choice" aria-pressed={scenario === s.id} onClick={() => { setScenario(s.id); setChosen({}); }}><b>{s.name}</b><small>{s.summary}</small></button>))}
      </section>
      <section class="column" aria-labelledby="step-3"><h2 id="step-3"><i>3</i> Opponent</h2>
        <div class="under-choice">
          <label>Side <select value={mine} onChange={(e) => setMine(e.currentTarget.value)}>{seats.map((s) => <option key={s} value={s}>{side(s)}</option>)}</select></label>
          {options.length > 0 && <details><summary>Options</summary>{options.map((o) => (
            <label key={o.id} title={o.summary}>{o.name} <select value={chosen[o.id] ?? o.defaults[scenario] ?? o.default} onChange={(e) => setChosen({ ...chosen, [o.id]: e.currentTarget.value })}>{o.values.map((v) => <option key={v}>{v}</option>)}</select></label>))}</details>}
        </div>
        <div class="choice wide"><span class="round"><Icon name="bot" size={22} /></span><b>A bot</b><small>Sees only what its side may see.</small><button class="primary big" onClick={() => void start(bot === "planner" ? `bot:planner:${pace}` : `bot:${bot}`)}>Play now</button></div>
        <div class="choice wide"><span class="round"><Icon name="users" size={22} /></span><b>Hot-seat</b><small>One screen, a curtain between the sides.</small><button onClick={() => void start("hotseat")}>Set up</button></div>
        <div class="choice wide"><span class="round"><Icon name="link" size={22} /></span><b>A friend</b><small>Send a link. Play live or a move a day.</small><button onClick={() => void start("invite")}>Get link</button></div>
        {bots.length > 1 && <div class="bots" role="group" aria-label="Bot">Bot {bots.map((b) => <button key={b} aria-pressed={bot === b} title={BOTS[b]} onClick={() => setBot(b)}>{b}</button>)}{BOTS[bot] && <small>{BOTS[bot]}</small>}</div>}
        {bot === "planner" && <div class="bots" role="group" aria-label="Thinking time">It thinks {Object.keys(PACES).map((p) => <button key={p} aria-pressed={pace === p} title={PACES[p]} onClick={() => setPace(p)}>{p}</button>)}<small>{PACES[pace]}</small></div>}
        <label class="watch">Spectators <select value={watch} onChange={(e) => setWatch(Number(e.currentTarget.value))}><option value={-1}>none</option><option value={0}>by a link, live</option><option value={10}>by a link, 10 orders late</option><option value={50}>by a link, 50 orders late</option></select></label>
        {trouble && <p class="refusal" role="alert">{trouble}</p>}
        {made && <Links made={made} mine={mine} called={(s) => (s === "spectators" ? "Spectators" : side(s))} />}
        <p class="small-print"><Icon name="undo" size={15} /> Undo is free up to the next die or reveal.</p>
        <p class="small-print"><Icon name="lock" size={15} /> Dice are sealed before the first move.</p>
      </section>
    </>
  );
}

function Links({ made, mine, called }: { made: Started; mine: string; called: (seat: string) => string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.scrollIntoView({ block: "nearest" });
    box.current!.querySelector("input")!.focus({ preventScroll: true });
  }, [made.game]);
  return (
    <div class="links" ref={box}><p>{Object.keys(made.links).some((seat) => seat !== "spectators") ? "Whoever sits down by a seat’s link takes the seat." : "Whoever opens this link may look on."}</p>
      {Object.entries(made.links).map(([seat, link]) => <LinkToSend key={seat} name={called(seat)} link={link} />)}
      <button class="primary" onClick={() => go(`/g/${made.game}/${mine}`)}>To the table</button></div>
  );
}

/** The first lesson of a title, in one click. */
function Learn({ title }: { title: Title }) {
  const first = title.lessons?.find((l) => l.first) ?? title.lessons?.[0];
  const [busy, setBusy] = useState(false);
  if (!first) return null;
  return <button class="learn-it" disabled={busy} title={`${first.name}: ${first.summary}`} onClick={() => { setBusy(true); void startLesson(title.id, first.id).finally(() => setBusy(false)); }}><Icon name="learn" size={14} /> Learn<span class="unseen"> {title.name}</span> · {first.minutes} min</button>;
}

export function TitleCard({ title, on, onPick }: { title: Title; on: boolean; onPick: () => void }) {
  const faces = Object.keys(title.looks.faces ?? {});
  const sides = Object.keys(title.looks.sides ?? {});
  const sample = (face: string, power: string, full: boolean): Piece => ({
    id: face, at: "", power, symbol: full ? "armor" : "", label: full ? "1" : "", strength: full ? "4" : "", steps: 3, most: 4, up: true, own: true, known: full ? "full" : "none", tags: [], face,
  });
  const counter = title.looks.piece === "counter";
  return (
    <div class="card-of-title"><button class="title-card" aria-pressed={on} onClick={onPick}>
      <span class="picture">
        {title.relief && <img src={`/api/boards/${title.id}/relief-${skin.value}.webp`} alt="" loading="lazy" />}
        <span class="stage">{title.stage}</span>
        <svg viewBox="0 0 130 70" width="130" height="70" aria-hidden="true">
          <g transform="translate(36,38)"><PieceFace piece={sample(faces[0] ?? "", sides[counter ? 0 : 1] ?? "", true)} title={title} side={44} detail={3} /></g>
          <g transform="translate(92,38)"><PieceFace piece={sample(counter ? faces[11] ?? faces[1] ?? "" : faces[1] ?? "", sides[counter ? 2 : 0] ?? "", counter)} title={title} side={44} detail={3} /></g>
        </svg>
      </span>
      <b>{title.name}</b><small>{title.publisher}</small>
    </button><Learn title={title} /></div>
  );
}

/** So many games of a group are listed at first. */
const FIRST = 12;

function Games({ games, titles, onAccount }: { games: MyGame[]; titles: Title[]; onAccount: () => void }) {
  const [trouble, setTrouble] = useState("");
  const [whole, setWhole] = useState<string[]>([]);
  const name = (g: MyGame) => { const t = titles.find((x) => x.id === g.title); return `${t?.name.split(":")[0] ?? g.title}, ${t?.scenarios.find((s) => s.id === g.scenario)?.name ?? g.scenario}`; };
  const side = (g: MyGame, seat: string) => titles.find((x) => x.id === g.title)?.looks.sides?.[seat]?.name ?? seat;
  const mine = (g: MyGame) => g.deciding.find((s) => g.seats.includes(s));
  const groups: [string, MyGame[]][] = [
    ["Your move", games.filter((g) => !g.ended && mine(g))], ["Waiting", games.filter((g) => !g.ended && !mine(g))], ["Finished", games.filter((g) => g.ended)],
  ];
  async function take(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    setTrouble("");
    try {
      const made = await post<{ game: string; seats: string[]; deciding: string[] }>("/api/games/import", { journal: await file.text() });
      go(`/g/${made.game}/${made.deciding[0] ?? made.seats[0]}`);
    } catch (error) {
      input.value = "";
      setTrouble(`${file.name}: ${sentenceOf(error)}`);
    }
  }
  return (
    <aside class="your-games"><h2>Your games</h2>
      {!games.length && <p class="quiet">None yet. They will wait for you here.</p>}
      {groups.filter(([, list]) => list.length).map(([head, list]) => (
        <section key={head}><h3>{head} <span>{list.length}</span></h3>
          <ul>{(whole.includes(head) ? list : list.slice(0, FIRST)).map((g) => {
            const to = `/g/${g.game}/${mine(g) ?? g.seats[0]}`;
            return <li key={g.game}><a href={to} onClick={(e) => { e.preventDefault(); go(to); }}><b>{name(g)}</b><small>{g.kind === "live" ? "" : `${g.kind === "imported" ? "imported, unverified" : g.kind} · `}{mine(g) ? `you play ${side(g, mine(g)!)}` : g.ended ? "over" : `waiting for ${g.deciding.map((seat) => side(g, seat)).join(", ")}`} · {new Date(g.touched * 1000).toLocaleDateString()}</small></a></li>;
          })}</ul>
          {list.length > FIRST && !whole.includes(head) && <button onClick={() => setWhole([...whole, head])}>Show {list.length - FIRST} more</button>}</section>))}
      <label class="button import"><Icon name="export" size={16} /> Import a journal<input class="unseen" type="file" accept=".jsonl,.journal,.json,.txt" onChange={(e) => void take(e.currentTarget)} /></label>
      {trouble && <p class="refusal" role="alert">{trouble}</p>}
      <Account games={games.length} onChange={onAccount} />
    </aside>
  );
}

interface Invitation { title: string; scenario: string; seat: string; sitting: { name: string; who: string; taken: boolean }[]; options: [string, string][] }

/** The waiting room of an invite link: what is played, who sits where; whoever opens the link sits down only by the button. */
export function Join({ token }: { token: string }) {
  const [trouble, setTrouble] = useState("");
  const [asked, setAsked] = useState<{ to: Invitation; title: Title } | null>(null);
  const sit = () => post<{ game: string; seats: string[] }>(`/api/join/${token}`, {}).then((j) => go(`/g/${j.game}/${j.seats[0]}`)).catch((error) => setTrouble(sentenceOf(error)));
  useEffect(() => {
    // A link that is used up still speaks for the one who used it.
    get<Invitation>(`/api/join/${token}`).then(async (to) => setAsked({ to, title: await once<Title>(`/api/titles/${to.title}`) }), () => sit())
      .catch((error) => setTrouble(sentenceOf(error)));
  }, [token]);
  const side = (seat: string) => asked?.title.looks.sides?.[seat]?.name ?? seat;
  const who = (one: Invitation["sitting"][number]) => one.name === asked?.to.seat ? "this seat is yours to take" : one.who === "you" ? "you" : one.who.startsWith("bot:") ? `the ${one.who.slice(4)} bot` : one.taken ? "taken" : "still waited for";
  const scenario = asked?.title.scenarios.find((one) => one.id === asked.to.scenario);
  return (
    <><PageTop here="" /><main class="page"><h1>{trouble ? "This link opens no seat" : asked ? `You are invited to ${asked.title.name}` : "Opening the link…"}</h1>
      {trouble && <><p class="refusal" role="alert">{trouble}</p><p><a href="/">Back to the start</a></p></>}
      {asked && !trouble && <section class="invitation">
        <p><b>{scenario?.name}</b> {scenario?.summary}</p>
        <ul>{asked.to.sitting.map((one) => <li key={one.name}><b>{side(one.name)}</b>: {who(one)}</li>)}</ul>
        {asked.to.options.length > 0 && <p>Options: {asked.to.options.map(([name, value]) => `${name} ${value}`).join(", ")}</p>}
        <button class="primary big" onClick={() => void sit()}>Sit down as {side(asked.to.seat)}</button>
        <p class="quiet">Nobody sits here before that: the link may be looked at and passed on.</p>
      </section>}</main></>
  );
}
