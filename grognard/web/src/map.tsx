/** The map: backdrop, lights, pieces. Pan, wheel and pinch; the pieces of a hex open as a tray. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, Choice, Hex, Piece } from "./api";
import { centred, clamped, detail as detailOf, fitting, type Look, standing, zoomed } from "./geometry";
import { PieceFace } from "./piece";
import { board, choices, chosenPlace, drop, hidden, lit, offered, overlay, pick, prefix, preview, state, title, touch, why } from "./play";

export const goTo = signal("");
export const hint = signal<{ x: number; y: number; rule: string; sentence: string } | null>(null);
export const selectedPlace = signal("");

interface Spot { hex: Hex; x: number; y: number; points: string }

function spots(map: Board): Map<string, Spot> {
  const { left, top, unit } = map.frame;
  const px = (x: number) => (x - left) * unit;
  const py = (y: number) => (y - top) * unit;
  return new Map(map.hexes.map((hex) => [hex.name, {
    hex, x: px(hex.x), y: py(hex.y), points: hex.corners.map(([x, y]) => `${px(x).toFixed(1)},${py(y).toFixed(1)}`).join(" "),
  }]));
}

export function MapView() {
  const map = board.value!;
  const box = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const look = useRef<Look>({ x: 0, y: 0, scale: 0.2 });
  const [level, setLevel] = useState<1 | 2 | 3>(2);
  const places = useMemo(() => spots(map), [map]);
  const sheet = map.frame;
  const view = () => ({ width: box.current?.clientWidth ?? 800, height: box.current?.clientHeight ?? 600 });

  function apply(next: Look) {
    look.current = next;
    if (world.current) world.current.style.transform = `translate(${next.x}px,${next.y}px) scale(${next.scale})`;
    const now = detailOf(next.scale * sheet.unit);
    if (now !== level) setLevel(now);
  }

  useLayoutEffect(() => {
    const first = state.value?.pieces.find((p) => p.own && places.has(p.at));
    const spot = first && places.get(first.at);
    const scale = Math.max(fitting(view(), sheet), 0.62);
    apply(spot ? centred(spot.x, spot.y, scale, view(), sheet) : clamped({ x: 0, y: 0, scale }, view(), sheet));
  }, [map]);

  useEffect(() => {
    const spot = places.get(goTo.value);
    if (spot) apply(centred(spot.x, spot.y, Math.max(look.current.scale, 0.75), view(), sheet));
  }, [goTo.value]);

  usePointers(box, look, apply, view, sheet);
  const stacks = useMemo(() => grouped(state.value?.pieces ?? [], places), [state.value, places]);
  const offer = offered.value;
  return (
    <div class="map" ref={box} tabIndex={0} role="application" aria-label="Map">
      <div class="world" ref={world} style={{ width: `${sheet.width}px`, height: `${sheet.height}px` }}>
        {map.backdrop && <img class="backdrop" src={map.backdrop} alt="" draggable={false} width={sheet.width} height={sheet.height} />}
        <svg class="over" viewBox={`0 0 ${sheet.width} ${sheet.height}`} width={sheet.width} height={sheet.height}>
          {!map.backdrop && [...places.values()].map((s) => <polygon key={s.hex.name} points={s.points} class={`plain ${s.hex.terrain}`} />)}
          {overlay.value?.sets.map((set) => set.places.map((p) => places.get(p) && <polygon key={`${set.style}${p}`} points={places.get(p)!.points} class={`overlay ${set.style}`} />))}
          {lit.value.map((p) => places.get(p) && <polygon key={`lit${p}`} points={places.get(p)!.points} class="lit" />)}
          <Targets places={places} unit={sheet.unit} />
          {selectedPlace.value && places.get(selectedPlace.value) && <polygon points={places.get(selectedPlace.value)!.points} class="chosen" />}
          <Path places={places} />
          {!hidden.value && [...stacks].map(([at, stack]) => (
            <Stack key={at} at={at} stack={stack} spot={places.get(at)!} unit={sheet.unit} level={level} offered={offer.pieces} />
          ))}
        </svg>
      </div>
      <Boxes />
    </div>
  );
}

function grouped(pieces: Piece[], places: Map<string, Spot>): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) if (places.has(piece.at)) stacks.set(piece.at, [...(stacks.get(piece.at) ?? []), piece]);
  for (const stack of stacks.values()) stack.sort((a, b) => Number(a.own) - Number(b.own) || a.id.localeCompare(b.id));
  return stacks;
}

function Targets({ places, unit }: { places: Map<string, Spot>; unit: number }) {
  return (
    <g class="targets">
      {[...offered.value.places].map(([name, choice]) => {
        const spot = places.get(name);
        if (!spot) return null;
        const enemy = (state.value?.pieces ?? []).some((p) => p.at === name && !p.own);
        return (
          <g key={name} class={`target ${enemy ? "attack" : "may"} ${chosenPlace.value === name ? "previewed" : ""}`}>
            <polygon points={spot.points} />
            {choice.cost !== undefined && (enemy
              ? <rect class="mark" x={spot.x - 11} y={spot.y - unit * 0.36 - 11} width="22" height="22" transform={`rotate(45 ${spot.x} ${spot.y - unit * 0.36})`} />
              : <circle class="mark" cx={spot.x} cy={spot.y - unit * 0.36} r="13" />)}
            {choice.cost !== undefined && <text class="cost" x={spot.x} y={spot.y - unit * 0.36 + 5}>{choice.cost}</text>}
          </g>
        );
      })}
    </g>
  );
}

function Path({ places }: { places: Map<string, Spot> }) {
  const target = places.get(chosenPlace.value);
  const piece = state.value?.pieces.find((p) => prefix.value.includes(p.id) && places.has(p.at));
  const from = piece && places.get(piece.at);
  if (!target || !from || !preview.value) return null;
  return (
    <g class="path">
      <line class="under" x1={from.x} y1={from.y} x2={target.x} y2={target.y} />
      <line class="dash" x1={from.x} y1={from.y} x2={target.x} y2={target.y} />
    </g>
  );
}

function Stack({ at, stack, spot, unit, level, offered: may }: { at: string; stack: Piece[]; spot: Spot; unit: number; level: 1 | 2 | 3; offered: Set<string> }) {
  const many = stack.length > 4;
  const side = unit * (stack.length === 1 ? 0.42 : 0.34);
  const shown = many ? stack.slice(-4) : stack;
  const where = standing(shown.length);
  return (
    <g class="stack" role="group" aria-label={`${at}: ${stack.map((p) => p.label || p.id).join(", ")}`}>
      {shown.map((piece, i) => {
        const [dx, dy] = where[i]!;
        const picked = prefix.value.includes(piece.id);
        return (
          <g key={piece.id} class={`piece ${may.has(piece.id) ? "offered" : ""} ${picked ? "picked" : ""}`}
            transform={`translate(${(spot.x + dx * side).toFixed(1)},${(spot.y + dy * side + unit * 0.02).toFixed(1)}) scale(${picked ? 1.07 : 1})`}
            data-piece={piece.id} data-place={at} tabIndex={may.has(piece.id) ? 0 : -1}>
            <title>{`${piece.id} ${piece.strength} ${piece.note ?? ""}`}</title>
            <PieceFace piece={piece} title={title.value} side={side} detail={level} />
            {may.has(piece.id) && <circle class="dot" cx={side * 0.42} cy={-side * 0.42} r={side * 0.12} />}
          </g>
        );
      })}
      {many && <text class="more" x={spot.x + side} y={spot.y + side}>+{stack.length - 4}</text>}
    </g>
  );
}

function Boxes() {
  const map = board.value!;
  const names = new Set(map.hexes.map((h) => h.name));
  const away = (state.value?.pieces ?? []).filter((p) => p.own && !names.has(p.at) && map.boxes.includes(p.at));
  const groups = new Map<string, Piece[]>();
  for (const piece of away) groups.set(piece.at, [...(groups.get(piece.at) ?? []), piece]);
  const targets = [...offered.value.places.values()].filter((c) => !names.has(c.text));
  if (!groups.size && !targets.length) return null;
  return (
    <aside class="boxes" aria-label="Off the map">
      {targets.map((c) => <button key={c.text} class="offer" onClick={() => void touch(c)}>{c.text.replaceAll("_", " ")}{c.cost !== undefined ? ` (${c.cost})` : ""}</button>)}
      {[...groups].slice(0, 6).map(([at, list]) => (
        <details key={at}>
          <summary>{at.replaceAll("_", " ")} <b>{list.length}</b></summary>
          {list.slice(0, 40).map((p) => (
            <button key={p.id} class={offered.value.pieces.has(p.id) ? "offer" : ""} onClick={() => void touchPiece(p)}>{p.id} {p.strength}</button>
          ))}
        </details>
      ))}
    </aside>
  );
}

/** A touched piece: take it if it is offered, else look whether another order may use it, else say why not. */
export async function touchPiece(piece: Piece): Promise<void> {
  const choice = choices.value.find((c) => c.piece === piece.id);
  if (choice) { await touch(choice); return; }
  selectedPlace.value = piece.at;
  const now = state.value?.decision;
  if (!now || !piece.own) return;
  for (const offer of now.offers.filter((o) => !o.final)) {
    await pick([offer.text]);
    const found = choices.value.find((c) => c.piece === piece.id);
    if (found) { await touch(found); return; }
  }
  const verb = now.offers.find((o) => !o.final)?.text;
  if (verb) {
    const reason = await why(`${verb} ${piece.id}`);
    if (reason) hint.value = { x: 0, y: 0, ...reason };
  }
}

