/** What is put off while a hand moves, and done when it rests: drawing the map anew keeps the browser from showing anything else for some frames. */

/** So long, in milliseconds, must nothing be pressed, dragged or turned. */
const REST = 300;

export class Rest {
  private stirred = 0;
  private timer = 0;

  /** The hand moves something. */
  stir(): void { this.stirred = performance.now(); }

  /** Do this, and nothing that was put off before, when the hand has rested, or at last after so long. */
  after(then: () => void, atLast: () => number = () => Infinity): void {
    this.stop();
    const since = performance.now();
    const look = () => {
      const left = Math.min(this.stirred + REST, since + atLast()) - performance.now();
      if (left > 0) this.timer = window.setTimeout(look, left); else then();
    };
    look();
  }

  stop(): void { window.clearTimeout(this.timer); }
}
