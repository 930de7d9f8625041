/** The check at the end of a game: does its whole journal fit what the host promised on the way? */

import { blake2b } from "./blake2b";
import { bytesOf, type Pinned } from "./pins";
import { sha256 } from "./sha256";

export interface Judged { fits: boolean; said: string[] }

const written = (text: string) => new TextEncoder().encode(text);

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
  return all;
}

function salt(secret: Uint8Array, n: number): Uint8Array {
  const number = new DataView(new ArrayBuffer(8));
  number.setUint32(4, n);
  return bytesOf(sha256(joined(written("grognard salt"), secret, new Uint8Array(number.buffer))));
}

/** Every head of the chain, from the journal's lines and the secret in the first of them. */
export function headsOf(lines: string[], secret: Uint8Array): string[] {
  const heads = [sha256(joined(salt(secret, 0), written(lines[0]!)))];
  for (const line of lines.slice(1).filter((text) => text.startsWith('{"e":'))) {
    heads.push(sha256(joined(salt(secret, heads.length), bytesOf(heads.at(-1)!), written(line))));
  }
  return heads;
}

/** The promise that a set-up and its secret make. */
export function commitmentOf(setup: Record<string, unknown>): string {
  const { secret, start: _, ...open } = setup;
  return blake2b(written(JSON.stringify(open)), 32, bytesOf(String(secret)), "grognard setup");
}

/** Judge an exported journal by what this browser has kept, and by its own number for the dice. */
export function judge(text: string, kept: Pinned, nonce: string): Judged {
  const lines = text.trim().split("\n").map((line) => line.slice(line.indexOf(" ") + 1));
  const setup = JSON.parse(lines[0]!) as Record<string, unknown>;
  if (typeof setup.secret !== "string") return { fits: false, said: ["The secret of the dice is not shown yet."] };
  const found = new Set(headsOf(lines, bytesOf(setup.secret)));
  const missing = Object.entries(kept.heads).filter(([, head]) => !found.has(head)).map(([at]) => at);
  const all = Object.keys(kept.heads).length;
  // Games from before the set-up was a part of the promise are not judged by it.
  const promised = setup.grognard === 1 || commitmentOf(setup) === kept.commitment;
  const said = [
    promised ? "Set-up and dice are those that were promised at the start." : "Set-up or dice are not those that were promised at the start.",
    missing.length ? `The journal was changed: ${missing.length} of ${all} kept heads are not in it, the first after entry ${missing[0]}.`
      : `The journal is the one that was played: ${all === 1 ? "the one kept head is" : `all ${all} kept heads are`} in it.`,
    text.includes(nonce) ? "Your own number went into the dice." : "Your own number did not go into the dice: someone may have known them.",
  ];
  return { fits: promised && !missing.length, said };
}
