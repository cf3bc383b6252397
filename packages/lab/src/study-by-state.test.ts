import { candlesOf, DAY_MS, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATIONARY_BOOTSTRAP_V1 } from './risk/resampling.ts';
import { studyByState, studyPanel } from './study-by-state.ts';

const QUICK = { ...STATIONARY_BOOTSTRAP_V1, version: 'stationary_bootstrap/test', block: 10, draws: 200 } as const;

function barsOf(closes: readonly number[], times: readonly number[] = closes.map((_, i) => i * DAY_MS)): Candles {
  return candlesOf(
    closes.map((close, i) => {
      const open = closes[i - 1] ?? close;
      return {
        time: times[i]!,
        open,
        high: Math.max(open, close) * 1.01,
        low: Math.min(open, close) * 0.99,
        close,
        volume: 1,
      };
    }),
  );
}

/** Numbers within 0…1, the same in every run. @source Numerical Recipes, 7.1: a linear congruential generator */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const closes = fc.array(fc.double({ min: 50, max: 150, noNaN: true }), { minLength: 12, maxLength: 60 });
const labelOf = fc.constantFrom('a', 'b', null);
const history = closes.chain((list) =>
  fc.record({
    bars: fc.constant(barsOf(list)),
    labels: fc.array(labelOf, { minLength: list.length, maxLength: list.length }),
    horizon: fc.integer({ min: 1, max: 5 }),
  }),
);

