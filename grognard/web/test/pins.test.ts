import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("window", { addEventListener: () => undefined });
const { contradiction } = await import("../src/pins");
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
