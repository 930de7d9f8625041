/** What is lit on the map: overlays, targets with their costs, the path of the preview. */

import { computed } from "@preact/signals";
import type { Board, Gate, Piece } from "./api";
import { border, resized, short } from "./geometry";
import { pointed } from "./lesson";
import { focusHex, hint, selectedPlace, type Spots } from "./map";
import { PieceFace } from "./piece";
import { board, chosenPlace, decision, lit, offered, overlays, owing, picked, prefix, preview, previewed, state, title } from "./play";

export function Overlays({ places }: { places: Spots }) {
  return (
    <g class="overlays">
      {overlays.value.map(({ name, data }) => (
        <g key={name}>
          {data.sets.map((set, i) => {
            const shapes = set.places.map((p) => places.get(p)).filter((s) => s !== undefined);
            const style = set.style.replaceAll(" ", "-");
            const area = shapes.map((s) => `M${s.points.replaceAll(" ", "L")}Z`).join("");
            return (
              <g key={i} class={`set ${set.style}`}>
                <path class={`area ${style}`} d={area} />
                <path class={`edge ${style}`} d={border(shapes.map((s) => s.corners))} />
              </g>
            );
          })}
          {data.lines?.map((line, i) => <polyline key={`l${i}`} class={`way ${line.style}`} points={line.places.map((p) => places.get(p)).filter((s) => s !== undefined).map((s) => `${s.x.toFixed(1)},${s.y.toFixed(1)}`).join(" ")} />)}
          {data.notes?.map((note, i) => {
            const spot = places.get(note.place);
            if (!spot) return null;
            const wide = note.text.length * 6.4 + 16;
            return (
              <g key={`n${i}`} class={`note ${note.style}`} transform={`translate(${spot.x.toFixed(1)},${spot.y.toFixed(1)})`}>
                {note.style === "cross" ? <><circle r="13" /><path d="M-5-5l10 10M5-5L-5 5" /><text y="28">{note.text}</text></>
                  : <><rect x={-wide / 2} y="-63" width={wide} height="20" rx="10" /><text y="-49">{note.text}</text></>}
              </g>
            );
          })}
        </g>
      ))}
    </g>
  );
}

/** The places where pieces stand, and whether one of them is an enemy. */
const held = computed(() => {
  const found = new Map<string, boolean>();
  for (const p of state.value?.pieces ?? []) found.set(p.at, !p.own || found.get(p.at) === true);
  return found;
});
/** Does a place hold an enemy? Then a target there is an attack. */
const hostile = (name: string) => held.value.get(name) === true;

/** So many places are lit one by one. */
const MANY = 48;

export function Lights({ places, unit }: { places: Spots; unit: number }) {
  const closed = hint.value && places.get(hint.value.place);
  const selected = places.get(selectedPlace.value);
  const focused = places.get(focusHex.value);
  const aimed = [...new Set([chosenPlace.value, ...picked.value])].filter((name) => !offered.value.places.has(name)).map((name) => places.get(name)).filter((s) => s !== undefined);
  // Half a country that is offered before anything is picked is one field with one rim: each hex ringed hides the map.
  const offers = prefix.value.length < 2 && offered.value.places.size > MANY ? [...offered.value.places.keys()].map((name) => places.get(name)).filter((s) => s !== undefined) : [];
  const open = border(offers.map((s) => s.corners));
  return (
    <g class="lights">
      {lit.value.map((p) => places.get(p) && <polygon key={`lit${p}`} points={places.get(p)!.points} class="lit" />)}
      {open && <><path class="realm under" d={open} /><path class="realm" d={open} /></>}
      <g class={open ? "targets wide" : "targets"}>
        {[...offered.value.places].map(([name, { choice }]) => {
          const spot = places.get(name);
          if (!spot) return null;
          const attack = hostile(name);
          return (
            <g key={name} class={`target ${attack ? "attack" : "may"} ${chosenPlace.value === name ? "previewed" : ""}`} data-target={name}>
              <polygon class="under" points={spot.points} />
              <polygon class="ring" points={spot.points} />
              <Cost x={spot.x} y={spot.y - unit * (attack || hasPiece(name) ? 0.46 : 0)} cost={choice.cost} attack={attack} />
            </g>
          );
        })}
      </g>
      {aimed.map((spot) => (
        <g key={spot.hex.name} class={`target previewed ${hostile(spot.hex.name) ? "attack" : "may"}`}><polygon class="under" points={spot.points} /><polygon class="ring" points={spot.points} /></g>))}
      <Pointed places={places} unit={unit} />
      {selected && <polygon points={selected.points} class="chosen" />}
      {focused && <polygon points={focused.points} class="focused" />}
      {closed && <polygon points={closed.points} class="closed" />}
    </g>
  );
}

