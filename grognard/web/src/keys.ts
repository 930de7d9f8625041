/** The keys of the table: single keys act while no line has the focus, and can be switched off. */

import { inspectThis } from "./inspect";
import { minimapShown, showMinimap } from "./minimap";
import { useLayoutEffect } from "preact/hooks";
import { endPhase, focusLine } from "./deck";
import { listing, singleKeys } from "./keylist";
import { focusHex, focusPiece, goThere, hint, selectedPlace, touchPiece } from "./map";
import { choices, complain, curtain, endings, fork, give, hidden, look, nextWay, offered, preview, previewed, prefix, replay, showEntry, showOverlay, state, stepBack, touch, turnBack, watching, why, words, written } from "./play";
import { go } from "./route";
import { tab } from "./side";
import { finding } from "./tools";

function nextPiece(step: number): void {
  const pieces = state.value?.pieces ?? [];
  const may = pieces.filter((p) => offered.value.pieces.has(p.id));
  if (!may.length) return;
  const at = may.findIndex((p) => p.id === focusPiece.value);
  const piece = may[(at + step + may.length) % may.length]!;
  focusPiece.value = piece.id;
  goThere(piece.at);
  focusHex.value = piece.at;
  selectedPlace.value = piece.at;
}

/** Tab goes through what the Decision offers next, and shows it. */
function nextTarget(step: number): void {
  const targets = [...offered.value.places.values()];
  if (!targets.length) return;
  const at = targets.findIndex((offer) => offer.choice.place === focusHex.value);
  const { choice, tokens } = targets[(at + step + targets.length) % targets.length]!;
  focusHex.value = choice.place!;
  if (choice.final) void look(written(tokens), choice.place!);
}

async function whyNot(): Promise<void> {
  const place = focusHex.value || selectedPlace.value;
  if (!place || !prefix.value.length) return;
  const reason = await why(written([...prefix.value, place]));
  if (reason) hint.value = { ...reason, place, what: `${place.replaceAll("_", " ")} is closed` };
}

function single(e: KeyboardEvent): boolean {
  const key = e.key.toLowerCase();
  if (watching.value && !["/", "l", "o", "t", "Escape"].includes(e.key) && !/^[1-9]$/.test(e.key)) return false;
  if (replay.value) {
    if (e.key === "[") void showEntry(Math.max(0, replay.value.entry - 1));
    else if (e.key === "]") void showEntry(replay.value.entry + 1);
    else if (e.key === "Escape") void showEntry(-1);
    else return false;
    return true;
  }
  if (e.key === "Escape") { if (hint.value) hint.value = null; else if (preview.value || prefix.value.length > 1) stepBack(); else selectedPlace.value = ""; }
  else if (e.key === "Enter" && preview.value) void give(preview.value);
  else if (e.key === "Tab" && prefix.value.length > 1 && offered.value.places.size) nextTarget(e.shiftKey ? -1 : 1);
  else if (e.key === "/") finding.value = true;
  else if (e.key === "?") { if ((focusHex.value || selectedPlace.value) && prefix.value.length > 1) void whyNot(); else listing.value = true; }
  else if (e.key === ":" || e.key === " ") focusLine();
  else if (key === "w" && previewed.value?.ways.length) void nextWay(e.shiftKey ? -1 : 1);
  else if (key === "n") nextPiece(1);
  else if (key === "p") nextPiece(-1);
  else if (key === "f") void fork().then(go, complain);
  else if (key === "l") tab.value = "Log";
  else if (key === "o") tab.value = "Forces";
  else if (key === "t") tab.value = "Charts";
  else if (key === "r") tab.value = "Rules";
  else if (key === "i") inspectThis();
  else if (e.key === "." && endings.value[0]) endPhase(endings.value[0].text);
  else if (e.key === "[") void showEntry(Math.max(0, (state.value?.entries ?? 1) - 1));
  else if (/^[1-9]$/.test(e.key)) number(Number(e.key) - 1);
  else return false;
  return true;
}

function number(at: number): void {
  const word = words.value[at];
  if (word && prefix.value.length) { void touch(word); return; }
  const names = state.value?.overlays ?? [];
  const asked = state.value?.decision?.kind === "question" ? [...offered.value.pieces.values()][at] : undefined;
  if (asked) void touch(asked);
  else if (names[at] && !choices.value.some((c) => !c.piece && !c.place)) void showOverlay(names[at]!);
}

export function useKeys(): void {
  useLayoutEffect(() => {
    let holding = false;
    const onKey = (e: KeyboardEvent) => {
      if (!state.value || curtain.value) return;
      const target = e.target as Element;
      // Whoever writes takes back what they wrote, not their orders; the order line is no letter.
      if (target.closest("textarea, input") && !target.closest(".line")) return;
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z") { e.preventDefault(); void turnBack(e.shiftKey ? "redo" : "undo"); return; }
      if ((e.ctrlKey || e.metaKey) && e.key === "Backspace") { e.preventDefault(); void turnBack("reset"); return; }
      if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, [role=dialog]")) return;
      if (!singleKeys.value && !["Tab", "Enter", "Escape"].includes(e.key)) return;
      if (e.key.toLowerCase() === "m" && !e.repeat) { showMinimap(!minimapShown.value); return; }
      if (e.key.toLowerCase() === "h" && !e.repeat) { holding = !hidden.value; hidden.value = true; return; }
      const onMap = target === document.body || !!target.closest(".map");
      const piece = target.closest("[data-piece]");
      if (e.key === "Enter" && piece && !preview.value) {
        const known = state.value?.pieces.find((p) => p.id === piece.getAttribute("data-piece"));
        if (known) { e.preventDefault(); void touchPiece(known); return; }
      }
      if ((e.key === "Enter" || e.key === " " || e.key === "Tab") && !onMap) return;
      if (single(e)) e.preventDefault();
    };
    const onUp = (e: KeyboardEvent) => { if (e.key.toLowerCase() === "h" && holding) { holding = false; hidden.value = false; } };
    document.addEventListener("keydown", onKey);
    document.addEventListener("keyup", onUp);
    return () => { document.removeEventListener("keydown", onKey); document.removeEventListener("keyup", onUp); };
  }, []);
}
