/** The small map: all that the scenario plays on, who stands where, and a frame around what the large one shows. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Board } from "./api";
import type { Look, Size } from "./geometry";
import { board, hidden, lit, state, title } from "./play";
import { skin } from "./skin";

/** Is it shown? Where there is room it is, until someone folds it; the browser remembers it. */
export const minimapShown = signal(localStorage.getItem("minimap") ? localStorage.getItem("minimap") === "on" : matchMedia("(min-width: 1280px) and (min-height: 700px)").matches);
export function showMinimap(on: boolean): void {
  minimapShown.value = on;
  localStorage.setItem("minimap", on ? "on" : "off");
}

/** A point of the sheet that the large map is to look at. */
export const lookAt = signal<{ x: number; y: number } | null>(null);
/** Told whenever the large map moves; the frame is set by hand, for a drag has no time for more. */
export const framed: { now: (look: Look, view: Size) => void; last: [Look, Size] | null } = { now: () => {}, last: null };

const WIDE = 200, HIGH = 150;
const WATER = new Set(["sea", "lake", "ocean"]);

interface Field { left: number; top: number; width: number; height: number; scale: number }

/** The part of the sheet that has hexes, and how small it is drawn. */
export function fieldOf(map: Board): Field {
  const { left, top, unit } = map.frame;
  const [xs, ys] = [map.hexes.map((h) => (h.x - left) * unit), map.hexes.map((h) => (h.y - top) * unit)];
  const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b), Infinity) - unit * 0.6;
  const most = (all: number[]) => all.reduce((a, b) => Math.max(a, b), -Infinity) + unit * 0.6;
  const [x, y] = [least(xs), least(ys)];
  const [width, height] = [most(xs) - x, most(ys) - y];
  return { left: x, top: y, width, height, scale: Math.min(WIDE / width, HIGH / height) };
}

const COLOURS = { light: { water: "#a9c6d5", land: "#dcdfbe" }, dark: { water: "#1b2a34", land: "#3c4636" } };

/** Land and water, once for each map and skin. */
function ground(map: Board, field: Field, dark: boolean): HTMLCanvasElement {
  const drawn = document.createElement("canvas");
  const ratio = 2;
  [drawn.width, drawn.height] = [Math.ceil(field.width * field.scale * ratio), Math.ceil(field.height * field.scale * ratio)];
  const pen = drawn.getContext("2d")!;
  const colours = COLOURS[dark ? "dark" : "light"];
  pen.scale(field.scale * ratio, field.scale * ratio);
  pen.translate(-field.left, -field.top);
  pen.lineWidth = 1 / field.scale / ratio;
  const { left, top, unit } = map.frame;
  for (const wet of [true, false]) {
    pen.fillStyle = pen.strokeStyle = wet ? colours.water : colours.land;
    pen.beginPath();
    for (const hex of map.hexes.filter((one) => WATER.has(one.terrain) === wet)) {
      hex.corners.forEach(([x, y], i) => { const at = [(x - left) * unit, (y - top) * unit] as const; if (i) pen.lineTo(...at); else pen.moveTo(...at); });
      pen.closePath();
    }
    pen.fill();
    pen.stroke();
  }
  return drawn;
}

export function Minimap() {
  const map = board.value!;
  const field = useMemo(() => fieldOf(map), [map]);
  const dark = skin.value === "dark";
  const under = useMemo(() => ground(map, field, dark), [map, dark]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<SVGRectElement>(null);
  const [width, height] = [field.width * field.scale, field.height * field.scale];
  useEffect(() => {
    const pen = canvas.current!.getContext("2d")!;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, under.width, under.height);
    pen.drawImage(under, 0, 0);
    if (hidden.value) return;
    const { left, top, unit } = map.frame;
    const at = new Map(map.hexes.map((h) => [h.name, h]));
    const sides = title.value?.looks.sides ?? {};
    const told = new Set(lit.value);
    for (const piece of state.value?.pieces ?? []) {
      const hex = at.get(piece.at);
      if (!hex) continue;
      const look = sides[piece.side ?? piece.power] ?? sides[piece.power];
      const [x, y] = [((hex.x - left) * unit - field.left) * field.scale * 2, ((hex.y - top) * unit - field.top) * field.scale * 2];
      const size = told.has(piece.at) ? 5 : 3;
      pen.fillStyle = (dark ? look?.line ?? look?.dark : look?.colour) ?? (dark ? "#f0ece2" : "#182026");
      pen.fillRect(x - size, y - size, 2 * size, 2 * size);
    }
  }, [under, state.value, hidden.value, lit.value]);
  useLayoutEffect(() => {
    framed.now = ({ x, y, scale }, view) => {
      const part = frame.current;
      if (!part) return;
      const [l, t] = [(-x / scale - field.left) * field.scale, (-y / scale - field.top) * field.scale];
      const [r, b] = [l + (view.width / scale) * field.scale, t + (view.height / scale) * field.scale];
      const [x0, y0, x1, y1] = [Math.max(1, l), Math.max(1, t), Math.min(width - 1, r), Math.min(height - 1, b)];
      for (const [name, value] of [["x", x0], ["y", y0], ["width", Math.max(4, x1 - x0)], ["height", Math.max(4, y1 - y0)]] as const) part.setAttribute(name, value.toFixed(1));
    };
    if (framed.last) framed.now(...framed.last);
    return () => { framed.now = () => {}; };
  }, [field]);
  const go = (e: PointerEvent & { currentTarget: Element }) => {
    const box = e.currentTarget.getBoundingClientRect();
    lookAt.value = { x: field.left + ((e.clientX - box.left) / box.width) * field.width, y: field.top + ((e.clientY - box.top) / box.height) * field.height };
  };
  const down = (e: PointerEvent & { currentTarget: Element }) => { e.currentTarget.setPointerCapture(e.pointerId); go(e); };
  const by = (dx: number, dy: number) => {
    const last = framed.last;
    if (!last) return;
    const [{ x, y, scale }, view] = last;
    lookAt.value = { x: (view.width * (0.5 + dx) - x) / scale, y: (view.height * (0.5 + dy) - y) / scale };
  };
  const onKey = (e: KeyboardEvent) => {
    const step = ({ ArrowLeft: [-0.4, 0], ArrowRight: [0.4, 0], ArrowUp: [0, -0.4], ArrowDown: [0, 0.4] } as Record<string, [number, number]>)[e.key];
    if (step) { e.preventDefault(); e.stopPropagation(); by(...step); }
  };
  return (
    <div class="minimap" role="application" aria-label="Small map: arrow keys move the large one" tabIndex={0} style={{ width: `${width}px`, height: `${height}px` }}
      onPointerDown={down} onPointerMove={(e) => { if (e.buttons) go(e); }} onKeyDown={onKey}>
      <canvas ref={canvas} width={under.width} height={under.height} style={{ width: `${width}px`, height: `${height}px` }} />
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true"><rect ref={frame} /></svg>
    </div>
  );
}
