/** SHA-256 of bytes, in hexadecimal. Browsers have their own only for pages that came over HTTPS. */

const root = (n: number, power: number) => Math.floor((n ** power % 1) * 2 ** 32);
const PRIMES = Array.from({ length: 311 }, (_, n) => n + 2)
  .filter((n) => Array.from({ length: n }, (_, d) => d).every((d) => d < 2 || n % d)).slice(0, 64);
const K = PRIMES.map((p) => root(p, 1 / 3));
const START = PRIMES.slice(0, 8).map((p) => root(p, 1 / 2));
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  for (let at = 0; at < padded.length; at += 64) block(view, at, hash);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function block(view: DataView, at: number, hash: number[]): void {
  const w = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [a, b] = [w[i - 15]!, w[i - 2]!];
    const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16]! + low + w[i - 7]! + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i]! + word) | 0; });
}
