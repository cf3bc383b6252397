/** Funding and open interest of venues by slot: the past where it is kept, the present in the last slot, null elsewhere. */

import { describe, expect, it } from 'vitest';

type Columns = Readonly<Record<'perpdex' | 'cexa' | 'dexb', readonly (number | null)[]>>;
interface Table {
  readonly t: readonly number[];
  readonly columns: Columns;
}
interface Settlement {
  readonly timestamp: number;
  readonly interval_hours: number;
  readonly annualized_pct: number | null;
}
interface Day {
  readonly timestamp: number;
  readonly usd: number | null;
}
interface Venues {
  readonly venuesByDay: (asked: {
    readonly past: Readonly<Record<string, readonly Day[]>>;
    readonly present: Readonly<Record<string, number | null>>;
    readonly pick: (row: Day) => number | null;
    readonly range: string;
    readonly now: number;
  }) => Table;
  readonly fundingByHour: (asked: {
    readonly settled: Readonly<Record<string, readonly Settlement[]>>;
    readonly present: Readonly<Record<string, number | null>>;
    readonly days: number;
    readonly now: number;
  }) => Table;
  readonly linesOf: (columns: Columns) => readonly { readonly name: string }[];
  readonly silences: (data: object) => readonly string[];
}

// The page's own script, which has no types.
const venues = (await import(new URL('../src/js/venues.mjs', import.meta.url).href)) as Venues;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY + 5 * HOUR + 12;

describe('venues by day', () => {
  const past = {
    perpdex: [{ timestamp: 99 * DAY, usd: 5 }],
    cexa: [
      { timestamp: 96 * DAY, usd: 1 },
      { timestamp: 98 * DAY, usd: null },
      { timestamp: 99 * DAY, usd: 3 },
    ],
  };
  const table = (range: string) =>
    venues.venuesByDay({ past, present: { perpdex: 6, dexb: 9 }, pick: ({ usd }) => usd, range, now: NOW });

  it('begin with the first day that any venue has, and end with the present', () => {
    const { t, columns } = table('all');
    expect(t).toEqual([96, 97, 98, 99, 100].map((day) => day * DAY));
    expect(columns.cexa).toEqual([1, null, null, 3, null]);
    expect(columns.perpdex).toEqual([null, null, null, 5, 6]);
    expect(columns.dexb).toEqual([null, null, null, null, 9]);
  });

  it('are cut to the range', () => {
    expect(table('7d').t.length).toBe(5);
    const short = venues.venuesByDay({
      past: { cexa: [{ timestamp: 0, usd: 1 }] },
      present: {},
      pick: ({ usd }) => usd,
      range: '30d',
      now: NOW,
    });
    expect(short.t.length).toBe(30);
    expect(short.columns.cexa.every((value) => value === null)).toBe(true);
    expect(venues.linesOf(short.columns)).toEqual([]);
  });
});

describe('funding by hour', () => {
  it('holds a settlement for the hours of its interval, which it ends', () => {
    const settled = { cexa: [{ timestamp: 100 * DAY, interval_hours: 8, annualized_pct: 12 }] };
    const { t, columns } = venues.fundingByHour({ settled, present: { cexa: 7, dexb: null }, days: 1, now: NOW });
    expect(t[0]).toBe(99 * DAY + 5 * HOUR);
    const known = t.filter((_, i) => columns.cexa[i] === 12);
    expect(known).toEqual(Array.from({ length: 8 }, (_, i) => 99 * DAY + (16 + i) * HOUR));
    expect(columns.cexa.at(-1)).toBe(7);
    expect(columns.dexb.every((value) => value === null)).toBe(true);
    expect(venues.linesOf(columns).map(({ name }) => name)).toEqual(['large exchange']);
  });
});

describe('a venue without a value', () => {
  it('says why in the words of the service', () => {
    const data = {
      perpdex: { status: 'ok', reason: null },
      cexa: { status: 'unavailable', reason: 'It did not answer.' },
    };
    expect(venues.silences(data)).toEqual(['large exchange: It did not answer.']);
    expect(venues.silences({})).toEqual([]);
  });
});
