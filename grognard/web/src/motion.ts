/** Motion: pieces walk their path. It follows the log, never holds up an order, and is not there for those who want none. */

import type { Line } from "./api";

const A_HEX = 110;
const MOST = 600;

export interface Told { place: string; lines: Line[] }
const MOST_TOLD = 3;

/** The lines of each place where a die fell, for the report. */
export function reported(fresh: Line[]): Told[] {
  const rolled = [...new Set(fresh.filter((l) => l.dice?.length && l.places.length).map((l) => l.places.at(-1)!))];
  return rolled.slice(-MOST_TOLD).map((place) => ({ place, lines: fresh.filter((l) => l.places.includes(place) && (l.dice?.length || l.places.length < 2)) }));
}

/** So many lines, in their order: where a die fell or something was lost or changed before marches and arrivals. */
export function weighty(told: Line[], most: number): Line[] {
  const weight = (l: Line) => (l.dice?.length ? 0 : /lost|starved|overran|eliminated|revealed|battle/.test(l.kind) ? 1 : l.places.length > 1 || QUIET.has(l.kind) ? 3 : 2);
  const kept = new Set([...told].sort((a, b) => weight(a) - weight(b) || a.n - b.n).slice(0, most));
  return told.filter((l) => kept.has(l));
}
/** Lines that say little by themselves. */
const QUIET = new Set(["moved", "arrived", "merged", "split", "marked", "railed"]);

export interface Point { x: number; y: number }

/** How long a walk over so many hexes lasts. */
export const lasting = (hexes: number) => Math.min(MOST, A_HEX * Math.max(1, hexes));

/** The walks that some lines of the log tell: pieces that stand at the end of a line's places. */
export function walks(lines: Line[], standing: (piece: string) => string | undefined): { piece: string; places: string[] }[] {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    if (line.places.length < 2) continue;
    for (const piece of line.pieces) {
      const before = found.get(piece);
      found.set(piece, before && before.at(-1) === line.places[0] ? [...before, ...line.places.slice(1)] : line.places);
    }
  }
  return [...found].filter(([piece, places]) => standing(piece) === places.at(-1)).map(([piece, places]) => ({ piece, places }));
}

/** Let the pieces that some lines moved walk there, once they are drawn. */
export function walk(lines: Line[], standing: (piece: string) => string | undefined, spot: (place: string) => Point | undefined): void {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  requestAnimationFrame(() => {
    for (const { piece, places } of walks(lines, standing)) {
      const element = document.querySelector<SVGGElement>(`.piece[data-piece="${CSS.escape(piece)}"]`);
      const way = places.map(spot);
      const end = way.at(-1);
      if (!element || !end || way.includes(undefined)) continue;
      const box = element.transform.baseVal.consolidate()?.matrix;
      if (!box) continue;
      const frames = way.map((p) => ({ transform: `translate(${(p!.x - end.x + box.e).toFixed(1)}px,${(p!.y - end.y + box.f).toFixed(1)}px)` }));
      element.animate(frames, { duration: lasting(way.length - 1), easing: "ease-out" });
    }
  });
}

/** For what the hand moves: an animation that stands still and adds nothing. A browser moves what it sees animated as it is; for anything else it looks through all that the page shows, which takes most of a frame. */
export function movable(element: Element): () => void {
  const still = element.animate([{ transform: "none" }, { transform: "none" }], { duration: 1, composite: "add" });
  still.pause();
  return () => still.cancel();
}
