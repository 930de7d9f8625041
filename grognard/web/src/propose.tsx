/** Proposals: what was proposed, with its answer, and a form for a correction of the position. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";
import { board, give, placeName, plain, showEntry, sideName, state } from "./play";

export const correcting = signal(false);

/** What is proposed, as it is read. */
function worded(kind: string, text: string): string {
  const words = text.split(`proposes ${kind}`).at(-1)!.trim();
  if (kind === "rollback") return `go back to moment ${words} of ${state.value!.entries}`;
  if (kind === "adjust") return `correct the position: ${plain(words)}`;
  return `${plain(kind)} ${plain(words)}`.trim();
}

export function Proposals() {
  const here = state.value!;
  return (
    <div role="status" class="proposals">{here.proposals.map(([id, kind, seat, text]) => {
      const back = kind === "rollback" ? Number(text.split(" ").at(-1)) : -1;
      return (
        <p class="proposal" key={id}><Icon name="flag" size={15} /> <span><b>{seat === here.seat ? "You propose" : `${sideName(seat)}: a proposal`}</b> · {worded(kind, text)}</span>
          {here.to_answer.includes(id) ? <>
            {back >= 0 && <button onClick={() => void showEntry(back)}>Look</button>}
            <button class="primary" onClick={() => void give(`accept ${id}`)}>Agree</button><button onClick={() => void give(`decline ${id}`)}>Refuse</button></>
            : <span class="quiet">Waiting for the answer.</span>}</p>
      );
    })}</div>
  );
}

/** A piece stands where it should not: by agreement it is put elsewhere. */
export function Correction() {
  const here = state.value!;
  const box = useRef<HTMLInputElement>(null);
  const [unit, setUnit] = useState("");
  const [place, setPlace] = useState("");
  useLayoutEffect(() => box.current?.focus(), []);
  const close = () => { correcting.value = false; (document.querySelector(".map") as HTMLElement | null)?.focus(); };
  const send = async () => { if (await give(`propose adjust ${unit.trim()} at ${place.trim()}`)) close(); };
  return (
    <div class="find key-list seat-panel" role="dialog" aria-label="Propose a correction" onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="head"><h2>Propose a correction</h2><button class="quiet" aria-label="Close" onClick={close}><Icon name="close" /></button></div>
      <section><p class="say">A unit is put elsewhere when the others agree. Other corrections can be typed, as in <code>propose adjust {here.pieces[0]?.id ?? "unit"} at {here.pieces[0]?.at ?? "place"}</code>.</p>
        <form onSubmit={(e) => { e.preventDefault(); void send(); }}>
          <label>Unit <input ref={box} required list="units" value={unit} onInput={(e) => setUnit(e.currentTarget.value)} /></label>
          <label>Place <input required list="places" value={place} onInput={(e) => setPlace(e.currentTarget.value)} /></label>
          <datalist id="units">{here.pieces.map((p) => <option key={p.id} value={p.id}>{p.name || p.note || p.label}, {placeName(p.at)}</option>)}</datalist>
          <datalist id="places">{board.value!.hexes.map((h) => <option key={h.name} value={h.name}>{placeName(h.name)}</option>)}</datalist>
          <div class="row"><button class="primary">Propose</button></div>
        </form></section>
    </div>
  );
}