/** What stands above the pieces: gates of targets, wrenches where a debt would be or is. */
export function Marks({ places, unit }: { places: Spots; unit: number }) {
  return (
    <g class="marks">
      {[...offered.value.places].map(([name, { choice }]) => {
        const spot = places.get(name);
        const debt = owing.value[choice.text];
        if (!spot || (!debt && !choice.gates)) return null;
        const high = hostile(name) || hasPiece(name) ? 0.46 : 0;
        return <g key={name}>{choice.gates?.map((gate) => <GateMark key={gate.from} gate={gate} places={places} />)}{debt && <Wrench x={spot.x + 22} y={spot.y - unit * high - 12} words={debt.join(" ")} />}</g>;
      })}
      {sideBySide(state.value?.marks ?? []).map(([m, nth], i) => { const spot = places.get(m.place); return spot && <Laid key={`laid${i}`} x={spot.x + unit * (0.2 * nth - 0.36)} y={spot.y + unit * 0.3} mark={m} />; })}
      {decision.value?.debts.map((d, i) => { const spot = places.get(d.place); return spot && <Wrench key={`debt${i}`} x={spot.x + unit * 0.36} y={spot.y - unit * 0.4} words={d.sentence} />; })}
    </g>
  );
}

/** Each mark with its number among those of its place. */
function sideBySide<M extends { place: string }>(marks: M[]): [M, number][] {
  const seen = new Map<string, number>();
  return marks.map((m) => { const nth = seen.get(m.place) ?? 0; seen.set(m.place, nth + 1); return [m, nth]; });
}

