/** Pan, wheel, pinch and tap. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { clamped, type Look, type Size, zoomed } from "./geometry";

interface Point { x: number; y: number }
type Tapped = (x: number, y: number, target: Element) => void;
/** What may be lifted off the map or out of the tray, and what happens to it on the way. */
export interface Carrier { lift: (id: string, x: number, y: number) => boolean; hover: (x: number, y: number) => void; letGo: () => void; cancel: () => void }

export function usePointers(box: { current: HTMLDivElement | null }, look: { current: Look }, apply: (next: Look) => void, view: () => Size, sheet: Size, tapped: Tapped, carrier: Carrier) {
  const tap = useRef(tapped);
  const carry = useRef(carrier);
  tap.current = tapped;
  carry.current = carrier;
  useLayoutEffect(() => {
    const at = box.current!;
    const down = new Map<number, Point>();
    let [moved, spread] = [0, 0];
    let middle: Point = { x: 0, y: 0 };
    let held = "";
    let carrying = false;
    let fromTray = false;
    const putBack = () => { if (carrying) carry.current.cancel(); carrying = false; held = ""; };
    const point = (e: { clientX: number; clientY: number }): Point => { const r = at.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
    const ours = (e: Event) => !(e.target as Element).closest(".floats");
    const onDown = (e: PointerEvent) => {
      const target = e.target as Element;
      const tray = target.closest("[data-tray]");
      if (!ours(e) && !tray) return;
      putBack();
      down.set(e.pointerId, point(e));
      [moved, spread, fromTray] = [0, 0, tray !== null];
      if (down.size === 1) held = tray?.getAttribute("data-tray") ?? target.closest("[data-piece]")?.getAttribute("data-piece") ?? "";
    };
    const onMove = (e: PointerEvent) => {
      const before = down.get(e.pointerId);
      if (!before) return;
      const now = point(e);
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      down.set(e.pointerId, now);
      if (held && !carrying && down.size === 1 && moved > 6) {
        carrying = carry.current.lift(held, now.x, now.y);
        if (carrying) at.setPointerCapture(e.pointerId); else held = "";
      }
      if (carrying) { carry.current.hover(now.x, now.y); return; }
      if (down.size === 2) {
        const [a, b] = [...down.values()] as [Point, Point];
        const wide = Math.hypot(a.x - b.x, a.y - b.y);
        const now = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        const { x, y, scale } = look.current;
        if (spread) apply(zoomed({ x: x + now.x - middle.x, y: y + now.y - middle.y, scale }, wide / spread, now.x, now.y, view(), sheet));
        [spread, middle] = [wide, now];
      } else if (moved > 5 && !fromTray) {
        at.setPointerCapture(e.pointerId);
        apply(clamped({ ...look.current, x: look.current.x + now.x - before.x, y: look.current.y + now.y - before.y }, view(), sheet));
      }
    };
    const onUp = (e: PointerEvent) => {
      const was = down.delete(e.pointerId);
      if (carrying) {
        carrying = false;
        held = "";
        if (e.type === "pointerup") carry.current.letGo(); else carry.current.cancel();
        return;
      }
      held = "";
      if (was && !fromTray && moved <= 5 && e.type === "pointerup") { const p = point(e); tap.current(p.x, p.y, e.target as Element); }
      if (down.size < 2) spread = 0;
    };
    const onWheel = (e: WheelEvent) => {
      if (!ours(e)) return;
      e.preventDefault();
      const p = point(e);
      apply(zoomed(look.current, Math.exp(-e.deltaY * 0.0015), p.x, p.y, view(), sheet));
    };
    const onEscape = (e: KeyboardEvent) => { if (e.key === "Escape" && carrying) { e.preventDefault(); e.stopPropagation(); putBack(); down.clear(); } };
    document.addEventListener("keydown", onEscape, true);
    // A hand that is fast leaves the map before it is noticed: what began here is followed everywhere.
    const listens: [string, EventListener][] = [["pointermove", onMove as EventListener], ["pointerup", onUp as EventListener], ["pointercancel", onUp as EventListener]];
    at.addEventListener("pointerdown", onDown);
    for (const [kind, fn] of listens) document.addEventListener(kind, fn);
    at.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      at.removeEventListener("pointerdown", onDown);
      for (const [kind, fn] of listens) document.removeEventListener(kind, fn);
      document.removeEventListener("keydown", onEscape, true);
      at.removeEventListener("wheel", onWheel);
    };
  }, [sheet]);
}