describe('studyByState', () => {
  it('has the means of the definitions, written out', () => {
    fc.assert(
      fc.property(history, ({ bars, labels, horizon }) => {
        const { states } = studyByState(labels, bars, { horizon, bootstrap: QUICK });
        for (const name of ['a', 'b']) {
          const at = labels.flatMap((label, i) => (label === name && i + horizon < bars.length ? [i] : []));
          const found = states.find(({ state }) => state === name);
          expect(found?.rows ?? 0).toBe(at.length);
          if (found === undefined) continue;
          const close = [...bars.close];
          const mean = (of: (i: number) => number): number => at.reduce((sum, i) => sum + of(i), 0) / at.length;
          const steps = Array.from({ length: horizon }, (_, k) => k + 1);
          const change = mean((i) => (100 * (close[i + horizon]! - close[i]!)) / close[i]!);
          const volatility = mean((i) => {
            const squares = steps.map((k) => Math.log(close[i + k]! / close[i + k - 1]!) ** 2);
            return 100 * Math.sqrt((365 * squares.reduce((sum, one) => sum + one, 0)) / horizon);
          });
          const drawdown = mean((i) =>
            Math.max(
              0,
              ...steps.flatMap((k) =>
                Array.from({ length: k }, (_, before) => 100 * (1 - bars.low[i + k]! / close[i + before]!)),
              ),
            ),
          );
          expect(found.return.mean).toBeCloseTo(change, 8);
          expect(found.volatility.mean).toBeCloseTo(volatility, 8);
          expect(found.drawdown.mean).toBeCloseTo(drawdown, 8);
        }
      }),
    );
  });

  it('of a panel has the rows of all coins, the moments of one, and is no surer for copies of a coin', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 2, max: 4 }), ({ bars, labels, horizon }, copies) => {
        const one = studyByState(labels, bars, { horizon, bootstrap: QUICK });
        const all = studyPanel(Array.from({ length: copies }, () => ({ labels, bars })), { horizon, bootstrap: QUICK }); // prettier-ignore
        expect(all.span).toEqual(one.span);
        expect(all.states.length).toBe(one.states.length);
        for (const [i, state] of all.states.entries()) {
          const alone = one.states[i]!;
          expect([state.rows, state.independent]).toEqual([copies * alone.rows, alone.independent]);
          for (const name of ['volatility', 'return', 'drawdown'] as const) {
            for (const end of ['mean', 'low', 'high'] as const) {
              if (Number.isNaN(alone[name][end])) expect(state[name][end]).toBeNaN();
              else expect(state[name][end]).toBeCloseTo(alone[name][end], 8);
            }
          }
        }
      }),
    );
  });

  it('of a panel is the mean over rows, whatever the order of the coins', () => {
    fc.assert(
      fc.property(history, history, ({ bars, labels, horizon }, other) => {
        const members = [
          { bars, labels },
          { bars: other.bars, labels: other.labels },
        ] as const;
        const options = { horizon, bootstrap: QUICK };
        const both = studyPanel(members, options);
        const turned = studyPanel(members.toReversed(), options);
        const alone = members.map((member) => studyPanel([member], options));
        for (const { state, rows, drawdown } of both.states) {
          const own = alone.flatMap(({ states }) => states.filter((one) => one.state === state));
          const sum = own.reduce((total, one) => total + one.rows * one.drawdown.mean, 0);
          expect(rows).toBe(own.reduce((total, one) => total + one.rows, 0));
          expect(drawdown.mean).toBeCloseTo(sum / rows, 8);
          expect(turned.states.find((one) => one.state === state)!.drawdown.low).toBeCloseTo(drawdown.low, 8);
        }
      }),
    );
  });

  it('of a panel refuses no coins, and bars of different steps', () => {
    const [days, hours] = [barsOf([1, 2, 3]), barsOf([1, 2, 3], [0, 3_600_000, 7_200_000])];
    const labels = ['a', 'a', 'a'];
    expect(() => studyPanel([], { horizon: 1 })).toThrow('"members" expected at least one coin, got 0');
    expect(() => studyPanel([{ labels, bars: days }, { labels, bars: hours }], { horizon: 1 })).toThrow('"members" expected bars of one step'); // prettier-ignore
  });

  it('has intervals around the mean where there are any', () => {
    fc.assert(
      fc.property(history, ({ bars, labels, horizon }) => {
        for (const one of studyByState(labels, bars, { horizon, bootstrap: QUICK }).states) {
          const { low, high } = one.volatility;
          expect(Number.isNaN(low)).toBe(Number.isNaN(high));
          if (!Number.isNaN(low)) expect(low).toBeLessThanOrEqual(high);
        }
      }),
    );
  });

  it('reads nothing before the bar of a label', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 10 }), ({ bars, labels, horizon }, cut) => {
        const late = labels.map((label, i) => (i < cut ? null : label));
        const kept = barsOf([...bars.close].slice(cut), [...bars.time].slice(cut));
        const whole = studyByState(late, bars, { horizon, bootstrap: QUICK });
        const rest = studyByState(labels.slice(cut), kept, { horizon, bootstrap: QUICK });
        expect(whole.states.map(({ state, rows, return: { mean } }) => [state, rows, mean])).toEqual(
          rest.states.map(({ state, rows, return: { mean } }) => [state, rows, mean]),
        );
      }),
    );
  });

  it('counts rows apart, and takes them alone where that is asked for', () => {
    const bars = barsOf(Array.from({ length: 101 }, (_, i) => 100 + (i % 7)));
    const labels = Array.from({ length: 101 }, () => 'a');
    const [blocks] = studyByState(labels, bars, { horizon: 5, bootstrap: QUICK }).states;
    const [apart] = studyByState(labels, bars, { horizon: 5, bootstrap: QUICK, overlap: 'apart' }).states;
    expect([blocks!.rows, blocks!.independent]).toEqual([96, 20]);
    expect([apart!.rows, apart!.independent]).toEqual([20, 20]);
  });

  it('leaves out horizons with a gap', () => {
    const times = Array.from({ length: 30 }, (_, i) => (i < 15 ? i : i + 3) * DAY_MS);
    const bars = barsOf(
      times.map((_, i) => 100 + i),
      times,
    );
    const { states, span } = studyByState(
      times.map(() => 'a'),
      bars,
      { horizon: 4, bootstrap: QUICK },
    );
    expect(states[0]!.rows).toBe(30 - 4 - 4);
    expect(span).toEqual({ from: DAY_MS, to: times[25]! + DAY_MS });
  });

  it('widens intervals by overlap: of 200 histories nine in ten hold the mean or more', () => {
    const random = seeded(11);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    let held = 0;
    for (let round = 0; round < 200; round++) {
      let price = 100;
      const path = Array.from({ length: 400 }, () => (price *= Math.exp(0.01 * normal())));
      const labels = path.map((_, i) => (Math.floor(i / 40) % 2 === 0 ? 'a' : 'b'));
      const [a] = studyByState(labels, barsOf(path), { horizon: 5, bootstrap: { ...QUICK, block: 20 } }).states;
      // Mean of a log-normal return over five days without drift.
      const truth = 100 * (Math.exp((5 * 0.01 ** 2) / 2) - 1);
      if (a!.return.low <= truth && truth <= a!.return.high) held++;
    }
    expect(held / 200).toBeGreaterThan(0.86);
    expect(held / 200).toBeLessThan(1);
  });

  it('warns of a span that the rules were trained on, and of few rows', () => {
    const bars = barsOf(Array.from({ length: 60 }, (_, i) => 100 + (i % 5)));
    const labels = Array.from({ length: 60 }, (_, i) => (i < 50 ? 'a' : 'b'));
    const trainedOn = [{ from: 10 * DAY_MS, to: 20 * DAY_MS }];
    const study = studyByState(labels, bars, { horizon: 1, bootstrap: QUICK, trainedOn });
    expect(study.warnings).toEqual([
      'The rules were trained on 1970-01-11 to 1970-01-21, which the study measures: it is not out of sample.',
      'Fewer than 20 rows apart of b: the intervals are too narrow.',
    ]);
    const later = [{ from: 90 * DAY_MS, to: 99 * DAY_MS }];
    expect(studyByState(labels, bars, { horizon: 1, bootstrap: QUICK, trainedOn: later }).warnings).toHaveLength(1);
  });

  it('is empty without a label, and refuses what does not fit', () => {
    const bars = barsOf([1, 2, 3]);
    expect(studyByState([null, null, null], bars, { horizon: 1 })).toEqual({
      horizon: 1,
      span: null,
      states: [],
      warnings: [],
    });
    expect(() => studyByState(['a'], bars, { horizon: 1 })).toThrow('"labels" expected one for each of 3 bars, got 1');
    expect(() => studyByState(['a', 'a', 'a'], bars, { horizon: 0 })).toThrow(/"horizon" expected/);
    expect(() => studyByState(['a', 'a', 'a'], bars, { horizon: 1, level: 1 })).toThrow(/"level" expected/);
  });
});