/** What lies in a hex beside pieces, such as a beachhead: a small shield with its letters. */
function Laid({ x, y, mark }: { x: number; y: number; mark: { kind: string; text: string; title: string } }) {
  return (
    <g class={`laid ${mark.kind}`} transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`} role="img" aria-label={mark.title}>
      <title>{mark.title}</title><path d="M-12-10h24v12q-4 8-12 10q-8-2-12-10z" /><text y="3">{mark.text}</text>
    </g>
  );
}

function Wrench({ x, y, words }: { x: number; y: number; words: string }) {
  return <g class="wrench" transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}><title>{words}</title><circle r="11" /><path d="M1.500-4.500a4 4 0 0 1 4-2.500L3-4.500 4.500-3 7-5.500a4 4 0 0 1-5 4L-3.500 4.500a1.500 1.500 0 0 1-2-2z" /></g>;
}

/** A gate on a hexside: filled dots are used, open dots are free. */
function GateMark({ gate, places }: { gate: Gate; places: Spots }) {
  const [a, b] = [places.get(gate.from), places.get(gate.to)];
  if (!a || !b) return null;
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI + 90;
  return (
    <g class="gate" transform={`translate(${((a.x + b.x) / 2).toFixed(1)},${((a.y + b.y) / 2).toFixed(1)}) rotate(${angle.toFixed(0)})`}>
      <title>{`${gate.used} of ${gate.most} have crossed from ${gate.from.replaceAll("_", " ")}`}</title>
      <rect x={-4 - gate.most * 6} y="-7" width={8 + gate.most * 12} height="14" rx="7" />
      {Array.from({ length: gate.most }, (_, i) => <circle key={i} class={i < gate.used ? "used" : ""} cx={(i - (gate.most - 1) / 2) * 12} r="3.6" />)}
    </g>
  );
}

/** Where the lesson points: a ring of its own, and a mark above it. */
function Pointed({ places, unit }: { places: Spots; unit: number }) {
  const at = new Set(pointed.value.map((name) => state.value?.pieces.find((p) => p.id === name)?.at ?? name));
  return (
    <>{[...at].map((name) => places.get(name)).filter((s) => s !== undefined).map((s) => (
      <g key={s.hex.name} class="pointer-mark"><polygon class="pointed-under" points={s.points} /><polygon class="pointed" points={s.points} /><path d={`M${s.x - 13} ${s.y - unit * 0.78}h26l-13 20z`} /></g>
    ))}</>
  );
}

const hasPiece = (name: string) => held.value.has(name);

function Cost({ x, y, cost, attack }: { x: number; y: number; cost: number | undefined; attack: boolean }) {
  if (cost === undefined && !attack) return <circle class="spot" cx={x} cy={y} r="7" />;
  return (
    <g class="mark">
      {attack ? <path d={resized("M0-16L16 0L0 16L-16 0Z", 1, x, y)} /> : <circle cx={x} cy={y} r="13.5" />}
      <text x={x} y={y + 5.5}>{cost ?? "×"}</text>
    </g>
  );
}

/** The pieces that an order moves: of a headquarters and those that it sends, those that it sends. */
function travellers(places: Spots): Piece[] {
  const named = [...picked.value].map((id) => state.value?.pieces.find((p) => p.id === id)).filter((p) => p && places.has(p.at)) as Piece[];
  const last = prefix.value.filter((token) => token.split("+").every((id) => named.some((p) => p.id === id))).at(-1)?.split("+") ?? [];
  return last.length ? named.filter((p) => last.includes(p.id)) : named;
}

/** The place that an order names last. */
const aim = (places: Spots) => preview.value.split(" ").filter((word) => places.has(word)).at(-1) ?? "";

/** The path of the preview, hex by hex, and a ghost where it ends. */
export function Path({ places, unit, level }: { places: Spots; unit: number; level: number }) {
  if (!preview.value) return null;
  const moving = travellers(places);
  const from = moving[0] && places.get(moving[0].at);
  const target = places.get(chosenPlace.value || aim(places));
  const names = previewed.value?.path.length ? previewed.value.path : [];
  let way = names.map((name) => places.get(name)).filter((s) => s !== undefined);
  if (way.length < 2 && from && target && from !== target) way = [from, target];
  if (way.length < 2) return null;
  const [before, last] = [way[way.length - 2]!, way[way.length - 1]!];
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  const end = short(before, last, unit * (hostile(last.hex.name) ? 0.48 : 0.28));
  const points = [...way.slice(0, -1), end].map((s) => `${s.x.toFixed(1)},${s.y.toFixed(1)}`).join(" ");
  const full = hasPiece(last.hex.name);
  const map = board.value as Board;
  return (
    <g class="path">
      <polyline class="under" points={points} />
      <polyline class="dash" points={points} />
      {way.slice(1, -1).map((s, i) => <circle key={i} class="knot" cx={s.x} cy={s.y} r="8" />)}
      <path class="arrow" transform={`translate(${end.x.toFixed(1)},${end.y.toFixed(1)}) rotate(${angle.toFixed(1)})`} d="M-9-12L16 0L-9 12Z" />
      {moving[0] && !full && (
        <g class="ghost" transform={`translate(${last.x.toFixed(1)},${last.y.toFixed(1)})`}>
          <PieceFace piece={moving[0]} title={title.value} side={unit * (map.orientation === "flat" ? 0.41 : 0.33)} detail={level} />
        </g>
      )}
    </g>
  );
}