async function touchPlace(name: string): Promise<void> {
  const choice: Choice | undefined = offered.value.places.get(name);
  if (choice) { await touch(choice); return; }
  selectedPlace.value = name;
  if (prefix.value.length >= 2) {
    const reason = await why([...prefix.value, name].join(" "));
    if (reason) hint.value = { x: 0, y: 0, ...reason };
  }
}

function usePointers(box: { current: HTMLDivElement | null }, look: { current: Look }, apply: (next: Look) => void, view: () => { width: number; height: number }, sheet: { width: number; height: number }) {
  useEffect(() => {
    const at = box.current!;
    const down = new Map<number, { x: number; y: number }>();
    let moved = 0;
    let spread = 0;
    const point = (e: { clientX: number; clientY: number }) => { const r = at.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
    const onDown = (e: PointerEvent) => { down.set(e.pointerId, point(e)); moved = 0; spread = 0; };
    const onMove = (e: PointerEvent) => {
      const before = down.get(e.pointerId);
      if (!before) return;
      const now = point(e);
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      down.set(e.pointerId, now);
      if (down.size === 2) {
        const [a, b] = [...down.values()] as [{ x: number; y: number }, { x: number; y: number }];
        const wide = Math.hypot(a.x - b.x, a.y - b.y);
        if (spread) apply(zoomed(look.current, wide / spread, (a.x + b.x) / 2, (a.y + b.y) / 2, view(), sheet));
        spread = wide;
      } else if (moved > 5) {
        at.setPointerCapture(e.pointerId);
        apply(clamped({ ...look.current, x: look.current.x + now.x - before.x, y: look.current.y + now.y - before.y }, view(), sheet));
      }
    };
    const onUp = (e: PointerEvent) => {
      const was = down.delete(e.pointerId);
      if (was && moved <= 5 && e.type === "pointerup") tapped(e);
      if (down.size < 2) spread = 0;
    };
    const tapped = (e: PointerEvent) => {
      const target = e.target as Element;
      hint.value = null;
      const piece = target.closest("[data-piece]");
      const r = at.getBoundingClientRect();
      const x = (e.clientX - r.left - look.current.x) / look.current.scale;
      const y = (e.clientY - r.top - look.current.y) / look.current.scale;
      const place = nearest(x, y);
      if (piece) {
        const id = piece.getAttribute("data-piece")!;
        const name = piece.getAttribute("data-place")!;
        const known = state.value?.pieces.find((p) => p.id === id && p.at === name);
        if (offered.value.places.has(name) && !offered.value.pieces.has(id)) { void touchPlace(name); return; }
        if (known) { selectedPlace.value = name; void touchPiece(known); return; }
      }
      if (place) void touchPlace(place); else drop();
    };
    const nearest = (x: number, y: number): string => {
      const map = board.value!;
      const gx = x / map.frame.unit + map.frame.left;
      const gy = y / map.frame.unit + map.frame.top;
      let best = "";
      let least = 0.36;
      for (const hex of map.hexes) {
        const d = (hex.x - gx) ** 2 + (hex.y - gy) ** 2;
        if (d < least) { least = d; best = hex.name; }
      }
      return best;
    };
    const onWheel = (e: WheelEvent) => {
      e.preventDefault();
      const p = point(e);
      apply(zoomed(look.current, Math.exp(-e.deltaY * 0.0015), p.x, p.y, view(), sheet));
    };
    const onKey = (e: KeyboardEvent) => {
      const { width, height } = view();
      const pan = (dx: number, dy: number) => apply(clamped({ ...look.current, x: look.current.x + dx, y: look.current.y + dy }, view(), sheet));
      const keys: Record<string, () => void> = {
        "+": () => apply(zoomed(look.current, 1.25, width / 2, height / 2, view(), sheet)), "=": () => apply(zoomed(look.current, 1.25, width / 2, height / 2, view(), sheet)),
        "-": () => apply(zoomed(look.current, 0.8, width / 2, height / 2, view(), sheet)), "0": () => apply(clamped({ x: 0, y: 0, scale: fitting(view(), sheet) }, view(), sheet)),
        ArrowLeft: () => pan(120, 0), ArrowRight: () => pan(-120, 0), ArrowUp: () => pan(0, 120), ArrowDown: () => pan(0, -120),
      };
      if (keys[e.key] && !e.ctrlKey && !e.metaKey) { keys[e.key]!(); e.preventDefault(); }
      if (e.key === "Enter") {
        const focused = (document.activeElement as Element | null)?.closest("[data-piece]");
        const known = state.value?.pieces.find((p) => p.id === focused?.getAttribute("data-piece"));
        if (known) void touchPiece(known);
      }
    };
    at.addEventListener("pointerdown", onDown);
    at.addEventListener("pointermove", onMove);
    at.addEventListener("pointerup", onUp);
    at.addEventListener("pointercancel", onUp);
    at.addEventListener("wheel", onWheel, { passive: false });
    at.addEventListener("keydown", onKey);
    return () => {
      at.removeEventListener("pointerdown", onDown);
      at.removeEventListener("pointermove", onMove);
      at.removeEventListener("pointerup", onUp);
      at.removeEventListener("pointercancel", onUp);
      at.removeEventListener("wheel", onWheel);
      at.removeEventListener("keydown", onKey);
    };
  }, [board.value]);
}
