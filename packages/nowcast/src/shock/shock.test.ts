import { fold, HOUR_MS, LateBarError, UsageError, type Bar } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkShockConfig, SHOCK_V1 } from './config.ts';
import { createShock, type ShockSnapshot } from './create-shock.ts';
import { shock, SHOCK_KINDS, type ShockRow, type ShockState } from './shock.ts';

const START = Date.UTC(2026, 0, 1);
const { minHours, calmHours, maxGap, exit } = SHOCK_V1;

/** Hours that move by about a thousandth; `moves` sets the move of some hours, as fractions. */
function hoursOf(length: number, moves: ReadonlyMap<number, number> = new Map(), seed = 1): Bar[] {
  let state = seed;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  let close = 100;
  return Array.from({ length }, (_, i) => {
    const open = close;
    close = open * (1 + 0.001 * draw() + (moves.get(i) ?? 0));
    const [high, low] = [Math.max(open, close) * 1.0005, Math.min(open, close) * 0.9995];
    return { time: START + i * HOUR_MS, open, high, low, close, volume: 5 + draw() };
  });
}
const rowsOf = (bars: readonly Bar[]): readonly ShockRow[] => fold(shock(), bars).outputs;
const still = (bar: Bar, hours: number): Bar => {
  const price = bar.close;
  return { time: bar.time + hours * HOUR_MS, open: price, high: price, low: price, close: price, volume: 0 };
};

/** Hours with moves of any size and place, after the warm-up. */
const markets = fc
  .tuple(
    fc.integer({ min: 1, max: 1e6 }),
    fc.array(fc.tuple(fc.integer({ min: minHours, max: minHours + 90 }), fc.double({ min: -0.3, max: 0.3, noNaN: true })), { maxLength: 12 }), // prettier-ignore
  )
  .map(([seed, moves]) => hoursOf(minHours + 100, new Map(moves), seed));

