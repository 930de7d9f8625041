import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Rest } from "../src/rest";

describe("what waits for a hand that rests", () => {
  beforeEach(() => { vi.useFakeTimers(); vi.stubGlobal("window", globalThis); });
  afterEach(() => { vi.useRealTimers(); vi.unstubAllGlobals(); });

  it("is done once, when nothing has moved for a while", () => {
    const [rest, done] = [new Rest(), vi.fn()];
    rest.stir();
    rest.after(done);
    vi.advanceTimersByTime(250);
    rest.stir();
    vi.advanceTimersByTime(250);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(done).toHaveBeenCalledTimes(1);
  });
  it("is done at last for a hand that never rests, where it cannot wait for ever", () => {
    const [rest, done] = [new Rest(), vi.fn()];
    rest.stir();
    rest.after(done, () => 1000);
    for (let i = 0; i < 12; i += 1) { expect(done).toHaveBeenCalledTimes(i * 100 < 1000 ? 0 : 1); vi.advanceTimersByTime(100); rest.stir(); }
    expect(done).toHaveBeenCalledTimes(1);
  });
  it("gives way to what is put off later, and is not done when it is stopped", () => {
    const [rest, first, second] = [new Rest(), vi.fn(), vi.fn()];
    rest.stir();
    rest.after(first);
    rest.after(second);
    vi.advanceTimersByTime(1000);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    rest.stir();
    rest.after(first);
    rest.stop();
    vi.advanceTimersByTime(1000);
    expect(first).not.toHaveBeenCalled();
  });
});
