/** Processes whose wall clock is ahead of the machine's: what is due at a multiple of minutes comes as soon as a test needs it. */

/** Body of the module that Node loads first: `Date` is ahead, timers and the clock that never runs backwards are not. */
function shiftedDate(ahead: number): string {
  return `
    const Real = globalThis.Date;
    globalThis.Date = class Date extends Real {
      constructor(...parts) {
        if (parts.length === 0) super(Real.now() + ${ahead});
        else super(...parts);
      }
      static now() {
        return Real.now() + ${ahead};
      }
    };`;
}

/** Shift of a clock. */
export interface ShiftedClock {
  /** Environment of the processes that are ahead. */
  readonly environment: Readonly<Record<string, string>>;
  /** Their time, epoch ms. */
  now(): number;
}

/**
 * A clock that shows a moment of a period now: `leadMs` before the next multiple of `periodMs`.
 *
 * Only what goes by `Date` is ahead. A database has its own clock, by which leases and limits go.
 */
export function clockBefore(periodMs: number, leadMs: number): ShiftedClock {
  const now = Date.now();
  const ahead = (2 * periodMs - leadMs - (now % periodMs)) % periodMs;
  const loaded = `data:text/javascript,${encodeURIComponent(shiftedDate(ahead)).replaceAll("'", '%27')}`;
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${loaded}`.trim();
  return { environment: { NODE_OPTIONS: options }, now: () => Date.now() + ahead };
}
