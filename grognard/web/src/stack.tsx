/** The pieces on the map, hex by hex: enemies above, own below; more than a hex takes stand as a pile. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Piece } from "./api";
import { resized, standing } from "./geometry";
import type { Spot, Spots } from "./map";
import { PieceFace } from "./piece";
import { board, decision, offered, picked, state, title } from "./play";

const MOST = 4;

function grouped(pieces: Piece[], places: Spots): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (!places.has(piece.at)) continue;
    const stack = stacks.get(piece.at);
    if (stack) stack.push(piece); else stacks.set(piece.at, [piece]);
  }
  for (const stack of stacks.values()) stack.sort((a, b) => Number(a.own) - Number(b.own) || a.id.localeCompare(b.id));
  return stacks;
}

/** What the decision makes of a piece: may it be picked and for how much, is it picked, aimed at, does it owe something? */
interface Part { may: boolean; cost: number | undefined; taken: boolean; target: boolean; owed: boolean }

interface Drawn { stack: Piece[]; parts: string; spot: Spot; level: number; shape: VNode }

/** Every stack; one that looks as it did is not drawn again, for a click changes few of hundreds. */
export function Stacks({ places, unit, level }: { places: Spots; unit: number; level: 1 | 2 | 3 }) {
  const stacks = useMemo(() => grouped(state.value?.pieces ?? [], places), [state.value?.pieces, places]);
  const before = useRef(new Map<string, Drawn>());
  const side = unit * (board.value!.orientation === "flat" ? 0.41 : 0.33);
  const owing = new Set(decision.value?.debts.map((d) => d.piece));
  const { pieces, places: targets } = offered.value;
  const part = (p: Piece): Part => ({ may: pieces.has(p.id), cost: pieces.get(p.id)?.choice.cost, taken: picked.value.has(p.id), target: !p.own && targets.has(p.at), owed: owing.has(p.id) });
  const drawn = new Map<string, Drawn>();
  for (const [at, stack] of stacks) {
    const parts = stack.map(part);
    const [key, spot, was] = [JSON.stringify(parts), places.get(at)!, before.current.get(at)];
    const same = was && was.parts === key && was.spot === spot && was.level === level && was.stack.length === stack.length && was.stack.every((p, i) => p === stack[i]);
    drawn.set(at, same ? was : { stack, parts: key, spot, level, shape: <Stack key={at} at={at} stack={stack} parts={parts} spot={spot} side={side} level={level} /> });
  }
  before.current = drawn;
  return <g class="stacks">{[...drawn.values()].map((one) => one.shape)}</g>;
}

function Stack({ at, stack, parts, spot, side, level }: { at: string; stack: Piece[]; parts: Part[]; spot: Spot; side: number; level: 1 | 2 | 3 }) {
  const enemies = stack.filter((p) => !p.own).length;
  const fighting = enemies > 0 && enemies < stack.length;
  const crowded = stack.length > MOST;
  const chosen = stack.filter((_, i) => parts[i]!.taken);
  const shown = crowded ? [...stack.slice(0, Math.min(enemies, 2)), ...stack.slice(enemies).slice(0, enemies ? 2 : 4)] : stack;
  if (crowded && !enemies) for (const p of chosen) if (!shown.includes(p)) shown[shown.length - 1] = p;
  const above = shown.filter((p) => !p.own).length;
  const where = standing(above, shown.length - above);
  return (
    <g class="stack" role="group" aria-label={`${at.replaceAll("_", " ")}: ${stack.map((p) => p.label || p.note || p.id).join(", ")}`}>
      {shown.map((piece, i) => <Standing key={`${piece.id}-${i}`} piece={piece} part={parts[stack.indexOf(piece)]!} spot={spot} side={side} level={level} place={where[i]!} />)}
      {fighting && <g class="swords"><circle cx={spot.x + side * 1.28} cy={spot.y} r="11" /><path d={resized("M-5-5l10 10M5-5L-5 5", 1, spot.x + side * 1.28, spot.y)} /></g>}
      {crowded && <g class="more" data-stack={at}><rect x={spot.x + side * 1.22 - 15} y={spot.y + side * 0.9 - 10} width="30" height="20" rx="10" /><text x={spot.x + side * 1.22} y={spot.y + side * 0.9 + 5}>{stack.length}</text></g>}
    </g>
  );
}

/** A block that is turned over, and a step that is lost or gained, tip. */
function Tipping({ piece, children }: { piece: Piece; children: ComponentChildren }) {
  const was = useRef(`${piece.up}|${piece.strength}`);
  const now = `${piece.up}|${piece.strength}`;
  const tips = was.current !== now;
  useEffect(() => { was.current = now; });
  return <g key={now} class={tips ? "tips" : ""}>{children}</g>;
}

function Standing({ piece, part, spot, side, level, place }: { piece: Piece; part: Part; spot: Spot; side: number; level: 1 | 2 | 3; place: [number, number] }) {
  const { may, cost, taken, target, owed } = part;
  const corner = side * 0.47;
  return (
    <g class={`piece ${may ? "offered" : ""} ${taken ? "picked" : ""} ${target ? "aimed" : ""}`} data-piece={piece.id} data-place={piece.at}
      transform={`translate(${(spot.x + place[0] * side).toFixed(1)},${(spot.y + place[1] * side + side * 0.04).toFixed(1)}) scale(${taken ? 1.07 : 1})`}
      tabindex={may ? 0 : -1} role={may ? "button" : "img"}>
      <title>{[piece.label, piece.note || piece.id, piece.strength].filter(Boolean).join(", ")}</title>
      {taken && ["halo under", "halo"].map((cls) => <rect key={cls} class={cls} x={-side * 0.58} y={-side * 0.64} width={side * 1.16} height={side * 1.24} rx={side * 0.2} />)}
      <Tipping piece={piece}><PieceFace piece={piece} title={title.value} side={side} detail={level} /></Tipping>
      {target && <rect class="aim" x={-side * 0.54} y={-side * 0.54} width={side * 1.08} height={side * 1.08} rx="4" />}
      {may && !taken && cost === undefined && <circle class="dot" cx={corner} cy={-corner} r={side * 0.11} />}
      {may && !taken && cost !== undefined && <g class="price"><title>{`Price: ${cost}`}</title><circle cx={corner} cy={-corner} r={side * 0.21} /><text x={corner} y={side * 0.1 - corner} font-size={side * 0.29}>{cost}</text></g>}
      {taken && <g class="tick"><circle cx={corner} cy={-corner} r={side * 0.17} /><path d={resized("M-3.500 0l2.500 3 5-6", 1, corner, -corner)} /></g>}
      {piece.tags.includes("moved") && !taken && <g class="done"><circle cx={corner} cy={-corner} r={side * 0.15} /><path d={resized("M-3.500 0l2.500 3 5-6", 1, corner, -corner)} /></g>}
      {piece.tags.includes("active") && <g class="signal"><circle cx={corner} cy={corner} r={side * 0.17} /><path d={resized("M-4-3a5 5 0 0 0 0 6M4-3a5 5 0 0 1 0 6M0 0h.01", 1, corner, corner)} /></g>}
      {piece.tags.includes("cut") && <g class="cut-off"><circle cx={corner} cy={-corner} r={side * 0.17} /><path d={resized("M-4-4l8 8M4-4l-8 8", 1, corner, -corner)} /></g>}
      {owed && <g class="owed"><circle cx={-corner} cy={-corner} r={side * 0.15} /><path d={resized("M0-4v4M0 3h.01", 1, -corner, -corner)} /></g>}
    </g>
  );
}