describe('the shock detector', () => {
  it('says nothing of the first week of hours, and is calm in a market that is', () => {
    const rows = rowsOf(hoursOf(minHours + 50));
    for (const row of rows.slice(0, minHours)) expect(row).toMatchObject({ active: null, score: null, since: null });
    for (const row of rows.slice(minHours)) {
      expect(row).toMatchObject({ active: false, since: null, kind: null });
      expect(row.score).toBeLessThan(1);
    }
  });

  it.each([
    ['down', [[200, -0.05]]],
    ['up', [[200, 0.05]]],
    // Six hours, none of them large alone.
    ['down', Array.from({ length: 6 }, (_, i) => [200 + i, -0.004])],
  ] as const)('finds a fall or a rise at its close, of one hour or of six: %s', (kind, moves) => {
    const rows = rowsOf(hoursOf(300, new Map(moves.map(([at, move]) => [at!, move!]))));
    const first = rows.find(({ active }) => active === true);
    expect(first!.kind).toBe(kind);
    expect((first!.time - START) / HOUR_MS).toBeGreaterThanOrEqual(200);
    expect((first!.time - START) / HOUR_MS).toBeLessThanOrEqual(200 + moves.length - 1);
    expect(first!.since).toBe(first!.time);
  });

  it('calls a fall that is bought back a swing', () => {
    const bars = hoursOf(260);
    const bar = bars[200]!;
    bars[200] = { ...bar, low: bar.low * 0.9 };
    expect(rowsOf(bars)[200]).toMatchObject({ active: true, kind: 'swing' });
  });

  it('lasts until its score was low for half a day, and begins again with the next', () => {
    const rows = rowsOf(hoursOf(300, new Map([[200, -0.05], [230, 0.05]]))); // prettier-ignore
    const active = rows.flatMap((row, i) => (row.active === true ? [i] : []));
    const lastHigh = (from: number, to: number): number =>
      rows.findLastIndex(({ score }, i) => i >= from && i < to && score !== null && score >= exit);
    const end = lastHigh(200, 229) + calmHours;
    expect(active.filter((i) => i < 230)).toEqual(Array.from({ length: end - 200 }, (_, i) => 200 + i));
    expect(rows[230]).toMatchObject({ active: true, since: START + 230 * HOUR_MS, kind: 'up' });
  });

  it('keeps its promises in every hour of any market', () => {
    fc.assert(
      fc.property(markets, (bars) => {
        let before: ShockRow | undefined;
        for (const row of rowsOf(bars)) {
          expect(row.score === null || row.score >= 0).toBe(true);
          expect(row.active === null).toBe(row.score === null);
          expect([row.since, row.kind].map((one) => one !== null)).toEqual([row.active === true, row.active === true]);
          if (row.kind !== null) expect(SHOCK_KINDS).toContain(row.kind);
          // Begins at a score of 1 or more.
          if (row.active === true && before?.active !== true) expect(row.score).toBeGreaterThanOrEqual(1);
          if (row.active === false) expect(row.score).toBeLessThan(1);
          if (row.since !== null) expect(row.since).toBeLessThanOrEqual(row.time);
          if (row.active === true && before?.active === true && row.since !== before.since) expect(row.since).toBe(row.time); // prettier-ignore
          before = row;
        }
      }),
    );
  });

  it('knows no future, no unit of price, and goes on from its state as text', () => {
    fc.assert(
      fc.property(markets, fc.nat(), fc.integer({ min: -30, max: 30 }), (bars, cut, power) => {
        const rows = rowsOf(bars);
        const at = cut % bars.length;
        const { state, outputs } = fold(shock(), bars.slice(0, at));
        expect(outputs).toEqual(rows.slice(0, at));
        const machine = shock();
        let resumed = JSON.parse(JSON.stringify(state)) as ShockState;
        for (const [i, bar] of bars.slice(at).entries()) {
          const step = machine.step(resumed, bar);
          expect(step.output).toEqual(rows[at + i]);
          resumed = step.state;
        }
        const first = createShock();
        for (const bar of bars.slice(0, at)) first.next(bar);
        expect(first.row).toEqual(rows[at - 1] ?? null);
        const second = createShock(JSON.parse(JSON.stringify(first.snapshot())) as ShockSnapshot);
        expect(bars.slice(at).map((bar) => second.next(bar))).toEqual(rows.slice(at));
        const factor = 2 ** power;
        const scaled = bars.map((bar) => ({ ...bar, open: bar.open * factor, high: bar.high * factor, low: bar.low * factor, close: bar.close * factor })); // prettier-ignore
        expect(rowsOf(scaled)).toEqual(rows);
      }),
      { numRuns: 30 },
    );
  });

  it('takes hours without a trade for missing ones, and begins anew after more than a day of either', () => {
    fc.assert(
      fc.property(markets, fc.integer({ min: 1, max: 60 }), fc.integer({ min: minHours + 1, max: minHours + 90 }), (bars, pause, at) => {
        const later = bars.slice(at).map((bar) => ({ ...bar, time: bar.time + pause * HOUR_MS }));
        const halted = Array.from({ length: pause }, (_, i) => still(bars[at - 1]!, i + 1));
        const [missing, flat] = [[...bars.slice(0, at), ...later], [...bars.slice(0, at), ...halted, ...later]];
        const rows = rowsOf(missing);
        expect(rowsOf(flat).filter((_, i) => i < at || i >= at + pause)).toEqual(rows);
        expect(rows[at]!.active === null).toBe(pause > maxGap);
        for (const [i, row] of rowsOf(flat).slice(at, at + pause).entries()) {
          expect(row.score).toBe(i + 1 > maxGap ? null : 0);
        }
      }),
      { numRuns: 40 },
    );
  }); // prettier-ignore

  it('begins anew at another scale', () => {
    const bars = hoursOf(minHours + 20);
    const tenth = hoursOf(10).map((bar, i) => ({
      ...bar,
      time: START + (minHours + 20 + i) * HOUR_MS,
      open: bar.open / 1000,
      high: bar.high / 1000,
      low: bar.low / 1000,
      close: bar.close / 1000,
    }));
    const rows = rowsOf([...bars, ...tenth]);
    expect(rows.at(minHours + 19)!.active).toBe(false);
    for (const row of rows.slice(minHours + 20)) expect(row.active).toBeNull();
  });

  it('refuses what is no next hour, and a config that makes no sense', () => {
    const [first, second] = hoursOf(2);
    const { state } = fold(shock(), [first!, second!]);
    expect(() => shock().step(state, second!)).toThrow(LateBarError);
    expect(() => shock().step(state, { ...second!, time: second!.time + HOUR_MS / 2 })).toThrow(UsageError);
    expect(() => shock().step({ ...state, version: 'shock/0' }, second!)).toThrow(
      '"state" expected the version shock/1',
    );
    expect(() => checkShockConfig({ ...SHOCK_V1, exit: 2 })).toThrow('"exit"');
    expect(() => checkShockConfig({ ...SHOCK_V1, halflife: 0 })).toThrow('"halflife" expected a number > 0, got 0');
    expect(() => checkShockConfig({ ...SHOCK_V1, maxJump: 1 })).toThrow('"maxJump"');
  });
});
