/** Batch faces fill columns that are given with the same bits as new ones. */

import { UsageError, type Candles } from '@barograph/core';
import { adx, atr, bollinger, rsi, signumCodes, sma } from '@barograph/indicators';
import { anyCandles } from '@barograph/testkit';
import {
  allEstimators,
  closeToClose,
  garmanKlass,
  garmanKlassYangZhang,
  parkinson,
  rogersSatchell,
  yangZhang,
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
const FACES: Readonly<Record<string, Face>> = {
  adx: { fresh: (bars) => adx(bars), into: (bars, given) => adx(bars, undefined, given) },
  atr: { fresh: (bars) => atr(bars), into: (bars, given) => atr(bars, undefined, given) },
  bollinger: { fresh: (bars) => bollinger(bars), into: (bars, given) => bollinger(bars, undefined, given) },
  rsi: { fresh: (bars) => rsi(bars), into: (bars, given) => rsi(bars, undefined, given) },
  signumCodes: { fresh: (bars) => signumCodes(bars), into: (bars, given) => signumCodes(bars, undefined, given) },
  sma: { fresh: (bars) => sma(bars), into: (bars, given) => sma(bars, undefined, given) },
  allEstimators: {
    fresh: (bars) => allEstimators(bars, short),
    into: (bars, given) => allEstimators(bars, short, given),
  },
  ...Object.fromEntries(
    Object.entries({ closeToClose, garmanKlass, garmanKlassYangZhang, parkinson, rogersSatchell, yangZhang }).map(
      ([name, of]): [string, Face] => [
        name,
        { fresh: (bars) => of(bars, short), into: (bars, given) => of(bars, short, given) },
      ],
    ),
  ),
};

const columnsOf = (of: Column | object): Column[] =>
  ArrayBuffer.isView(of) ? [of as Column] : Object.values(of as Record<string, Column>);

/** The same shape in memory of its own, of `change` rows more, with numbers that nobody computes. */
function given(of: Column | object, change: number): Column | object {
  const made = (column: Column): Column =>
    column instanceof Int8Array
      ? new Int8Array(column.length + change).fill(77)
      : new Float64Array(column.length + change).fill(77);
  if (ArrayBuffer.isView(of)) return made(of as Column);
  return Object.fromEntries(Object.entries(of).map(([name, column]) => [name, made(column as Column)]));
}

describe.each(Object.entries(FACES))('%s into columns that are given', (_, { fresh, into }) => {
  it('is what new columns hold, to the bit, and those columns are returned', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        const expected = fresh(bars);
        const mine = given(expected, 0);
        const got = into(bars, mine as never);
        expect(got).toStrictEqual(expected);
        expect(columnsOf(got).every((column, i) => column === columnsOf(mine)[i])).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('refuses columns of another length, by the name of the field', () => {
    fc.assert(
      fc.property(anyCandles(), fc.constantFrom(1, 3), (bars, change) => {
        const mine = given(fresh(bars), change);
        expect(() => into(bars, mine as never)).toThrow(UsageError);
        expect(() => into(bars, mine as never)).toThrow(/"into(?:\.\w+)?" expected \d+ rows, got \d+/);
      }),
      { numRuns: 5 },
    );
  });
});
