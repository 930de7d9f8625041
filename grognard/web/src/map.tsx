/** The map: backdrop, lights, pieces. Pan, wheel and pinch; the pieces of a hex open as a tray. */

import { Areas } from "./areas";
import { batch, effect, signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, Hex, Piece, Reason } from "./api";
import { hang, sketch } from "./backdrop";
import { around, beside, type Box, central, centred, clamped, crowded, detail as detailOf, filling, fitting, KEYS_TOWARDS, type Look, massed, towards, zoomed } from "./geometry";
import { Carried, drag, dragging, hover, letGo, lift, liftable } from "./drag";
import { Lights, Marks, Overlays, Path } from "./lights";
import { framed, lookAt } from "./minimap";
import { movable, walk } from "./motion";
import { heard, hidden, board, drop, joinLate, lit, myTurn, offered, ordered, pick, picked, placeName, prefix, preview, state, stepBack, touch, verbs, why, wordName, written, title } from "./play";
import { pending } from "./pace";
import { Stacks } from "./stack";
import { Hint, Tray } from "./tray";
import { skin } from "./skin";
import { usePointers } from "./pointers";
import { Rest } from "./rest";

const goTo = signal({ place: "" });
/** Look at a place; again, when it was gone to before. */
export const goThere = (place: string) => { goTo.value = { place }; };
/** Places that should be in sight; the view stays as it is when half of them already are. */
export const inSight = signal<string[]>([]);
export const hint = signal<(Reason & { place: string; what: string }) | null>(null);
export const selectedPlace = signal("");
export const focusHex = signal("");
export const focusPiece = signal("");
/** How many times larger the map is to be; NaN for all of it, Infinity for my forces. */
export const zoomBy = signal(0);
// What was looked at in my turn is done with when another's begins.
effect(() => { if (!myTurn.value) selectedPlace.value = ""; });
// Where the few places of an order lie out of sight they are looked at: one cannot touch what one does not see.
const FEW = 6;
effect(() => {
  const { pieces, places } = offered.value;
  if (myTurn.value && !pieces.size && places.size > 0 && places.size <= FEW && !dragging.peek()) inSight.value = [...places.keys()];
});
// What others do is looked at while it is told.
effect(() => { if (pending.value && lit.value.length) inSight.value = lit.value; });
// An order was given: what was opened to choose it is in the way of what it led to.
effect(() => { if (ordered.value >= 0) { selectedPlace.value = ""; hint.value = null; } });
/** Forget what was selected and pointed at. */
export function overlook(): void {
  batch(() => { for (const at of [selectedPlace, focusHex, focusPiece]) at.value = ""; hint.value = null; goTo.value = { place: "" }; });
}

/** Puts what hangs beside a hex beside it. */
export const anchored = { now: () => {} };
let anchoring = 0;
/** Before the next frame, once: whoever asks where things lie makes the browser lay out all that has changed. */
export function anchorSoon(): void {
  anchoring ||= requestAnimationFrame(() => { anchoring = 0; anchored.now(); });
}

/** The map is laid out small and enlarged: a browser keeps the pixels of what is enlarged while it is zoomed. */
const BASE = 1 / 8;

/** Milliseconds after the last movement of the map before the small one follows. */
const RESTED = 160;

/** Where each seat of each game looked last: whoever comes back finds the map as it was. */
const kept = new Map<string, Look>();

export interface Spot { hex: Hex; x: number; y: number; points: string; corners: [number, number][] }
export type Spots = Map<string, Spot>;

let byKeys = false;
window.addEventListener("keydown", () => { byKeys = true; }, true);
window.addEventListener("pointerdown", () => { byKeys = false; }, true);

function spots(map: Board): Spots {
  const { left, top, unit } = map.frame;
  return new Map(map.hexes.map((hex) => {
    const corners = hex.corners.map(([x, y]) => [(x - left) * unit, (y - top) * unit] as [number, number]);
    const points = corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    return [hex.name, { hex, x: (hex.x - left) * unit, y: (hex.y - top) * unit, points, corners }];
  }));
}

/** The least share of the usual scale at which counters are read without leaning forward. */
const READABLE = 0.7;

/** What a page on a desk shows of the map at least, in the map's own measure. */
const PAGE = { width: 860, height: 640 };

/** So many hexes apart armies face each other over a sea, and so near they touch. */
const [NEAR, APART] = [5, 2.5];

