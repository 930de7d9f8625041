/** The end of a game: why it ended, what it cost by turns, the whole of it to keep, and once more with sides changed. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { post, sentenceOf, type Line } from "./api";
import { Icon } from "./icons";
import { LinkToSend } from "./link";
import { HEADS } from "./log";
import { lines, showEntry, sideName, state, title, withNames } from "./play";
import { go } from "./route";
import { Rule } from "./rule";
import { Check } from "./seat";

export const endingOpen = signal(false);

export interface Turn { name: string; lost: number }
const LOST = /lost|eliminated|starved|overran|attrition|sunk|destroyed/;

/** How many lines of each turn, or month, tell of a loss. */
export function losses(told: Line[]): Turn[] {
  const found: Turn[] = [];
  for (const line of told) {
    if (HEADS.has(line.kind) && line.kind !== "weather" && line.kind !== "player_turn") found.push({ name: line.text, lost: 0 });
    else if (line.text && LOST.test(line.kind)) {
      if (!found.length) found.push({ name: "The beginning", lost: 0 });
      found.at(-1)!.lost += 1;
    }
  }
  return found;
}

/** Who sits where in a rematch: each seat has who had the next one. */
export function swapped(sitting: { name: string; who: string; bot: string }[]): Record<string, string> {
  const who = sitting.map((s) => (s.bot ? `bot:${s.bot}` : s.who === "you" ? "me" : "invite"));
  const mine = who.filter((one) => one === "me").length;
  return Object.fromEntries(sitting.map(({ name }, i) => {
    const next = who[(i + 1) % who.length]!;
    return [name, next === "me" && mine > 1 ? "hotseat" : next];
  }));
}

export function Ending() {
  const here = state.value!;
  const box = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState("");
  const [links, setLinks] = useState<Record<string, string> | null>(null);
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>("button")?.focus(), []);
  const close = () => { endingOpen.value = false; (document.querySelector(".map") as HTMLElement | null)?.focus(); };
  const over = here.outcome;
  if (!over) return null;
  const again = async () => {
    const sitting = swapped(here.sitting);
    try {
      const begun = await post<{ game: string; seats: string[]; links: Record<string, string> }>("/api/games", { title: here.title, scenario: here.scenario, options: here.options, sitting });
      if (Object.keys(begun.links).length) setLinks({ ...begun.links, "": `/g/${begun.game}/${begun.seats[0]}` });
      else { endingOpen.value = false; go(`/g/${begun.game}/${begun.seats[0]}`); }
    } catch (error) { setTrouble(sentenceOf(error)); }
  };
  return (
    <div class="find key-list seat-panel ending" role="dialog" aria-label="How it went" ref={box} onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="head"><h2>{over.winners.length ? `Victory: ${over.winners.map(sideName).join(" and ")}` : "Drawn"}</h2><button class="quiet" aria-label="Close" onClick={close}><Icon name="close" /></button></div>
      {trouble && <p class="refusal" role="alert">{trouble}</p>}
      <section><h3 class="label">Why it ended</h3><p>{withNames(over.reason, over.rule)} <Rule number={over.rule} /></p>
        {here.milestones.length > 0 && <table class="chart"><tbody>{here.milestones.map(([name, counts]) => <tr key={name}><th scope="row">{name}</th>{Object.entries(counts).map(([side, count]) => <td key={side} class="n">{sideName(side)} {count}</td>)}</tr>)}</tbody></table>}
      </section>
      <Losses turns={losses(lines.value)} />
      <section><h3 class="label">Keep it, or play once more</h3>
        <p><a class="button" href={`/api/games/${here.game}/export?seat=${encodeURIComponent(here.seat)}`}><Icon name="export" size={15} /> Save the game</a>
          <button onClick={() => { endingOpen.value = false; void showEntry(0, true); }}><Icon name="history" size={15} /> Watch it from the start</button>
          {here.kind === "live" && !links && <button class="primary" onClick={() => void again()}><Icon name="reset" size={15} /> Once more, sides changed</button>}</p>
        {links && <div class="links">{Object.entries(links).filter(([seat]) => seat).map(([seat, link]) => <LinkToSend key={seat} name={sideName(seat)} link={link} />)}
          <p><button class="primary" onClick={() => { endingOpen.value = false; go(links[""]!); }}>To the new table</button></p></div>}
      </section>
      {here.kind === "live" && here.outcome?.final && <section><h3 class="label">Was it fair?</h3><Check /></section>}
    </div>
  );
}

/** A bar for each turn: how often something was lost in it. */
function Losses({ turns }: { turns: Turn[] }) {
  const most = Math.max(0, ...turns.map((turn) => turn.lost));
  if (!most) return null;
  const counter = title.value?.looks.piece === "counter";
  return (
    <section><h3 class="label">Losses by turn</h3>
      <figure class="losses"><div>{turns.map((turn, i) => <span key={i} title={`${turn.name}: ${turn.lost}`}><i style={{ height: `${(100 * turn.lost) / most}%` }} /></span>)}</div>
        <figcaption>{turns[0]!.name} to {turns.at(-1)!.name}; at most {most} {counter ? "losses" : "lost steps or blocks"} in one, as far as you could see.</figcaption></figure>
    </section>
  );
}
