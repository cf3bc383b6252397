/** Windows of a small key, by the reader's clock. */

import { describe, expect, it } from 'vitest';

interface Window {
  readonly limit: number;
  readonly left: number;
  readonly endsAt: number;
}
interface Windows {
  readonly current: (window: Window, now: number, length: number) => Window;
  readonly heard: (known: Window | undefined, told: Window, flying: number) => Window;
}

// The page's own script, which has no types.
const { current, heard } = (await import(new URL('../src/js/windows.mjs', import.meta.url).href)) as Windows;

const MINUTE = 60_000;
/** A reader whose clock is 23 s off sees minutes end at odd seconds. */
const END = 1_000 * MINUTE + 23_000;
const spent: Window = { limit: 10, left: 0, endsAt: END };

describe('a window of a key', () => {
  it.each([END - MINUTE - 1_000, END - 30_000, END - 1])('is as it was until its end, at %i', (now) => {
    expect(current(spent, now, MINUTE)).toBe(spent);
  });

  it.each([
    ['at its end', END, END + MINUTE],
    ['a moment later', END + 250, END + MINUTE],
    ['after a sleep of nine and a half minutes', END + 9.5 * MINUTE, END + 10 * MINUTE],
    ['after the clock was put back by an hour', END - 60.5 * MINUTE, END - 60 * MINUTE],
  ])('is a new one in step with the service %s', (_, now, endsAt) => {
    expect(current(spent, now, MINUTE)).toEqual({ limit: 10, left: 10, endsAt });
  });

  it('counts what is on its way, and takes the lower count of the same window', () => {
    const told = { limit: 10, left: 6, endsAt: END };
    expect(heard(undefined, told, 2)).toEqual({ limit: 10, left: 4, endsAt: END });
    expect(heard({ ...told, left: 3 }, { ...told, endsAt: END + 900 }, 2)).toEqual({ limit: 10, left: 3, endsAt: END });
    expect(heard(spent, { ...told, endsAt: END + MINUTE }, 8)).toEqual({ limit: 10, left: 0, endsAt: END + MINUTE });
  });
});
