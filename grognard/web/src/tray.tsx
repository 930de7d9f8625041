/** What hangs beside a hex: the tray of its stack, and the reason why it is closed. */

import { useLayoutEffect } from "preact/hooks";
import type { Piece } from "./api";
import { Icon } from "./icons";
import { anchorSoon, hint, selectedPlace, touchPiece } from "./map";
import { PieceFace } from "./piece";
import { decision, offered, picked, placeName, state, title } from "./play";
import { Rule } from "./rule";

/** Counters that lie side by side on the map and can be seen need no tray, unless a finger must find them. */
const lieOpen = (stack: Piece[], level: number) => stack.length === 2 && level > 1 && title.value?.looks.piece === "counter" && !matchMedia("(pointer: coarse)").matches;

export function Tray({ level }: { level: number }) {
  const at = selectedPlace.value;
  const stack = (state.value?.pieces ?? []).filter((p) => p.at === at);
  useLayoutEffect(anchorSoon);
  if (!at || stack.length < 2 || lieOpen(stack, level)) return null;
  const debt = decision.value?.debts.find((d) => d.place === at);
  return (
    <section class="tray" data-at={at} aria-label={`Stack in ${at.replaceAll("_", " ")}`}>
      <header><b>{placeName(at)}</b>{debt ? <span class="owes"><Icon name="wrench" size={14} /> {debt.sentence.slice(0, 40)}</span> : <span class="count">{stack.length}</span>}
        <button class="quiet small" aria-label="Close the tray" onClick={() => { selectedPlace.value = ""; }}><Icon name="close" size={14} /></button></header>
      <div class="tray-row">
        {stack.map((piece, i) => (
          <button key={`${piece.id}-${i}`} data-tray={piece.id} class={`tray-piece ${offered.value.pieces.has(piece.id) ? "may" : ""} ${picked.value.has(piece.id) ? "picked" : ""}`}
            onClick={() => void touchPiece(piece)} title={piece.note || piece.id} aria-pressed={picked.value.has(piece.id)}>
            <span class="unseen">{piece.note || piece.id}</span>
            {offered.value.pieces.get(piece.id)?.choice.cost !== undefined && <i class="tray-price" title="Price">{offered.value.pieces.get(piece.id)!.choice.cost}</i>}
            <svg viewBox="-30 -34 62 66" width="54" height="58" aria-hidden="true"><PieceFace piece={piece} title={title.value} side={50} detail={3} /></svg>
          </button>
        ))}
      </div>
    </section>
  );
}

/** A closed thing: a headline, the rule number and our sentence. */
export function Hint() {
  const why = hint.value;
  useLayoutEffect(anchorSoon);
  if (!why) return null;
  return (
    <div class="hint" data-at={why.place} role="status">
      <header><Icon name="lock" size={15} /><b>{why.what}</b><Rule number={why.rule} /></header>
      <p>{why.sentence}</p>
    </div>
  );
}
