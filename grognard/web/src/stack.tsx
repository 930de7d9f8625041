/** The pieces on the map, hex by hex: enemies above, own below; more than a hex takes stand as a pile. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Piece } from "./api";
import { standing } from "./geometry";
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

export function Stacks({ places, unit, level }: { places: Spots; unit: number; level: 1 | 2 | 3 }) {
  const stacks = useMemo(() => grouped(state.value?.pieces ?? [], places), [state.value, places]);
  const share = board.value!.orientation === "flat" ? 0.41 : 0.33;
  return <g class="stacks">{[...stacks].map(([at, stack]) => <Stack key={at} at={at} stack={stack} spot={places.get(at)!} side={unit * share} level={level} />)}</g>;
}

function Stack({ at, stack, spot, side, level }: { at: string; stack: Piece[]; spot: Spot; side: number; level: 1 | 2 | 3 }) {
  const enemies = stack.filter((p) => !p.own).length;
  const fighting = enemies > 0 && enemies < stack.length;
  const crowded = stack.length > MOST;
  const chosen = stack.filter((p) => picked.value.has(p.id));
  const shown = crowded ? [...stack.slice(0, Math.min(enemies, 2)), ...stack.slice(enemies).slice(0, enemies ? 2 : 4)] : stack;
  if (crowded && !enemies) for (const p of chosen) if (!shown.includes(p)) shown[shown.length - 1] = p;
  const above = shown.filter((p) => !p.own).length;
  const where = standing(above, shown.length - above);
  return (
    <g class="stack" role="group" aria-label={`${at.replaceAll("_", " ")}: ${stack.map((p) => p.label || p.note || p.id).join(", ")}`}>
      {shown.map((piece, i) => <Standing key={`${piece.id}-${i}`} piece={piece} spot={spot} side={side} level={level} place={where[i]!} />)}
      {fighting && <g class="swords" transform={`translate(${(spot.x + side * 1.28).toFixed(1)},${spot.y.toFixed(1)})`}><circle r="11" /><path d="M-5-5l10 10M5-5L-5 5" /></g>}
      {crowded && <g class="more" data-stack={at} transform={`translate(${(spot.x + side * 1.22).toFixed(1)},${(spot.y + side * 0.9).toFixed(1)})`}><rect x="-15" y="-10" width="30" height="20" rx="10" /><text y="5">{stack.length}</text></g>}
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

function Standing({ piece, spot, side, level, place }: { piece: Piece; spot: Spot; side: number; level: 1 | 2 | 3; place: [number, number] }) {
  const may = offered.value.pieces.has(piece.id);
  const cost = offered.value.pieces.get(piece.id)?.choice.cost;
  const taken = picked.value.has(piece.id);
  const owed = decision.value?.debts.some((d) => d.piece === piece.id);
  const target = !piece.own && offered.value.places.has(piece.at);
  const corner = side * 0.47;
  return (
    <g class={`piece ${may ? "offered" : ""} ${taken ? "picked" : ""} ${target ? "aimed" : ""}`} data-piece={piece.id} data-place={piece.at}
      transform={`translate(${(spot.x + place[0] * side).toFixed(1)},${(spot.y + place[1] * side + side * 0.04).toFixed(1)}) scale(${taken ? 1.07 : 1})`}
      tabindex={may ? 0 : -1} role={may ? "button" : "img"}>
      <title>{[piece.label, piece.note || piece.id, piece.strength].filter(Boolean).join(", ")}</title>
      {taken && <rect class="halo" x={-side * 0.58} y={-side * 0.64} width={side * 1.16} height={side * 1.24} rx={side * 0.2} />}
      <Tipping piece={piece}><PieceFace piece={piece} title={title.value} side={side} detail={level} /></Tipping>
      {target && <rect class="aim" x={-side * 0.54} y={-side * 0.54} width={side * 1.08} height={side * 1.08} rx="4" />}
      {may && !taken && cost === undefined && <circle class="dot" cx={corner} cy={-corner} r={side * 0.11} />}
      {may && !taken && cost !== undefined && <g class="price" transform={`translate(${corner},${-corner})`}><title>{`Price: ${cost}`}</title><circle r={side * 0.21} /><text y={side * 0.1} font-size={side * 0.29}>{cost}</text></g>}
      {taken && <g class="tick" transform={`translate(${corner},${-corner})`}><circle r={side * 0.17} /><path d="M-3.500 0l2.500 3 5-6" /></g>}
      {piece.tags.includes("moved") && !taken && <g class="done" transform={`translate(${corner},${-corner})`}><circle r={side * 0.15} /><path d="M-3.500 0l2.500 3 5-6" /></g>}
      {piece.tags.includes("active") && <g class="signal" transform={`translate(${corner},${corner})`}><circle r={side * 0.17} /><path d="M-4-3a5 5 0 0 0 0 6M4-3a5 5 0 0 1 0 6M0 0h.01" /></g>}
      {piece.tags.includes("cut") && <g class="cut-off" transform={`translate(${corner},${-corner})`}><circle r={side * 0.17} /><path d="M-4-4l8 8M4-4l-8 8" /></g>}
      {owed && <g class="owed" transform={`translate(${-corner},${-corner})`}><circle r={side * 0.15} /><path d="M0-4v4M0 3h.01" /></g>}
    </g>
  );
}
