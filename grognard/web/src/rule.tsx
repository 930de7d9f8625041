/** A rule number that opens its sentence. */

import { signal } from "@preact/signals";
import { rules } from "./play";

export const openRule = signal("");

export function Rule({ number }: { number: string }) {
  if (!number) return null;
  const known = rules.value[number];
  // What the engine refuses or agrees by itself stands in no rulebook.
  if (!known && number.startsWith("E.")) return null;
  if (!known) return <span class="rule bare">{number}</span>;
  return <button class="rule" title={known[1]} aria-label={`Rule ${number}`} onClick={(e) => { e.stopPropagation(); openRule.value = openRule.value === number ? "" : number; }}>{number}</button>;
}
