/** The top bar: title, turn track, phases, seats. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { State, Turn } from "./api";
import { Icon, Mark } from "./icons";
import { mayPass, passing, setPassing } from "./idle";
import { listing } from "./keylist";
import { complain, connected, forkedFrom, fork, give, replay, showEntry, sideName, state, title, watching } from "./play";
import { broken } from "./pins";
import { correcting } from "./propose";
import { go } from "./route";
import { seatOpen } from "./seat";
import { otherSkin, skin } from "./skin";
import { setSound, sounding } from "./sound";
import { finding, layersOpen } from "./tools";

const menuOpen = signal(false);

export function TopBar() {
  const here = state.value!;
  const page = title.value!;
  const [listed, setListed] = useState(false);
  const scenario = page.scenarios.find((s) => s.id === here.scenario)?.name ?? here.scenario;
  // A journal from elsewhere was judged again, but nobody here saw its dice fall.
  const brought = here.kind === "imported" ? "Imported, unverified · " : "";
  const nowName = [here.turn.name, here.turn.phases[here.turn.phase]].filter(Boolean).join(" · ");
  return (
    <header class="top">
      <a class="home" href="/" aria-label="To the start page" onClick={(e) => { e.preventDefault(); go("/"); }}><Mark /></a>
      <div class="game-name"><h1>{page.name.split(":")[0]}</h1><span>{brought}{scenario}</span></div>
      <details class="phone-name" onToggle={(e) => setListed(e.currentTarget.open)}><summary><b class={nowName.length > 18 ? "long" : ""}>{nowName}</b><span>{brought}{page.name.split(":")[0]}, {here.seat ? sideName(here.seat) : "watching"}</span></summary>{listed && <TurnList turn={here.turn} />}</details>
      <Track turn={here.turn} />
      <Phases turn={here.turn} />
      <div class="seats">{here.sitting.map((s) => <Seat key={s.name} {...s} />)}</div>
      {broken.value && <span class="offline" role="alert">{broken.value} See “My seat”.</span>}
      {!connected.value && <span class="offline" role="status">Reconnecting…</span>}
      {here.kind === "analysis" && <button class="analysis" onClick={() => go(forkedFrom.value[here.game] ?? "/")}><Icon name="fork" size={15} /> Analysis · back to the game</button>}
      <div class="top-tools">
        <button class="tool phone-only" aria-label="Find" onClick={() => { finding.value = true; }}><Icon name="search" /></button>
        <button class="tool phone-only" aria-label="Layers" aria-pressed={layersOpen.value} onClick={() => { layersOpen.value = !layersOpen.value; }}><Icon name="layers" /></button>
        <button class="tool" aria-label="Menu" aria-expanded={menuOpen.value} onClick={() => { menuOpen.value = !menuOpen.value; }}><Icon name="menu" /></button>
      </div>
      {menuOpen.value && <Menu />}
    </header>
  );
}

function Phases({ turn }: { turn: Turn }) {
  const list = useRef<HTMLOListElement>(null);
  // Where there is no room for all of them, the one that is on is in sight.
  useLayoutEffect(() => { const now = list.current?.querySelector<HTMLElement>(".on"); const from = (now?.previousElementSibling ?? now) as HTMLElement | null; if (from) list.current!.scrollLeft = from.offsetLeft - list.current!.offsetLeft; }, [turn.phase]);
  return <ol class="phases" aria-label="Phases" ref={list}>{turn.phases.map((p, i) => <li key={p} class={i === turn.phase ? "on" : i < turn.phase ? "past" : ""} aria-current={i === turn.phase ? "step" : undefined}>{i < turn.phase ? "✓ " : ""}{p}</li>)}</ol>;
}

/** The turns of the track by their groups. */
function grouped(turn: Turn): { name: string; from: number; count: number }[] {
  const groups: { name: string; from: number; count: number }[] = [];
  turn.track.forEach((box, i) => {
    const last = groups[groups.length - 1];
    if (last && last.name === box.group) last.count += 1; else groups.push({ name: box.group, from: i, count: 1 });
  });
  return groups;
}

/** The turn track as a list, where there is no room for it in the bar. */
function TurnList({ turn }: { turn: Turn }) {
  return (
    <div class="menu turn-list">
      <Phases turn={turn} />
      <ol aria-label="Turn track">{grouped(turn).map((g) => <li key={`${g.name}${g.from}`}><b>{g.name}</b>{Array.from({ length: g.count }, (_, i) => g.from + i).map((at) => <span key={at} class={at < turn.at ? "past" : at === turn.at ? "at" : ""} aria-current={at === turn.at ? "step" : undefined}>{turn.track[at]!.name}</span>)}</li>)}</ol>
      {turn.note && <p>{turn.note}</p>}
    </div>
  );
}

/** So many groups, and so many turns, are in the bar; of a longer war those about now. */
const SHOWN = 8, MOST_TURNS = 24;

/** The groups that the bar has room for: from a little before now on, and never without the one of now. */
function shownGroups(turn: Turn): ReturnType<typeof grouped> {
  const groups = grouped(turn);
  const now = groups.findIndex((g) => turn.at >= g.from && turn.at < g.from + g.count);
  let first = Math.max(0, Math.min(now - 2, groups.length - SHOWN));
  const turns = (a: number, b: number) => groups.slice(a, b).reduce((sum, g) => sum + g.count, 0);
  while (first < now && turns(first, now + 1) > MOST_TURNS) first += 1;
  let end = Math.min(groups.length, first + SHOWN);
  while (end > now + 1 && turns(first, end) > MOST_TURNS) end -= 1;
  return groups.slice(first, end);
}