/** Where to look first: where a page of this size shows most of my pieces, and the enemy before them. */
function front(places: Spots, width: number, height: number): Spot | undefined {
  const pieces = state.value?.pieces ?? [];
  const at = (some: typeof pieces) => some.map((p) => places.get(p.at)).filter((s) => s !== undefined);
  const own = pieces.filter((p) => p.own);
  // Of several powers that one seat plays, the one whose turn it is.
  const moving = own.filter((p) => p.power === state.value?.turn?.who);
  const [mine, theirs] = [at(moving.length ? moving : own), at(pieces.filter((p) => !p.own))];
  if (!mine.length || !theirs.length) return central(mine.length ? mine : theirs);
  // A small page looks at a part of what a large one would show.
  return central(crowded(crowded(mine, theirs, Math.max(width, PAGE.width), Math.max(height, PAGE.height)), [], width, height));
}

export function MapView() {
  const map = board.value!;
  const box = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const names = useRef<HTMLDivElement>(null);
  const under = useRef<HTMLCanvasElement>(null);
  const floats = useRef<HTMLDivElement>(null);
  const drawn = useRef<SVGSVGElement[]>([]);
  const look = useRef<Look>({ x: 0, y: 0, scale: 0.2 });
  const rest = useRef(new Rest()).current;
  const drawnAt = useRef(1);
  const framing = useRef(0);
  const [level, setLevel] = useState<1 | 2 | 3>(2);
  const places = useMemo(() => spots(map), [map]);
  const sheet = map.frame;
  const view = () => ({ width: box.current?.clientWidth ?? 800, height: box.current?.clientHeight ?? 600 });

  function apply(next: Look) {
    const before = look.current;
    const scaled = next.scale !== before.scale;
    look.current = next;
    kept.set(`${state.value?.game} ${state.value?.seat}`, next);
    const layer = world.current;
    if (!layer) return;
    // Whole pixels: then a dragged map is copied, not computed anew.
    const whole = (at: number) => Math.round(at * devicePixelRatio) / devicePixelRatio;
    layer.style.transform = `translate3d(${whole(next.x)}px,${whole(next.y)}px,0) scale(${next.scale / BASE})`;
    anchor();
    // The frame on the small map follows when the hand rests: a drag has no time for a layout.
    window.clearTimeout(framing.current);
    framing.current = window.setTimeout(() => { if (!box.current) return; framed.last = [look.current, view()]; framed.now(...framed.last); }, RESTED);
    if (!scaled) return;
    // While it is zoomed the map keeps its pixels and its detail; both are drawn anew when the hand rests.
    if (!layer.classList.contains("zooming")) drawnAt.current = before.scale;
    layer.classList.add("zooming");
    if (next.scale < drawnAt.current * 0.8) layer.classList.add("sketched");
    rest.stir();
    // A sketch lacks what a hand that drags looks for: it does not wait for ever.
    rest.after(() => { layer.classList.remove("zooming", "sketched"); setLevel(detailOf(look.current.scale)); }, () => (layer.classList.contains("sketched") ? 1000 : Infinity));
  }

  /** Keep what hangs beside a hex beside it: never under what lies over the map, nor on each other, and if it can be not over a target. */
  function anchor() {
    const hanging = floats.current?.querySelectorAll<HTMLElement>("[data-at]");
    if (!hanging?.length) return;
    const { x, y, scale } = look.current;
    const { width, height } = view();
    const corner = box.current!.getBoundingClientRect();
    // The drawer of a narrow page lies over the map too.
    const drawer = document.querySelector(".drawer > .side");
    const over = [...box.current!.parentElement!.children, ...(drawer ? [drawer] : [])].filter((e) => e !== box.current);
    const taken = over.map((e) => e.getBoundingClientRect()).map((r): Box => ({ left: r.left - corner.left - 8, top: r.top - corner.top - 8, right: r.right - corner.left + 8, bottom: r.bottom - corner.top + 8 }));
    const targets = [...offered.value.places.keys()].map((name) => places.get(name)).filter((s) => s !== undefined).map((s) => ({ x: s.x * scale + x, y: s.y * scale + y }));
    for (const element of hanging) {
      const spot = places.get(element.dataset.at!);
      if (!spot) continue;
      const [sx, sy] = [spot.x * scale + x, spot.y * scale + y];
      const away = sx < 0 || sy < 0 || sx > width || sy > height;
      element.classList.toggle("away", away);
      if (away) continue;
      const card = { width: element.offsetWidth, height: element.offsetHeight };
      const at = beside({ x: sx, y: sy }, sheet.unit * scale * 0.56, card, { left: 8, top: 8, right: width - 8, bottom: height - 8 }, targets, taken);
      element.style.transform = `translate(${at.x}px,${at.y}px)`;
      taken.push({ left: at.x, top: at.y, right: at.x + card.width, bottom: at.y + card.height });
    }
  }

  // What lies over the map comes, goes and grows: then what hangs beside a hex makes room.
  useEffect(() => {
    const board = box.current!.parentElement!;
    const grown = new ResizeObserver(() => anchored.now());
    const come = () => { grown.disconnect(); for (const child of board.children) grown.observe(child); };
    const kin = new MutationObserver(come);
    kin.observe(board, { childList: true });
    come();
    // The drawer slides in: only then it is known what lies under it.
    const slid = (e: TransitionEvent) => { if ((e.target as Element).matches?.(".side")) anchored.now(); };
    document.addEventListener("transitionend", slid);
    return () => { grown.disconnect(); kin.disconnect(); document.removeEventListener("transitionend", slid); };
  }, []);

  /** All that the scenario plays on, which may be a part of the sheet. */
  const wholeMap = () => {
    const part = around([...places.values()], sheet.unit * 0.7);
    if (!part) return clamped({ x: 0, y: 0, scale: fitting(view(), sheet) }, view(), sheet);
    return centred(part.x, part.y, fitting(view(), part), view(), sheet);
  };

  /** All pieces of mine that stand on the map. */
  const myForces = () => {
    const own = (state.value?.pieces ?? []).filter((p) => p.own).map((p) => places.get(p.at)).filter((s) => s !== undefined);
    const part = around(own, sheet.unit);
    return part ? clamped(centred(part.x, part.y, Math.min(fitting(view(), part), 1.1), view(), sheet), view(), sheet) : wholeMap();
  };

  useLayoutEffect(() => movable(world.current!), []);
  useEffect(() => {
    const stirs = ["pointerdown", "pointermove"] as const;
    const stir = (e: PointerEvent) => { if (e.buttons) rest.stir(); };
    for (const kind of stirs) document.addEventListener(kind, stir);
    return () => { rest.stop(); for (const kind of stirs) document.removeEventListener(kind, stir); };
  }, []);

  useLayoutEffect(() => {
    const first = (to: Look) => { apply(to); setLevel(detailOf(to.scale)); };
    const before = kept.get(`${state.value?.game} ${state.value?.seat}`);
    if (before) { first(clamped(before, view(), sheet)); return; }
    const near = box.current!.clientWidth < 900 ? 0.88 : 0.95;
    const stood = (state.value?.pieces ?? []).map((p) => places.get(p.at)).filter((s) => s !== undefined);
    const whole = around(stood, sheet.unit);
    // What floats over the map: the tools at the left, the deck below, in a lesson the coach at the right.
    const wide = view().width >= 900;
    const [left, right] = [wide ? 224 : 0, wide && state.value?.kind === "lesson" ? 396 : 0];
    const below = Math.max(wide ? 150 : 190, view().height - (document.querySelector<HTMLElement>(".deck")?.offsetTop ?? Infinity));
    const room = { width: view().width - left - right, height: view().height - below };
    const own = (state.value?.pieces ?? []).filter((p) => p.own).map((p) => places.get(p.at)).filter((s) => s !== undefined);
    // Where the armies are a sea apart the picture is of both its shores, from a little farther off.
    const mine = massed(own, 0.1);
    const others = stood.filter((s) => !own.includes(s));
    const gap = (s: Spot, of: Spot[]) => Math.min(...of.map((o) => Math.hypot(s.x - o.x, s.y - o.y)));
    const ready = mine.filter((m) => gap(m, others) < NEAR * sheet.unit);
    const apart = mine.filter((m) => gap(m, others) < APART * sheet.unit).length * 2 < mine.length && ready.length > 0;
    const shores = apart ? [...new Set([...ready, ...others.filter((o) => gap(o, ready) < NEAR * sheet.unit)])] : mine;
    const forces = whole && fitting(room, whole) > near * READABLE ? whole : around(massed(shores, apart ? 0.1 : 0), sheet.unit);
    const fits = forces ? fitting(room, forces) : 0;
    // Shores that no picture holds have a middle where no one stands.
    const both = apart && fits > near * READABLE * 0.6;
    const spot = forces && (fits > near * READABLE || both) ? { x: forces.x, y: forces.y } : front(places, room.width / near, room.height / near);
    const scale = fits > near * READABLE ? Math.min(fits, near * 1.2) : both ? near * READABLE : near;
    const there = spot ? centred(spot.x, spot.y, scale, room, sheet) : { x: 0, y: 0, scale };
    first(clamped(filling({ ...there, x: there.x + left }, { width: view().width, height: room.height }, sheet), view(), sheet));
  }, [map, state.value?.game]);
  anchored.now = anchor;

  useEffect(() => {
    // The pieces are shown first: to take the picture in keeps the browser busy for a while.
    const later = requestAnimationFrame(() => setTimeout(() => {
      if (map.backdrop && picture.current && names.current) void hang(picture.current, names.current, map.backdrop).then((found) => { drawn.current = found; dress(); });
    }));
    return () => cancelAnimationFrame(later);
  }, [map]);
  const dress = () => { for (const svg of drawn.current) svg.setAttribute("class", `z${level} ${skin.value}`); };
  useEffect(dress, [level, skin.value]);
  useEffect(() => { const later = setTimeout(() => { if (drawn.current[0] && under.current) void sketch(drawn.current[0], under.current).catch(() => undefined); }, 1500); return () => clearTimeout(later); }, [skin.value, map]);

  useLayoutEffect(() => {
    const spot = places.get(goTo.value.place);
    if (!spot) return;
    const tall = box.current!.clientWidth < 900 ? { width: view().width, height: view().height - 200 } : view();
    apply(centred(spot.x, spot.y, Math.max(look.current.scale, 0.8), tall, sheet));
  }, [goTo.value]);
  useLayoutEffect(() => {
    const at = lookAt.value;
    if (!at) return;
    apply(centred(at.x, at.y, look.current.scale, view(), sheet));
    lookAt.value = null;
  }, [lookAt.value]);
  useLayoutEffect(() => {
    const wanted = inSight.value.map((name) => places.get(name)).filter((s) => s !== undefined);
    const { x, y, scale } = look.current;
    const { width, height } = view();
    const seen = wanted.filter((s) => { const [sx, sy] = [s.x * scale + x, s.y * scale + y]; return sx > 40 && sy > 40 && sx < width - 40 && sy < height - 180; });
    const middle = central(wanted);
    if (middle && seen.length * 2 < wanted.length) apply(centred(middle.x, middle.y, scale, { width, height: height - 150 }, sheet));
  }, [inSight.value]);
  useLayoutEffect(() => {
    const { width, height } = view();
    if (zoomBy.value === 0) return;
    apply(Number.isNaN(zoomBy.value) ? wholeMap() : zoomBy.value === Infinity ? myForces() : zoomed(look.current, zoomBy.value, width / 2, height / 2, view(), sheet));
    zoomBy.value = 0;
  }, [zoomBy.value]);

  /** Does the map lie open at a point of it, or under the deck, the tools, a panel? */
  const open = (x: number, y: number) => { const r = box.current!.getBoundingClientRect(); return !!document.elementFromPoint(x + r.left, y + r.top)?.closest(".map"); };
  const placeAt = (x: number, y: number) => hexUnder((x - look.current.x) / look.current.scale, (y - look.current.y) / look.current.scale);
  useEffect(() => walk(heard.value, (id) => state.value?.pieces.find((p) => p.id === id)?.at, (name) => places.get(name)), [heard.value]);
  // For those who use keys the focus is never nowhere: when what had it is gone, the map has it.
  useEffect(() => { if (byKeys && document.activeElement === document.body) box.current?.focus({ preventScroll: true }); });

  usePointers(box, look, apply, view, sheet, tapped, {
    lift: (id, x, y) => { const piece = liftable(id); if (piece) void lift(piece, x, y); return !!piece; },
    hover: (x, y) => hover(x, y, open(x, y) ? placeAt(x, y) : ""),
    letGo: () => void letGo(),
    cancel: () => { drag.value = null; drop(); },
  });

  function tapped(x: number, y: number, target: Element) {
    hint.value = null;
    const piece = target.closest("[data-piece]");
    if (piece) {
      const [id, name] = [piece.getAttribute("data-piece")!, piece.getAttribute("data-place")!];
      const known = state.value?.pieces.find((p) => p.id === id && p.at === name);
      if (offered.value.places.has(name) && !offered.value.pieces.has(id)) { void touchPlace(name); return; }
      if (known) { selectedPlace.value = name; void touchPiece(known); return; }
    }
    const pile = target.closest("[data-stack]")?.getAttribute("data-stack");
    const place = pile ?? placeAt(x, y);
    if (place) void touchPlace(place); else { selectedPlace.value = ""; drop(); }
  }

  function hexUnder(x: number, y: number): string {
    let [best, least] = ["", (sheet.unit * 0.6) ** 2];
    for (const [name, spot] of places) {
      // Where spots lie over one another, off a coast, what is offered is meant before what is not, and a hex before a spot.
      const worth = offered.value.places.has(name) ? 0.3 : spot.hex.coast ? 4 : 1;
      const d = ((spot.x - x) ** 2 + (spot.y - y) ** 2) * worth;
      if (d < least) { least = d; best = name; }
    }
    return best;
  }

  function onKey(e: KeyboardEvent) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { width, height } = view();
    const pan = (dx: number, dy: number) => apply(clamped({ ...look.current, x: look.current.x + dx, y: look.current.y + dy }, view(), sheet));
    const keys: Record<string, () => void> = {
      "+": () => apply(zoomed(look.current, 1.25, width / 2, height / 2, view(), sheet)), "=": () => apply(zoomed(look.current, 1.25, width / 2, height / 2, view(), sheet)),
      "-": () => apply(zoomed(look.current, 0.8, width / 2, height / 2, view(), sheet)), "0": () => apply(wholeMap()),
      ArrowLeft: () => pan(120, 0), ArrowRight: () => pan(-120, 0), ArrowUp: () => pan(0, 120), ArrowDown: () => pan(0, -120),
    };
    const angle = KEYS_TOWARDS[map.orientation][e.key.toLowerCase()];
    if (keys[e.key]) { keys[e.key]!(); e.preventDefault(); }
    else if (angle !== undefined) { e.preventDefault(); focusTowards(angle); }
    else if (e.key === "Enter" && !preview.value && focusHex.value) { e.preventDefault(); e.stopPropagation(); void touchFocus(); }
  }

  function focusTowards(angle: number) {
    const from = places.get(focusHex.value) ?? places.get(selectedPlace.value) ?? front(places, view().width, view().height) ?? [...places.values()][0];
    const next = from && (focusHex.value ? towards(from, places.values(), angle, sheet.unit * 1.3) : from);
    if (!next) return;
    focusHex.value = next.hex.name;
    focusPiece.value = "";
    const { x, y, scale } = look.current;
    const [sx, sy] = [next.x * scale + x, next.y * scale + y];
    const { width, height } = view();
    if (sx < 80 || sy < 80 || sx > width - 80 || sy > height - 200) apply(centred(next.x, next.y, scale, view(), sheet));
  }

  return (
    <div class={`map detail-${level}`} ref={box} tabIndex={0} role="application" aria-label="Map" aria-describedby="map-keys" onKeyDown={onKey}>
      <p id="map-keys" class="unseen">Q, E, A, D, Z and X move the hex focus, Enter touches it, N and P go through the pieces that may act, Tab goes through targets while a piece is picked, Escape steps back.</p>
      <div class="world" ref={world} style={{ width: `${sheet.width * BASE}px`, height: `${sheet.height * BASE}px` }}>
        {map.backdrop && <canvas class="backdrop sketch" width="1" height="1" ref={under} />}
        <div class="backdrop picture-of-map" ref={picture} />
        <svg class="over" viewBox={`0 0 ${sheet.width} ${sheet.height}`}>
          <defs><Hatches /></defs>
          <Areas map={map} places={places} />
          {!map.backdrop && <g>{[...places.values()].map((s) => <polygon key={s.hex.name} points={s.points} class={`plain ${s.hex.terrain}`} />)}</g>}
          {!map.backdrop && <g>{[...places.values()].map((s) => <text key={s.hex.name} class="plain-name" x={s.x} y={s.y + sheet.unit * 0.43}>{s.hex.name.replaceAll("_", " ")}</text>)}</g>}
          <Overlays places={places} />
          <Lights places={places} unit={sheet.unit} />
          {!hidden.value && <Stacks places={places} unit={sheet.unit} level={level} />}
        </svg>
        <div class="backdrop names" ref={names} />
        <svg class="over still" viewBox={`0 0 ${sheet.width} ${sheet.height}`}><Marks places={places} unit={sheet.unit} /><Path places={places} unit={sheet.unit} level={level} /></svg>
      </div>
      <div class="floats" ref={floats}>{!dragging.value && <Tray level={level} />}<Hint /><Carried /></div>
      <p class="unseen" aria-live="polite">{focusHex.value ? described(focusHex.value) : ""}</p>
    </div>
  );
}

