import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("window", { addEventListener: () => undefined });
const { contradiction } = await import("../src/pins");
const { blake2b } = await import("../src/blake2b");
const { sha256 } = await import("../src/sha256");

describe("SHA-256", () => {
  it("is the one that everyone else works out", async () => {
    for (const length of [0, 1, 16, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      const known = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      expect(sha256(bytes)).toBe([...known].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
  });
});

describe("what the host has promised", () => {
  const kept = { commitment: "c", heads: { 0: "a", 3: "b" } };
  it("may go on", () => {
    expect(contradiction(kept, { commitment: "c", head: [3, "b"] })).toBe("");
    expect(contradiction(kept, { commitment: "c", head: [4, "x"] })).toBe("");
    expect(contradiction({ commitment: "", heads: {} }, { commitment: "c", head: [0, "a"] })).toBe("");
  });
  it("may not change", () => {
    expect(contradiction(kept, { commitment: "d", head: [4, "x"] })).toContain("promise");
    expect(contradiction(kept, { commitment: "c", head: [3, "x"] })).toContain("changed");
    expect(contradiction(kept, { commitment: "c", head: [2, "x"] })).toContain("shorter");
  });
});

describe("BLAKE2b", () => {
  it("is the one that the journal is promised by", () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    const known: [number, string][] = [
      [0, "81b49cf0efb695d08c187b14ee675ffb9335dbe3880722f08926dcea3bcc220b"],
      [96, "b67822fb6d6deca631b4cbbcc5bcf4848f1226fe57e07c3ea910c8b3fe0a747a"],
      [300, "2f4657562bfa4aa533f9cba10f31915fff66d29e0b9197bb0e907ec80afbfa29"],
    ];
    for (const [length, hash] of known) {
      expect(blake2b(Uint8Array.from({ length }, (_, i) => (i * 37) % 256), 32, key, "grognard setup")).toBe(hash);
    }
  });
});