function Track({ turn }: { turn: Turn }) {
  return (
    <div class="track" aria-label={`Turn ${turn.at + 1} of ${turn.track.length}: ${turn.name}`} role="img">
      {shownGroups(turn).map((g) => (
        <div key={`${g.name}${g.from}`} class={turn.at >= g.from && turn.at < g.from + g.count ? "now" : ""}>
          <span>{g.name}</span>
          <i>{Array.from({ length: g.count }, (_, i) => <b key={i} title={turn.track[g.from + i]!.name} class={g.from + i < turn.at ? "past" : g.from + i === turn.at ? "at" : ""} />)}</i>
        </div>
      ))}
      <em><b>{turn.name}</b> {turn.note ?? ""}</em>
    </div>
  );
}

function Seat({ name, who, taken, bot }: State["sitting"][number]) {
  const here = state.value!;
  const look = title.value?.looks.sides?.[name];
  const turns = here.deciding.some(([d]) => d === name);
  const text = `${bot && who === "you" ? `Bot, ${bot}, for you` : who === "you" ? "You" : ["me", "hotseat", "human", "invite"].includes(who) ? "Player" : who.startsWith("bot:lesson") ? "The lesson" : who.replace("bot:", "Bot, ")} · ${sideName(name)}`;
  const mine = who === "you" && name !== here.seat;
  const body = <><i class={`side-mark ${look?.shape ?? ""} side-${name}`} />{name === here.seat ? <b>{text}</b> : text}{turns ? <em title="To move">●</em> : taken ? null : <em>open</em>}</>;
  return mine ? <button class="seat" onClick={() => go(`/g/${here.game}/${name}`)}>{body}</button> : <span class="seat">{body}</span>;
}

function Menu() {
  const here = state.value!;
  const close = (act: () => void) => () => { menuOpen.value = false; act(); };
  const watchers = `${location.origin}/watch/${here.game}`;
  const box = useRef<HTMLDivElement>(null);
  const [sure, setSure] = useState(false);
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const outside = (e: PointerEvent) => { if (!(e.target as Element).closest(".main-menu, [aria-label=Menu]")) menuOpen.value = false; };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);
  const onKey = (e: KeyboardEvent) => {
    const items = [...box.current!.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (e.key === "Escape") { menuOpen.value = false; document.querySelector<HTMLElement>("[aria-label=Menu]")?.focus(); }
    else if (step) items[(items.indexOf(document.activeElement as HTMLElement) + step + items.length) % items.length]!.focus();
    else return;
    e.preventDefault(); e.stopPropagation();
  };
  return (
    <div class="menu main-menu" role="menu" ref={box} onKeyDown={onKey}>
      <button role="menuitem" onClick={close(otherSkin)}><Icon name="moon" /> {skin.value === "dark" ? "Light table" : "Dark table"}</button>
      <button class="switch" role="menuitemcheckbox" aria-checked={sounding.value} onClick={close(() => setSound(!sounding.value))}><Icon name="bell" /><span>Sounds: dice, hits, your turn</span><i class="knob" /></button>
      {here.watch >= 0 && <button role="menuitem" onClick={close(() => void navigator.clipboard?.writeText(watchers))} title={watchers}><Icon name="link" /> Copy the link to watch</button>}
      {!watching.value && <button role="menuitem" onClick={close(() => void showEntry(replay.value ? -1 : 0))}><Icon name="history" /> {replay.value ? "Leave the replay" : "Replay from the start"}</button>}
      {!watching.value && here.kind !== "analysis" && <button role="menuitem" onClick={close(() => void fork().then(go, complain))}><Icon name="fork" /> Analysis board (F)</button>}
      <button role="menuitem" onClick={close(() => { listing.value = true; })}><Icon name="keys" /> Keys (?)</button>
      {!watching.value && here.kind !== "analysis" && here.kind !== "lesson" && <button role="menuitem" onClick={close(() => { seatOpen.value = true; })}><Icon name="users" /> My seat: calls, bot, links</button>}
      {!watching.value && here.kind === "live" && mayPass() && <button class="switch" role="menuitemcheckbox" aria-checked={passing.value} onClick={close(() => setPassing(!passing.value))}><Icon name="step" /><span>End phases in which nothing can be done</span><i class="knob" /></button>}
      {!watching.value && <a role="menuitem" class="button" href={`/api/games/${here.game}/export?seat=${here.seat}`} onClick={close(() => undefined)}><Icon name="export" /> Export my journal</a>}
      {here.decision?.standing.includes("propose") && <>
        <button role="menuitem" onClick={close(() => void give(`propose rollback ${Math.max(0, here.entries - 1)}`))}><Icon name="reset" /> Propose a rollback</button>
        <button role="menuitem" onClick={close(() => { correcting.value = true; })}><Icon name="wrench" /> Propose a correction</button>
        <button role="menuitem" class={sure ? "sure" : ""} onClick={sure ? close(() => void give("propose resign")) : () => setSure(true)}><Icon name="flag" /> <span aria-live="polite">{sure ? "Sure? This may end the game" : "Propose to resign"}</span></button></>}
    </div>
  );
}
