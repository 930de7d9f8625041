/** Inspect: what is so of a hex or a unit, in facts that the title tells, each with its rule. */

import { signal } from "@preact/signals";
import { get } from "./api";
import { Icon } from "./icons";
import { goThere, selectedPlace } from "./map";
import { lit, pick, picked, placeName, prefix, refusal, state, verbName, verbs, wordName } from "./play";
import { Rule } from "./rule";

export interface Fact { label: string; text: string; rule: string; places: string[] }
interface Inspected { place?: string; piece?: string; facts: Fact[]; reach?: { piece: string; verb: string }[]; version: number }

export const inspected = signal<Inspected | null>(null);

/** Ask about a place or a piece; asked again, close it. */
export async function inspect(what: { place?: string; piece?: string }): Promise<void> {
  const here = state.value;
  const open = inspected.value;
  if (!here) return;
  if (open && open.place === what.place && open.piece === what.piece && open.version === here.version) { close(); return; }
  const asked = what.piece ? `piece=${encodeURIComponent(what.piece)}` : `place=${encodeURIComponent(what.place ?? "")}`;
  const found = await get<Inspected>(`/api/games/${here.game}/inspect?seat=${here.seat}&${asked}`).catch(() => null);
  if (!found) { refusal.value = { rule: "!", sentence: "Nothing can be told of that now." }; return; }
  inspected.value = { ...found, ...what, version: here.version };
}

const close = () => { inspected.value = null; lit.value = []; };

/** What the key asks about: the piece that is picked, or else the place. */
export function inspectThis(): void {
  const here = state.value;
  const stack = here?.pieces.filter((p) => p.at === selectedPlace.value) ?? [];
  const piece = here?.pieces.find((p) => picked.value.has(p.id)) ?? (stack.length === 1 ? stack[0] : undefined);
  if (piece && piece.known === "full") void inspect({ piece: piece.id });
  else if (selectedPlace.value) void inspect({ place: selectedPlace.value });
}

/** The buttons that ask, for a piece and for the hex that it stands in. */
export function Ask({ piece, place }: { piece?: string; place: string }) {
  if (!state.value?.seat) return null;
  return (
    <p class="ask">
      {piece && <button class="small" onClick={() => void inspect({ piece })}><Icon name="info" size={14} /> About the unit</button>}
      {place && <button class="small" onClick={() => void inspect({ place })}><Icon name="info" size={14} /> About the hex</button>}
    </p>
  );
}

export function InspectCard() {
  const now = inspected.value;
  if (!now || now.version !== state.value?.version) return null;
  const name = now.piece ? wordName(now.piece) : placeName(now.place ?? "");
  const go = (piece: string, verb: string) => { if (verbs.value.some((o) => o.text === verb)) void pick([verb, piece], true); };
  return (
    <section class="card inspect" aria-label={`About ${name}`}>
      <header><h2>{name}</h2><button class="quiet small" aria-label="Close what is told" onClick={close}><Icon name="close" size={14} /></button></header>
      {now.facts.length ? <dl>{now.facts.map((fact) => (
        <div key={fact.label + fact.text} onMouseEnter={() => { lit.value = fact.places; }} onMouseLeave={() => { lit.value = []; }}>
          <dt>{fact.label}</dt><dd>{fact.text} {fact.rule && <Rule number={fact.rule} />}
            {fact.places.length > 1 && <button class="plain link" onClick={() => { lit.value = fact.places; goThere(fact.places.at(-1)!); }}>
              {fact.places.map(placeName).join(" › ")}</button>}</dd>
        </div>))}</dl> : <p class="quiet">Nothing more is known.</p>}
      {!!now.reach?.length && <><h3>Could go there now</h3><ul class="reach">{now.reach.map(({ piece, verb }) => (
        <li key={piece}><button class="plain link" onClick={() => go(piece, verb)}>{wordName(piece)}</button> <small>{verbName(verb)}</small></li>))}</ul></>}
      {now.place !== undefined && prefix.value.length <= 1 && !now.reach?.length && (
        <p class="quiet">No unit of yours can go there by an order that is open now.</p>)}
    </section>
  );
}
