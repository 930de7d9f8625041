/** The sheet of a phone: its handle is dragged up and down, or touched to go on to the next height. */

import { signal } from "@preact/signals";

const HEIGHTS = ["low", "mid", "high"] as const;
export const sheetUp = signal<(typeof HEIGHTS)[number]>("mid");

/** So far a finger goes from one height to the next. */
const STEP = 64;
let from: { y: number; at: number } | null = null;
let dragged = false;

const isGrip = (e: PointerEvent) => matchMedia("(max-width: 899px)").matches && !!(e.target as Element).closest(e.pointerType === "mouse" ? ".handle" : ".handle, .prompt");

function next(): void {
  sheetUp.value = HEIGHTS[(HEIGHTS.indexOf(sheetUp.value) + 1) % HEIGHTS.length]!;
}

/** For the sheet as a whole: whoever drags it by its handle or its prompt raises or lowers it. */
export const drags = {
  onPointerDown: (e: PointerEvent) => {
    dragged = false;
    from = isGrip(e) ? { y: e.clientY, at: HEIGHTS.indexOf(sheetUp.value) } : null;
  },
  onPointerMove: (e: PointerEvent) => {
    if (!from) return;
    const steps = Math.round((from.y - e.clientY) / STEP);
    if (steps) { dragged = true; (e.currentTarget as Element).setPointerCapture(e.pointerId); }
    if (dragged) sheetUp.value = HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, from.at + steps))]!;
  },
  onPointerUp: (e: PointerEvent) => {
    if (from && !dragged && (e.target as Element).closest(".handle")) next();
    from = null;
  },
  onPointerCancel: () => { from = null; },
};

/** A finger's touch is told by the sheet, also one so soon after a drag that the browser makes no click of it. */
export function Handle() {
  return <button class="handle" aria-label="Raise or lower the sheet" onClick={(e) => { if (e.detail === 0) next(); }} />;
}