/** What stands in a hex, for those who do not see it. */
function described(name: string): string {
  const pieces = (state.value?.pieces ?? []).filter((p) => p.at === name);
  const target = offered.value.places.get(name);
  const offer = target ? `, offered${target.choice.cost === undefined ? "" : ` for ${target.choice.cost}`}` : "";
  return `${name.replaceAll("_", " ")}: ${pieces.length ? pieces.map((p) => p.note || p.id).join("; ") : "empty"}${offer}`;
}

function Hatches() {
  const rise = "M-3 3l6-6M0 12L12 0M9 15l6-6";
  const fall = "M-3 9l6 6M0 0l12 12M9-3l6 6";
  const line = (id: string, d: string, cls: string) => (
    <pattern key={id} id={id} width="12" height="12" patternUnits="userSpaceOnUse"><path d={d} class={`hatch ${cls}`} /></pattern>
  );
  const sides = Object.entries(title.value?.looks.sides ?? {});
  return (
    <>
      {sides.map(([side, look]) => line(`zone-${side}`, look.hatch === "rise" ? rise : fall, `hatch-${side}`))}
      {line("zone-enemy", fall, "enemy")}
      {line("hatch-cut", rise, "cut")}
      {line("hatch-lock", fall, "lock")}
      <pattern id="hatch-disputed" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="10" height="20" class="d1" /><rect x="10" width="10" height="20" class="d2" /></pattern>
    </>
  );
}

