import { bookSide, type Book } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOOK_REASONS, type BookProblem } from './book-problem.ts';
import { LIQUIDITY_V1 } from './config.ts';
import { bandDepth, depthWithin, widenDepth } from './depth-parts.ts';
import { depth, type BookDepth, type DepthOptions } from './depth.ts';

type Levels = readonly (readonly [price: number, size: number])[];
const bookOf = (bids: Levels, asks: Levels): Book => ({ bids: bookSide(bids), asks: bookSide(asks) });

function measured(book: Book, options?: DepthOptions): BookDepth {
  const result = depth(book, options);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
function refused(book: Book): BookProblem {
  const result = depth(book);
  if (result.ok) throw new Error('measured');
  return result.error;
}

/** Distances from a price of 2^k, in units of 1/2¹⁷ of it: prices are exact, at least about 0.08 bps apart. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1000 })), {
  minLength: 1,
  maxLength: 25,
});
const sideOf = (unit: number, sign: 1 | -1, moves: readonly (readonly [number, number])[]): Levels => {
  let ticks = 0;
  return moves.map(([gap, size]) => [unit * (1 + (sign * (ticks += gap)) / 2 ** 17), size]);
};
const books = fc
  .tuple(fc.integer({ min: -20, max: 20 }), steps, steps)
  .map(([power, below, above]) => bookOf(sideOf(2 ** power, -1, below), sideOf(2 ** power, 1, above)));

/** The definition, band by band, with a filter each. */
function plainDepth({ bids, asks }: Book, bps: number): { bids: number; asks: number; cut: [boolean, boolean] } {
  const mid = (bids.price[0]! + asks.price[0]!) / 2;
  const [low, high] = [mid * (1 - bps / 1e4), mid * (1 + bps / 1e4)];
  let [below, above] = [0, 0];
  bids.price.forEach((price, i) => (below += price >= low ? price * bids.size[i]! : 0));
  asks.price.forEach((price, i) => (above += price <= high ? price * asks.size[i]! : 0));
  return { bids: below, asks: above, cut: [bids.price.at(-1)! > low, asks.price.at(-1)! < high] };
}

describe('the depth of a book', () => {
  const example = bookOf(
    [
      [99.95, 10],
      [99.8, 20],
      [99.4, 30],
    ],
    [
      [100.05, 12],
      [100.3, 15],
    ],
  );

  it('[#368] is the worked example of the design: depth, truncation, spread and imbalance', () => {
    const { bids, asks, ...rest } = measured(example);
    expect(bids.notional).toMatchOracle([999.5, 2995.5, 2995.5, 5977.5], { rel: 1e-12, abs: 0 });
    expect(asks.notional).toMatchOracle([1200.6, 1200.6, 2705.1, 2705.1], { rel: 1e-12, abs: 0 });
    expect([bids.truncated, asks.truncated]).toEqual([
      [false, false, false, true],
      [false, false, true, true],
    ]);
    expect(rest).toMatchObject({ configVersion: 'liquidity/1', bandsBps: [10, 25, 50, 100], mid: 100 });
    expect([rest.spreadBps, rest.imbalance]).toMatchOracle([10, -0.091_404_936_139_266_35], { rel: 1e-11, abs: 0 });
  });

  it('[#369] has the edge within its band, and then the book did not end inside it', () => {
    // mid 100; an edge of 10 bps at 99.9 and 100.1
    const at = measured(bookOf([[99.99, 1], [99.9, 1]], [[100.01, 1], [100.1, 1]])); // prettier-ignore
    expect(at.bids.notional[0]).toBeCloseTo(199.89, 10);
    expect(at.asks.notional[0]).toBeCloseTo(200.11, 10);
    expect([at.bids.truncated[0], at.asks.truncated[0]]).toEqual([false, false]);
    const inside = measured(bookOf([[99.99, 1], [99.901, 1]], [[100.01, 1], [100.099, 1]])); // prettier-ignore
    expect([inside.bids.truncated[0], inside.asks.truncated[0]]).toEqual([true, true]);
    const beyond = measured(bookOf([[99.99, 1], [99.899, 1]], [[100.01, 1], [100.101, 1]])); // prettier-ignore
    expect([beyond.bids.notional[0], beyond.bids.truncated[0]]).toEqual([99.99, false]);
    expect([beyond.asks.notional[0], beyond.asks.truncated[0]]).toEqual([100.01, false]);
  });

  it('is what a filter for each band gives', () => {
    fc.assert(
      fc.property(books, (book) => {
        const { bids, asks } = measured(book);
        LIQUIDITY_V1.bandsBps.forEach((bps, i) => {
          const plain = plainDepth(book, bps);
          expect([bids.notional[i], asks.notional[i]]).toMatchOracle([plain.bids, plain.asks], { rel: 1e-12, abs: 0 });
          expect([bids.truncated[i], asks.truncated[i]]).toEqual(plain.cut);
        });
      }),
    );
  });

  it('grows with the band, is truncated from one band on, and within −1…1 in its imbalance', () => {
    fc.assert(
      fc.property(books, (book) => {
        const { bids, asks, imbalance } = measured(book);
        for (const { notional, truncated } of [bids, asks]) {
          for (let i = 1; i < 4; i++) {
            expect(notional[i]!).toBeGreaterThanOrEqual(notional[i - 1]!);
            expect(truncated[i]! || !truncated[i - 1]!).toBe(true);
          }
        }
        const isCut = bids.truncated[0]! || asks.truncated[0]!;
        expect(imbalance === null).toBe(isCut || (bids.notional[0] === 0 && asks.notional[0] === 0));
        expect(Math.abs(imbalance ?? 0)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('swaps the sign of its imbalance with equal sides swapped', () => {
    fc.assert(
      fc.property(steps, steps, (below, above) => {
        // Prices 1 ± ticks: the mirrored book has the same distances but other notionals, so sizes compensate.
        const mirror = (levels: Levels): Levels =>
          levels.map(([price, size]) => [2 - price, (price * size) / (2 - price)]);
        const [bids, asks] = [sideOf(1, -1, below), sideOf(1, 1, above)];
        const one = measured(bookOf(bids, asks), { mid: 1 });
        const other = measured(bookOf(mirror(asks), mirror(bids)), { mid: 1 });
        fc.pre(one.imbalance !== null);
        expect(other.imbalance).toMatchOracle(-one.imbalance!, { rel: 0, abs: 1e-12 });
      }),
    );
  });

  it('grows with its sizes, keeps truncation, spread and imbalance, and moves with the unit of the price', () => {
    fc.assert(
      fc.property(books, fc.integer({ min: -30, max: 30 }), fc.integer({ min: -30, max: 30 }), (book, p, s) => {
        const scale = ({ price, size }: Book['bids']): Book['bids'] => ({
          price: price.map((value) => value * 2 ** p),
          size: size.map((value) => value * 2 ** s),
        });
        const [before, after] = [measured(book), measured({ bids: scale(book.bids), asks: scale(book.asks) })];
        expect(after.bids.notional).toEqual(before.bids.notional.map((usd) => usd! * 2 ** (p + s)));
        expect(after.asks).toEqual({
          ...before.asks,
          notional: before.asks.notional.map((usd) => usd! * 2 ** (p + s)),
        });
        expect([after.spreadBps, after.imbalance]).toEqual([before.spreadBps, before.imbalance]);
      }),
    );
  });

  it('has no imbalance where a side ends inside the band: its other side reaches further', () => {
    const ends = bookOf([[99.99, 5]], [[100.01, 1], [100.2, 1]]); // prettier-ignore
    expect(measured(ends).imbalance).toBeNull();
    const reaches = bookOf([[99.99, 5], [99.8, 1]], [[100.01, 1], [100.2, 1]]); // prettier-ignore
    expect(measured(reaches).imbalance).toMatchOracle((499.95 - 100.01) / (499.95 + 100.01), { rel: 1e-12, abs: 0 });
  });

  it('has no imbalance where both sides are empty, and ±1 where one is', () => {
    const wide = bookOf([[99, 1]], [[101, 1]]);
    expect(measured(wide)).toMatchObject({ imbalance: null, bids: { notional: [0, 0, 0, 99] } });
    const one = measured(bookOf([[99, 1], [98, 1]], [[101, 1]]), { mid: 99.05 }); // prettier-ignore
    expect(one.imbalance).toBe(1);
  });
});

function expectDocumented({ mid, spreadBps, imbalance, bids, asks }: BookDepth): void {
  expect([mid, spreadBps].every((value) => value > 0 && value < Infinity)).toBe(true);
  expect(imbalance === null || (imbalance >= -1 && imbalance <= 1)).toBe(true);
  for (const { notional } of [bids, asks]) {
    expect(notional.every((usd) => usd !== null && usd >= 0 && usd < Infinity)).toBe(true);
  }
}

describe('a book that is no sample', () => {
  const good: Levels = [[101, 1], [102, 1]]; // prettier-ignore
  it.each([
    [[], good, 'one_sided', undefined, 'bids', 'at least one level', 'none'],
    [[[100, 1]], [], 'one_sided', undefined, 'asks', 'at least one level', 'none'],
    [[[101, 1]], good, 'crossed', 1, 'asks.price', 'a price above the best bid 101', '101'],
    [[[103, 1]], good, 'crossed', 1, 'asks.price', 'a price above the best bid 103', '101'],
    [
      [
        [100, 1],
        [100, 1],
      ],
      good,
      'unsorted',
      2,
      'bids.price',
      'a price below 100',
      '100',
    ],
    [
      [
        [100, 1],
        [99, 1],
      ],
      [
        [101, 1],
        [100.5, 1],
      ],
      'unsorted',
      2,
      'asks.price',
      'a price above 101',
      '100.5',
    ],
    [[[-1, 1]], good, 'bad_level', 1, 'bids.price', 'a finite number > 0', '-1'],
    [[[NaN, 1]], good, 'bad_level', 1, 'bids.price', 'a finite number > 0', 'NaN'],
    [[[Infinity, 1]], good, 'bad_level', 1, 'bids.price', 'a finite number > 0', 'Infinity'],
    [
      [
        [100, 1],
        [99, 0],
      ],
      good,
      'bad_level',
      2,
      'bids.size',
      'a finite number > 0',
      '0',
    ],
    [
      [[100, 1]],
      [
        [101, 1],
        [102, -3],
      ],
      'bad_level',
      2,
      'asks.size',
      'a finite number > 0',
      '-3',
    ],
    [[[100, 1]], [[-101, 1]], 'bad_level', 1, 'asks.price', 'a finite number > 0', '-101'],
    [[[100, 1e307]], good, 'bad_level', 1, 'bids.size', 'a size whose notional does not overflow', '1e+307'],
  ] as const)('%j against %j is refused as %s, and says where', (bids, asks, reason, row, column, expected, got) => {
    const code = reason === 'unsorted' ? 'bad_order' : 'bad_value';
    const place = row === undefined ? {} : { row };
    expect(refused(bookOf(bids, asks))).toEqual({ code, reason, ...place, column, expected, got });
  });

  it('throws for what only a program does wrong', () => {
    const book = bookOf([[100, 1]], [[101, 1]]);
    expect(() => depth(book, { mid: 0 })).toThrow('"mid" expected a number > 0, got 0');
    expect(() => depth(book, { grid: NaN })).toThrow('"grid" expected a finite number, got NaN');
    const uneven = { ...book, asks: { price: Float64Array.of(101), size: Float64Array.of() } };
    expect(() => depth(uneven)).toThrow('"asks.size" expected 1 sizes, one per price, got 0');
  });

  it('of 10,000 mutants each is measured as documented or refused with a place, and none throws', () => {
    const odd = fc.constantFrom(NaN, 0, -0, -1, Infinity, -Infinity, 1e308, 5e-324, 2 ** 53);
    const change = fc.record({
      asks: fc.boolean(),
      size: fc.boolean(),
      at: fc.nat(24),
      to: fc.oneof(odd, fc.double()),
      kind: fc.constantFrom('set', 'swap', 'repeat', 'cut'),
    });
    const reasons = new Map<string, number>();
    fc.assert(
      fc.property(books, fc.array(change, { minLength: 1, maxLength: 3 }), ({ bids, asks }, changes) => {
        const sides = [bids, asks].map(({ price, size }) => ({ price: [...price], size: [...size] }));
        for (const { asks: isAsks, size, at, to, kind } of changes) {
          const side = sides[Number(isAsks)]!;
          const column = size ? side.size : side.price;
          const i = at % Math.max(1, column.length);
          if (kind === 'set') column[i] = to;
          if (kind === 'swap') [column[0], column[i]] = [column[i]!, column[0]!];
          if (kind === 'repeat') column[i] = column[Math.max(0, i - 1)]!;
          if (kind === 'cut') side.price.length = side.size.length = i;
        }
        const [below, above] = sides.map(({ price, size }) => ({
          price: Float64Array.from(price),
          size: Float64Array.from(size.slice(0, price.length)),
        }));
        fc.pre(below!.price.length === below!.size.length && above!.price.length === above!.size.length);
        const result = depth({ bids: below!, asks: above! });
        const outcome = result.ok ? 'measured' : result.error.reason;
        reasons.set(outcome, (reasons.get(outcome) ?? 0) + 1);
        if (result.ok) expectDocumented(result.value);
        else expect(result.error.column).toMatch(/^(?:bids|asks)/);
      }),
      { numRuns: 10_000, seed: 14 },
    );
    expect([...reasons.keys()].toSorted()).toEqual([...BOOK_REASONS, 'measured'].toSorted());
  });
});

describe('the depth that the nowcast reads', () => {
  it('is that of a band at its edge, linear between, and nothing at mid', () => {
    const book = measured(bookOf([[99.99, 2], [99.8, 3]], [[100.01, 4]])); // prettier-ignore
    const [at10, at25] = [book.bids.notional[0]!, book.bids.notional[1]!];
    expect(depthWithin(book, 0)).toEqual({ bids: 0, asks: 0 });
    expect(depthWithin(book, 0.001)).toEqual({ bids: at10, asks: book.asks.notional[0] });
    expect(depthWithin(book, 0.0025)!.bids).toBe(at25);
    expect(depthWithin(book, 0.00175)!.bids).toMatchOracle((at10 + at25) / 2, { rel: 1e-12, abs: 0 });
    expect(depthWithin(book, 0.01)!.bids).toBe(book.bids.notional[3]);
    expect(() => depthWithin(book, 0.010_001)).toThrow('"distance" expected a number within 0…0.01, got 0.010001');
  });

  it('grows with the distance, and never passes the band around it', () => {
    const distance = fc.double({ min: 0, max: 0.01, noNaN: true });
    fc.assert(
      fc.property(books, distance, distance, (book, a, b) => {
        const sample = measured(book);
        const [near, far] = [depthWithin(sample, Math.min(a, b))!, depthWithin(sample, Math.max(a, b))!];
        expect(far.bids).toBeGreaterThanOrEqual(near.bids);
        expect(far.asks).toBeGreaterThanOrEqual(near.asks);
        expect(far.bids).toBeLessThanOrEqual(sample.bids.notional[3]!);
      }),
    );
  });

  it('is unknown where a band that it needs was not measured', () => {
    const coarse = measured(bookOf([[99.5, 2]], [[100.5, 4]]), { grid: 0.2 });
    expect(coarse.bids.notional[0]).toBeNull();
    // A step as wide as the band is narrow enough.
    expect(measured(bookOf([[99.5, 2]], [[100.5, 4]]), { grid: 0.1 }).bids.notional[0]).toBe(0);
    expect([coarse.bids.truncated[0], coarse.imbalance, bandDepth(coarse, 10)]).toEqual([null, null, null]);
    expect([depthWithin(coarse, 0.0005), depthWithin(coarse, 0.002)]).toEqual([null, null]);
    expect(depthWithin(coarse, 0.0025)).toEqual({ bids: 0, asks: 0 });
    expect(bandDepth(coarse, 50)).toBe(99.5 * 2 + 100.5 * 4);
    expect(() => bandDepth(coarse, 7)).toThrow('"bps" expected one of 10, 25, 50, 100, got 7');
  });
});

describe('a coarser book for the wide bands', () => {
  it('[#369] fills the bands that the fine one did not reach, and says from which', () => {
    const fine = measured(bookOf([[99.99, 2], [99.8, 3]], [[100.01, 4], [101.5, 1]])); // prettier-ignore
    const coarse = bookOf([[99.9, 3], [99.5, 8], [98, 1]], [[100.1, 5]]); // prettier-ignore
    const wide = widenDepth(fine, measured(coarse, { mid: fine.mid, grid: 0.1 }));
    expect(wide.sources).toEqual({ bids: ['fine', 'fine', 'wide', 'wide'], asks: ['fine', 'fine', 'fine', 'fine'] });
    expect(wide.bids.notional.slice(2)).toMatchOracle([1095.7, 1095.7], { rel: 1e-12, abs: 0 });
    expect([fine.bids.truncated, wide.bids.truncated]).toEqual([
      [false, true, true, true],
      [false, false, false, false],
    ]);
    expect(wide.asks).toEqual(fine.asks);
    expect([wide.mid, wide.spreadBps, wide.imbalance]).toEqual([fine.mid, fine.spreadBps, fine.imbalance]);
  });

  it('never shows less than either book, stays monotone, and is cut only where both are', () => {
    fc.assert(
      fc.property(books, books, (one, other) => {
        const fine = measured(one);
        const wide = measured(other, { mid: fine.mid, grid: (fine.mid * 20) / 1e4 });
        const both = widenDepth(fine, wide);
        const [below, above] = [both.bids.notional[0]!, both.asks.notional[0]!];
        const isWhole = both.bids.truncated[0] === false && both.asks.truncated[0] === false;
        expect(both.imbalance === null).toBe(!isWhole || below + above === 0);
        if (both.imbalance !== null) {
          expect(both.imbalance).toMatchOracle((below - above) / (below + above), { rel: 0, abs: 1e-12 });
        }
        for (const side of ['bids', 'asks'] as const) {
          for (let i = 0; i < 4; i++) {
            expect(both[side].notional[i]!).toBeGreaterThanOrEqual(fine[side].notional[i]!);
            expect(both[side].truncated[i]).toBe(fine[side].truncated[i]! && wide[side].truncated[i] !== false);
            if (i > 0) expect(both[side].notional[i]!).toBeGreaterThanOrEqual(both[side].notional[i - 1]!);
          }
        }
      }),
    );
  });
});
