/** Table talk, and how much of it is new. */

import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { get, post } from "./api";
import { connected, sideName, state, talked } from "./play";

interface Said { n: number; who: string; text: string }

const said = signal<Said[]>([]);
/** The last message that was read, for each seat that this browser has had. */
const readTo = signal<Record<string, number>>(JSON.parse(localStorage.getItem("chat") ?? "{}") as Record<string, number>);
const seatOf = () => `${state.value?.game} ${state.value?.seat}`;
/** How many messages of others wait to be read. */
export const unread = computed(() => said.value.filter((s) => s.who !== state.value?.seat && s.n > (readTo.value[seatOf()] ?? 0)).length);

async function load(): Promise<void> {
  const { game, seat } = state.value!;
  const found = await get<Said[]>(`/api/games/${game}/chat?seat=${seat}`);
  if (state.value?.game !== game || state.value.seat !== seat) return;
  const first = found[0]?.n ?? Infinity;
  said.value = [...said.value.filter((s) => s.n < first), ...found];
}

/** How many lines come at once. */
const PART = 200;
/** Is there more before what is shown? */
const more = signal(true);

/** What was said before. */
async function earlier(): Promise<void> {
  const { game, seat } = state.value!;
  const before = said.value[0]?.n ?? 0;
  const found = await get<Said[]>(`/api/games/${game}/chat?seat=${seat}&before=${before}`);
  if (state.value?.game !== game || state.value.seat !== seat) return;
  more.value = found.length === PART;
  said.value = [...found, ...said.value];
}

/** Hear what is said while the chat is not open. */
export function useChat(listening: boolean): void {
  const here = state.value!;
  useEffect(() => { said.value = []; more.value = true; }, [here.game, here.seat]);
  useEffect(() => { if (listening && connected.value) void load().catch(() => undefined); }, [here.game, here.seat, talked.value, connected.value, listening]);
}

export function Chat() {
  const here = state.value!;
  const [text, setText] = useState("");
  useEffect(() => { void load().catch(() => undefined); }, [here]);
  useEffect(() => {
    if (!unread.value) return;
    readTo.value = { ...readTo.value, [seatOf()]: said.value.at(-1)!.n };
    localStorage.setItem("chat", JSON.stringify(readTo.value));
  }, [said.value]);
  return (
    <div class="chat">
      {more.value && said.value.length >= PART && (
        <button class="quiet small" onClick={() => void earlier().catch(() => undefined)}>Earlier</button>
      )}
      <ul aria-live="polite">{said.value.map((s) => <li key={s.n}><b>{sideName(s.who)}</b> {s.text}</li>)}</ul>
      <form onSubmit={(e) => { e.preventDefault(); if (text.trim()) void post(`/api/games/${here.game}/chat`, { seat: here.seat, text }).then(() => { setText(""); void load(); }); }}>
        <input value={text} onInput={(e) => setText(e.currentTarget.value)} aria-label="Say something" maxLength={2000} /><button>Say</button>
      </form>
    </div>
  );
}
