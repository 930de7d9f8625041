/** Drag and drop: lift a piece, see path and price under way, let go to play it. What cannot be taken back waits for the button. */

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Piece } from "./api";
import { hint } from "./map";
import { movable } from "./motion";
import { PieceFace } from "./piece";
import { choices, chosenPlace, drop, give, look, lookFrom, type Offer, offered, pick, preview, previewed, prefix, state, title, unlook, verbs, why, written } from "./play";

interface Drag { piece: Piece; x: number; y: number; over: string; from: string }

export const drag = signal<Drag | null>(null);
/** Is a piece in the air? The map looks at this, so that it is not drawn anew with every movement of the hand. */
export const dragging = computed(() => drag.value !== null);

/** Pieces that the Decision offers may be lifted; the same piece by an order that ends with it may only be touched. */
export function liftable(id: string): Piece | undefined {
  const piece = state.value?.pieces.find((p) => p.id === id);
  const offer = offered.value.pieces.get(id);
  return piece?.own && offer && !offer.choice.final && !preview.value ? piece : undefined;
}

/** The answer to where a lifted piece may go; a fast hand lets go before it comes. */
let lifting: Promise<unknown> = Promise.resolve();

export async function lift(piece: Piece, x: number, y: number): Promise<void> {
  drag.value = { piece, x, y, over: "", from: piece.at };
  hint.value = null;
  const offer = offered.value.pieces.get(piece.id);
  if (offer) await (lifting = pick(offer.tokens, !!offer.choice.set));
}

/** What is shown of the place below the hand. */
let looking: Promise<unknown> = Promise.resolve();

/** The piece hangs over a place: show what letting go would do. It goes there by the side from which the hand comes. */
export function hover(x: number, y: number, place: string): void {
  const now = drag.value;
  if (!now) return;
  const from = place === now.over ? now.from : now.over || now.from;
  drag.value = { ...now, x, y, over: place, from };
  if (place === now.over) return;
  const target = offered.value.places.get(place);
  if (target?.choice.final) looking = lookFrom(written(target.tokens), place, from); else unlook();
}

export async function letGo(): Promise<void> {
  const now = drag.value;
  drag.value = null;
  if (!now || !now.over) { drop(); return; }
  if (now.over === now.piece.at) return;
  await lifting;
  const target = offered.value.places.get(now.over) ?? await anotherWay(now.piece, now.over);
  if (!target) { await refuse(now); return; }
  if (!target.choice.final) { await pick(target.tokens, !!target.choice.set); return; }
  await looking;
  if (chosenPlace.value !== now.over || !previewed.value) await lookFrom(written(target.tokens), now.over, now.from);
  if (previewed.value && !previewed.value.barred && chosenPlace.value === now.over) await give(preview.value);
}

/** The place may be reached by another order: by rail, by sea. It is shown, not played. */
async function anotherWay(piece: Piece, place: string): Promise<Offer | undefined> {
  const tried = prefix.value[0];
  for (const verb of verbs.value.filter((o) => !o.final && o.text !== tried)) {
    if (!(await pick([verb.text]))) return undefined;
    const own = offered.value.pieces.get(piece.id);
    if (!own || own.choice.final || !(await pick(own.tokens, !!own.choice.set))) continue;
    const target = offered.value.places.get(place);
    if (target?.choice.final) { await look(written(target.tokens), place); return undefined; }
  }
  if (tried) await pick([tried]);
  return undefined;
}

async function refuse({ piece, over }: Drag): Promise<void> {
  if (preview.value) return;
  const verb = verbs.value.find((o) => !o.final)?.text;
  if (!verb) return;
  const reason = await why(`${verb} ${piece.id} ${over}`);
  if (reason) hint.value = { ...reason, place: over, what: `${over.replaceAll("_", " ")} is closed` };
}

/** The lifted piece at the pointer, with the price of the hex below it. */
export function Carried() {
  const now = drag.value;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { if (now && box.current) box.current.style.transform = `translate(${now.x}px,${now.y}px)`; });
  useLayoutEffect(() => (box.current ? movable(box.current) : undefined), [now === null]);
  if (!now) return null;
  const target = offered.value.places.get(now.over);
  const owes = choices.value.length > 0 && previewed.value?.debts[0];
  return (
    <div class="carried" ref={box} aria-hidden="true">
      <svg viewBox="-34 -38 70 74" width="64" height="68"><PieceFace piece={now.piece} title={title.value} side={56} detail={3} /></svg>
      {now.over && <span class={target ? "" : "closed"}>{now.over.replaceAll("_", " ")}{target?.choice.cost !== undefined ? ` · ${target.choice.cost}` : target ? "" : " · closed"}{owes ? " · makes a debt" : ""}{previewed.value?.barred ? " · no way back" : ""}</span>}
    </div>
  );
}
