import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinUnlocks, unlockCalendar } from './calendar.ts';
import { unlockDays, type Tranche, type UnlockSchedule } from './schedule.ts';

const NOW = Date.UTC(2026, 3, 10, 12);
const TODAY = Date.UTC(2026, 3, 10);
const at = (days: number, tokens: number, more: Partial<Tranche> = {}): Tranche => ({
  time: TODAY + days * DAY_MS,
  tokens,
  section: 'team',
  kind: 'step',
  ...more,
});
const schedule = (tranches: readonly Tranche[], more: Partial<UnlockSchedule> = {}): UnlockSchedule => ({
  coin: 'x',
  knownAt: 0,
  tranches,
  streams: [],
  ...more,
});
const coin = { id: 'x', symbol: 'X', price: 2, circulating: 1000 };
const daysIn = (tranches: readonly Tranche[], streams: UnlockSchedule['streams'] = []): number[] =>
  unlockDays({ tranches, streams }).map(({ day }) => (day - TODAY) / DAY_MS);

describe('cliffs [#606]', () => {
  it('are the days of a monthly series, not those of a daily one', () => {
    expect(daysIn([0, 30, 60].map((day) => at(day, 10)))).toEqual([0, 30, 60]);
    const daily = Array.from({ length: 90 }, (_, day) => at(day, 1));
    // The first five days: too little history to call it steady.
    expect(daysIn(daily)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('begin at a fifth of the emission of the 30 days before, streams included', () => {
    const stream = [{ from: TODAY - 30 * DAY_MS, to: TODAY, tokens: 100 }];
    expect(daysIn([at(0, 20)], stream)).toEqual([0]);
    expect(daysIn([at(0, 19.999)], stream)).toEqual([]);
    expect(daysIn([at(-30, 50), at(0, 10)])).toEqual([-30, 0]);
    expect(daysIn([at(-30, 50.001), at(0, 10)])).toEqual([-30]);
  });

  it('are single events however small, which are no emission themselves', () => {
    const stream = [{ from: TODAY - 30 * DAY_MS, to: TODAY, tokens: 100 }];
    expect(daysIn([at(0, 1, { kind: 'cliff' })], stream)).toEqual([0]);
    expect(daysIn([at(-10, 1000, { kind: 'cliff' }), at(0, 10)])).toEqual([-10, 0]);
  });

  it('are no single events when their section had one within 30 days', () => {
    const weekly = Array.from({ length: 9 }, (_, week) => at(week, 1, { kind: 'cliff' }));
    expect(daysIn(weekly)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('do not care for the order of the rows, nor for one that comes in two parts', () => {
    const tranche = fc.record({
      time: fc.integer({ min: TODAY, max: TODAY + 200 * DAY_MS }),
      tokens: fc.integer({ min: 1, max: 1000 }),
      section: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('cliff' as const, 'step' as const),
    });
    fc.assert(
      fc.property(
        fc
          .array(tranche, { maxLength: 40 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const days = unlockDays({ tranches: all, streams: [] });
          expect(unlockDays({ tranches: shuffled, streams: [] })).toEqual(days);
          const halves = all.flatMap((one) => [1, 2].map(() => ({ ...one, tokens: one.tokens / 2 })));
          expect(unlockDays({ tranches: halves, streams: [] }).map(({ day, tokens }) => [day, tokens])).toEqual(
            days.map(({ day, tokens }) => [day, tokens]),
          );
        },
      ),
    );
  });
});

describe('the calendar', () => {
  it('sums the tranches of a UTC day, priced against price and float of now [#604]', () => {
    const [entry] = unlockCalendar(
      [coin],
      [schedule([at(3, 100), at(3, 50, { section: 'b', time: TODAY + 3 * DAY_MS + HOUR_MS })])],
      NOW,
    );
    expect(entry).toEqual({
      id: 'x',
      symbol: 'X',
      day: TODAY + 3 * DAY_MS,
      time: TODAY + 3 * DAY_MS,
      lastTime: TODAY + 3 * DAY_MS + HOUR_MS,
      tokens: 150,
      tranches: 2,
      usd: 300,
      shareOfFloat: 0.15,
    });
  });

  it('begins with the soonest cliff that is ahead [#604]', () => {
    const tranches = [-40, 35, 3].map((day) => at(day, 10, { kind: 'cliff', section: `${day}` }));
    const days = coinUnlocks([coin], [schedule(tranches)], NOW).get('x')!;
    expect(days.map(({ day }) => (day - TODAY) / DAY_MS)).toEqual([3, 35]);
  });

  it('has both ends of its window, and nothing beyond', () => {
    const tranches = [-1, 0, 7, 8].map((day) =>
      at(day, 10, { time: TODAY + day * DAY_MS + 12 * HOUR_MS, section: `${day}` }),
    );
    const days = unlockCalendar(
      [coin],
      [schedule(tranches.map((one) => ({ ...one, kind: 'cliff' as const })))],
      NOW,
      7,
    );
    expect(days.map(({ day }) => (day - TODAY) / DAY_MS)).toEqual([0, 7]);
  });

  it('keeps a day whole until its last tranche', () => {
    const day = [at(0, 10), at(0, 5, { time: TODAY + 20 * HOUR_MS })];
    expect(unlockCalendar([coin], [schedule(day)], NOW)[0]!.tokens).toBe(15);
    expect(unlockCalendar([coin], [schedule(day)], TODAY + 20 * HOUR_MS)[0]!.tokens).toBe(15);
    expect(unlockCalendar([coin], [schedule(day)], TODAY + 20 * HOUR_MS + 1)).toEqual([]);
  });

  it('leaves unknown prices and floats unknown', () => {
    const [entry] = unlockCalendar([{ ...coin, price: null, circulating: null }], [schedule([at(1, 10)])], NOW);
    expect([entry!.usd, entry!.shareOfFloat]).toEqual([null, null]);
  });

  it('knows no schedule that became known later: a replay is not changed by it', () => {
    const first = schedule([at(5, 10)], { knownAt: NOW - DAY_MS });
    const later = schedule([at(6, 99)], { knownAt: NOW + 1 });
    const before = unlockCalendar([coin], [first], NOW);
    expect(before).toHaveLength(1);
    for (const known of [
      [first, later],
      [later, first],
    ]) {
      expect(unlockCalendar([coin], known, NOW)).toEqual(before);
      expect(unlockCalendar([coin], known, NOW + 1).map(({ tokens }) => tokens)).toEqual([99]);
    }
    expect(unlockCalendar([coin], [later], NOW)).toEqual([]);
  });

  it('tells a coin without cliffs ahead from one without a schedule [#605]', () => {
    const other = { ...coin, id: 'y' };
    const found = coinUnlocks([coin, other], [schedule([at(-5, 10)])], NOW);
    expect([found.get('x'), found.get('y')]).toEqual([[], undefined]);
  });

  it.each([0, 1.5, NaN])('refuses a window of %s days', (days) => {
    expect(() => unlockCalendar([coin], [], NOW, days)).toThrow('"windowDays" expected an integer ≥ 1');
  });
});
