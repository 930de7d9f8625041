/** The deck: prompt, order line, undo, end. Its order never changes. */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice } from "./api";
import { completions } from "./geometry";
import { goTo } from "./map";
import { busy, choices, decision, drop, give, myTurn, pick, prefix, preview, refusal, state, touch, turnBack } from "./play";
import { Rule } from "./side";

export const lineFocus = signal(0);

export function Deck() {
  const now = decision.value;
  const here = state.value!;
  const waiting = here.deciding.filter(([seat]) => seat !== here.seat);
  return (
    <section class="deck" aria-label="Orders">
      <div class="prompt" role="status" aria-live="polite">
        <span class={`seat ${here.seat}`}>{here.seat}</span>
        {here.outcome ? <b>{here.outcome.reason}</b>
          : myTurn.value ? <span>{now!.prompt}</span>
          : <span class="wait">{waiting.length ? `${waiting.map(([seat, text]) => `${seat}: ${text}`).join(" · ")}` : "Waiting."}</span>}
      </div>
      {refusal.value && (
        <p class="refusal" role="alert"><Rule number={refusal.value.rule} /> {refusal.value.sentence}
          <button class="quiet" onClick={() => { refusal.value = null; }} aria-label="Close">×</button></p>
      )}
      {!!now?.debts.length && (
        <ul class="debts">{now.debts.map((d, i) => (
          <li key={i}><button onClick={() => { goTo.value = ""; goTo.value = d.place; }}><Rule number={d.rule} /> {d.sentence}</button></li>))}
        </ul>
      )}
      <Verbs />
      <div class="row">
        <OrderLine />
        <button class="primary" disabled={!preview.value || busy.value} onClick={() => void give(preview.value)}>{preview.value ? "Play" : "Pick"}</button>
        <button title={now?.undo ? `Take back (${now.undo})` : now?.undo_barred || "Nothing to take back"} disabled={!now?.undo} onClick={() => void turnBack("undo")}>↶ {now?.undo || ""}</button>
        <button title="Give again" disabled={!now?.redo} onClick={() => void turnBack("redo")}>↷</button>
        <button title="Reset my turn to the last barrier" disabled={!now?.undo} onClick={() => void turnBack("reset")}>⟲</button>
        <End />
      </div>
      {now && !now.undo && now.undo_barred && <p class="barred">No way back: {now.undo_barred}.</p>}
    </section>
  );
}

/** The verbs of the Decision, and the words and numbers of the level that is open. */
function Verbs() {
  const now = decision.value;
  if (!now) return null;
  const verbs = now.offers.filter((o) => !["end", "commit", "pass"].includes(o.text));
  const words = prefix.value.length ? choices.value.filter((c) => !c.piece && !c.place) : [];
  return (
    <div class="verbs">
      {verbs.map((o) => (
        <button key={o.text} class={`verb ${prefix.value[0] === o.text ? "on" : ""}`} onClick={() => void (o.final ? give(o.text) : pick([o.text]))}>{o.text}</button>
      ))}
      {prefix.value.length > 1 && <span class="so-far">{prefix.value.slice(1).join(" ")} <button class="quiet" onClick={drop} aria-label="Drop">×</button></span>}
      {words.map((c, i) => <button key={c.text} class="offer" onClick={() => void touch(c)}>{i < 9 ? <kbd>{i + 1}</kbd> : null} {c.text === "." ? "that is all" : c.text}</button>)}
    </div>
  );
}

function End() {
  const now = decision.value;
  const ends = now?.offers.filter((o) => ["end", "commit", "pass"].includes(o.text)) ?? [];
  const [sure, setSure] = useState("");
  useEffect(() => setSure(""), [state.value?.version]);
  if (!ends.length) return null;
  return (
    <>
      {ends.map((o) => (
        <button key={o.text} class="end" onClick={() => (sure === o.text || o.text === "pass" ? void give(o.text) : setSure(o.text))}>
          {sure === o.text ? `Sure? ${o.text}` : o.text[0]!.toUpperCase() + o.text.slice(1)}
        </button>
      ))}
    </>
  );
}

/** Any order can be typed; the line completes from the offers. */
function OrderLine() {
  const [typed, setTyped] = useState("");
  const [near, setNear] = useState<string[]>([]);
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => { if (lineFocus.value) input.current?.focus(); }, [lineFocus.value]);
  useEffect(() => { setTyped(preview.value || (prefix.value.length > 1 ? prefix.value.join(" ") + " " : "")); }, [preview.value, prefix.value]);

  async function complete(text: string) {
    setTyped(text);
    const words = text.split(" ");
    const last = words.pop() ?? "";
    const here = state.value;
    if (!here) return;
    if (!words.length) { setNear(completions(last, [...(decision.value?.offers ?? []).map((o) => o.text), ...(decision.value?.standing ?? [])])); return; }
    const found = await fetch(`/api/games/${here.game}/next`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seat: here.seat, prefix: words, standing: decision.value?.standing.includes(words[0]!) ?? false }),
    });
    if (!found.ok) { setNear([]); return; }
    setNear(completions(last, ((await found.json()) as Choice[]).map((c) => c.text)));
  }

  function put(word: string) {
    const words = typed.split(" ");
    words[words.length - 1] = word;
    setNear([]); setAt(-1);
    void complete(words.join(" ") + " ");
    input.current?.focus();
  }

  return (
    <div class="line">
      <input ref={input} value={typed} placeholder="Type an order" aria-label="Order line" autocomplete="off" spellcheck={false}
        role="combobox" aria-expanded={near.length > 0} aria-controls="completions"
        onInput={(e) => void complete(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter") { if (at >= 0 && near[at]) put(near[at]!); else void give(typed.trim()).then((ok) => { if (ok) setTyped(""); }); }
          else if (e.key === "Tab" && near.length) { e.preventDefault(); put(near[Math.max(0, at)]!); }
          else if (e.key === "ArrowDown") { e.preventDefault(); setAt(Math.min(near.length - 1, at + 1)); }
          else if (e.key === "ArrowUp") { e.preventDefault(); setAt(Math.max(-1, at - 1)); }
          else if (e.key === "Escape") { setNear([]); setTyped(""); drop(); }
        }} />
      {near.length > 0 && (
        <ul id="completions" class="near" role="listbox">{near.map((word, i) => (
          <li key={word} role="option" aria-selected={i === at} onMouseDown={(e) => { e.preventDefault(); put(word); }}>{word}</li>))}
        </ul>
      )}
    </div>
  );
}
