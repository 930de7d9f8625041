/** BLAKE2b with a key and a purpose, in hexadecimal: the hash by which a host promises set-up and dice. */

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
const turn = (x: bigint, by: bigint) => ((x >> by) | (x << (64n - by))) & MASK;

/** Four words of the state take in two of the message. */
function mix(v: bigint[], [a, b, c, d]: number[], x: bigint, y: bigint): void {
  const half = (word: bigint, first: bigint, second: bigint) => {
    v[a!] = (v[a!]! + v[b!]! + word) & MASK;
    v[d!] = turn(v[d!]! ^ v[a!]!, first);
    v[c!] = (v[c!]! + v[d!]!) & MASK;
    v[b!] = turn(v[b!]! ^ v[c!]!, second);
  };
  half(x, 32n, 24n);
  half(y, 16n, 63n);
}

const COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

function block(hash: bigint[], view: DataView, at: number, count: number, last: boolean): void {
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i, true));
  const v = [...hash, ...IV];
  v[12] = v[12]! ^ BigInt(count);
  if (last) v[14] = v[14]! ^ MASK;
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10]!;
    COLUMNS.forEach((column, i) => mix(v, column, words[order[2 * i]!]!, words[order[2 * i + 1]!]!));
  }
  hash.forEach((word, i) => { hash[i] = word ^ v[i]! ^ v[i + 8]!; });
}

export function blake2b(message: Uint8Array, size: number, key: Uint8Array, purpose: string): string {
  const parameters = new Uint8Array(64);
  parameters.set([size, key.length, 1, 1]);
  parameters.set(new TextEncoder().encode(purpose), 48);
  const asked = new DataView(parameters.buffer);
  const hash = IV.map((word, i) => word ^ asked.getBigUint64(8 * i, true));
  const before = key.length ? 128 : 0;
  const length = before + message.length;
  const padded = new Uint8Array(Math.max(1, Math.ceil(length / 128)) * 128);
  padded.set(key);
  padded.set(message, before);
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 128) {
    block(hash, view, at, Math.min(at + 128, length), at + 128 === padded.length);
  }
  const out = new DataView(new ArrayBuffer(64));
  hash.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return [...new Uint8Array(out.buffer, 0, size)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
