/** Batch functions fill given columns with the same bits as new ones. */

import { clipWicks, UsageError, type CandleColumns, type Candles } from '@barograph/core';
import { adx, atr, bollinger, rsi, signumCodes, sma } from '@barograph/indicators';
import { anyCandles } from '@barograph/testkit';
import {
  allEstimators,
  closeToClose,
  garmanKlass,
  garmanKlassYangZhang,
  notional30,
  parkinson,
  rogersSatchell,
  VOLATILITY_REGIME_V1,
  volatilityRegime,
  volumeHistory,
  yangZhang,
  type VolatilityRegimeConfig,
} from '@barograph/volatility';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Column = Float64Array | Int8Array;

/** A batch face: into new columns, and into the given ones. */
interface Face {
  readonly fresh: (bars: Candles) => Column | object;
  readonly into: (bars: Candles, given: never) => Column | object;
}

const short = { window: 5, periodsPerYear: 365 };
/** Windows that a short series fills. */
const eager: VolatilityRegimeConfig = {
  ...VOLATILITY_REGIME_V1,
  version: 'volatility-regime/eager',
  percentile: { days: 12, minDays: 5 },
  zScore: { days: 10, minDays: 5 },
  label: { days: 10, minDays: 4 },
  reversionDays: 5,
};
/** The two columns that cutting wicks writes. */
function wicks(bars: Candles, given?: Pick<CandleColumns, 'high' | 'low'>): Pick<CandleColumns, 'high' | 'low'> {
  const { high, low } = clipWicks(bars, undefined, given);
  return { high, low };
}
const FACES: Readonly<Record<string, Face>> = {
  adx: { fresh: (bars) => adx(bars), into: (bars, given) => adx(bars, undefined, given) },
  atr: { fresh: (bars) => atr(bars), into: (bars, given) => atr(bars, undefined, given) },
  clipWicks: { fresh: (bars) => wicks(bars), into: (bars, given) => wicks(bars, given) },
  bollinger: { fresh: (bars) => bollinger(bars), into: (bars, given) => bollinger(bars, undefined, given) },
  rsi: { fresh: (bars) => rsi(bars), into: (bars, given) => rsi(bars, undefined, given) },
  signumCodes: { fresh: (bars) => signumCodes(bars), into: (bars, given) => signumCodes(bars, undefined, given) },
  sma: { fresh: (bars) => sma(bars), into: (bars, given) => sma(bars, undefined, given) },
  allEstimators: {
    fresh: (bars) => allEstimators(bars, short),
    into: (bars, given) => allEstimators(bars, short, given),
  },
  notional30: { fresh: (bars) => notional30(bars), into: (bars, given) => notional30(bars, given) },
  volatilityRegime: {
    fresh: (bars) => volatilityRegime(bars, eager),
    into: (bars, given) => volatilityRegime(bars, eager, given),
  },
  volumeHistory: {
    fresh: (bars) => volumeHistory(bars),
    into: (bars, given) => volumeHistory(bars, undefined, given),
  },
  ...Object.fromEntries(
    Object.entries({ closeToClose, garmanKlass, garmanKlassYangZhang, parkinson, rogersSatchell, yangZhang }).map(
      ([name, face]): [string, Face] => [
        name,
        { fresh: (bars) => face(bars, short), into: (bars, given) => face(bars, short, given) },
      ],
    ),
  ),
};

/** The typed columns of an answer by name, in one order; lists of texts are no part of what a caller gives. */
const columnsOf = (answer: Column | object): (readonly [name: string, column: Column])[] =>
  ArrayBuffer.isView(answer)
    ? [['', answer as Column]]
    : Object.entries(answer as Record<string, Column>)
        .filter(([, column]) => ArrayBuffer.isView(column))
        .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The same shape in memory of its own, of `change` rows more, with numbers that nobody computes. */
function given(answer: Column | object, change: number): Column | object {
  const mutated = (column: Column): Column =>
    column instanceof Int8Array
      ? new Int8Array(column.length + change).fill(77)
      : new Float64Array(column.length + change).fill(77);
  if (ArrayBuffer.isView(answer)) return mutated(answer as Column);
  return Object.fromEntries(columnsOf(answer).map(([name, column]) => [name, mutated(column)]));
}

describe.each(Object.entries(FACES))('%s into columns that are given', (_, { fresh, into }) => {
  it('is what new columns hold, to the bit, and those columns are returned', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        const expected = fresh(bars);
        const mine = given(expected, 0);
        const got = into(bars, mine as never);
        expect(got).toStrictEqual(expected);
        const filled = columnsOf(mine);
        expect(columnsOf(got).length).toBe(filled.length);
        expect(columnsOf(got).every(([, column], i) => column === filled[i]![1])).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('refuses columns of another length, by the name of the field', () => {
    fc.assert(
      fc.property(anyCandles(), fc.constantFrom(1, 3), (bars, change) => {
        const answer = fresh(bars);
        const long = columnsOf(given(answer, change));
        const fitting = columnsOf(given(answer, 0));
        for (const [name, column] of long) {
          const mine = name === '' ? column : Object.fromEntries([...fitting, [name, column]]);
          const message = `"into${name === '' ? '' : `.${name}`}" expected ${bars.length} rows, got ${bars.length + change}`;
          expect(() => into(bars, mine as never)).toThrow(new UsageError(message));
        }
      }),
      { numRuns: 5 },
    );
  });
});