/** A touched piece: take it if it is offered, else look whether another order may use it, else say why not. */
export async function touchPiece(piece: Piece): Promise<void> {
  const found = offered.value.pieces.get(piece.id);
  if (found) { await touch(found); return; }
  selectedPlace.value = piece.at;
  if (picked.value.has(piece.id)) { stepBack(); return; }
  if (!piece.own) { await touchEnemy(piece); return; }
  const open = verbs.value.filter((o) => !o.final);
  if (!open.length || await joinLate(piece.id)) return;
  for (const offer of open) {
    if (!(await pick([offer.text]))) return;
    const way = offered.value.pieces.get(piece.id);
    if (way) { await touch(way); return; }
  }
  const reason = await why(`${open[0]!.text} ${piece.id}`);
  await pick([open[0]!.text]);
  if (reason) hint.value = { ...reason, place: piece.at, what: `${wordName(piece.label || piece.id)} may not act` };
}

/** A touched enemy: why what is picked may not go there; with nothing picked, what would have to be. */
async function touchEnemy(piece: Piece): Promise<void> {
  if (!myTurn.value) return;
  const what = wordName(piece.name || piece.note || "Unknown block");
  const reason = prefix.value.length >= 2 ? await why(written([...prefix.value, piece.at])) : null;
  if (reason) { hint.value = { ...reason, place: piece.at, what: `${placeName(piece.at)} is closed` }; return; }
  const sentence = prefix.value.length >= 2 ? "This is not a choice here." : "Pick a unit of yours to see whether it can come here.";
  hint.value = { rule: "", sentence, place: piece.at, what };
}

/** Touch what has the focus: the piece that N found, else the hex as a target, else its first piece that may act. */
async function touchFocus(): Promise<void> {
  const here = (state.value?.pieces ?? []).filter((p) => p.at === focusHex.value && offered.value.pieces.has(p.id));
  const piece = here.find((p) => p.id === focusPiece.value) ?? here[0];
  if (piece && !offered.value.places.has(focusHex.value)) await touchPiece(piece);
  else await touchPlace(focusHex.value);
}

export async function touchPlace(name: string): Promise<void> {
  const target = offered.value.places.get(name);
  if (target) { await touch(target); return; }
  const here = (state.value?.pieces ?? []).filter((p) => p.at === name);
  const may = here.filter((p) => offered.value.pieces.has(p.id));
  if (prefix.value.length >= 2 && selectedPlace.value !== name) {
    const reason = await why(written([...prefix.value, name]));
    if (reason && !may.length) { hint.value = { ...reason, place: name, what: `${name.replaceAll("_", " ")} is closed` }; return; }
  }
  selectedPlace.value = selectedPlace.value === name ? "" : name;
  if (may.length === 1 && here.length === 1) await touchPiece(may[0]!);
}
