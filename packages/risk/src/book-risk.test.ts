import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COINS, madePanel, SMALL } from '../test/made-panel.ts';
import { bookRisk, type BookRisk } from './book-risk.ts';
import type { RiskBook, RiskPosition } from './book.ts';

const panel = madePanel(1);
const options = { config: SMALL };
const anyPosition: fc.Arbitrary<RiskPosition> = fc.record({
  coin: fc.constantFrom(...COINS),
  side: fc.constantFrom('long', 'short'),
  notional: fc.double({ min: 1, max: 100_000, noNaN: true }),
  leverage: fc.double({ min: 1, max: 20, noNaN: true }),
  margin: fc.constantFrom('cross', 'isolated'),
  funding: fc.constantFrom(0, 1e-5, -2e-5),
});
const anyPositions = fc.array(anyPosition, { minLength: 1, maxLength: 5 });
const cross = (positions: readonly RiskPosition[]): RiskPosition[] =>
  positions.map((position) => ({ ...position, margin: 'cross' }));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const near = (a: number, b: number, size: number): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * size);
};
const shortfalls = ({ tails }: BookRisk): number[] => tails.map(({ expectedShortfall }) => expectedShortfall);

describe('the risk of a book', () => {
  it('is the same to the bit each time, and reads neither later hours nor the order of coins', () => {
    fc.assert(
      fc.property(anyPositions, fc.integer({ min: 790, max: 990 }), (positions, hour) => {
        const at = hour * 3_600_000;
        const first = bookRisk(panel, { positions }, { ...options, at });
        expect(bookRisk(panel, { positions }, { ...options, at })).toEqual(first);
        const turned = { ...panel, coins: panel.coins.toReversed() };
        expect(bookRisk(turned, { positions }, { ...options, at })).toEqual(first);
        const hidden = {
          ...panel,
          coins: panel.coins.map((coin) => ({ ...coin, returns: coin.returns.map((r, t) => (t > hour ? 0.5 : r)) })),
        };
        expect(bookRisk(hidden, { positions }, { ...options, at })).toEqual(first);
      }),
    );
  });

  it('has contributions that sum to the volatility and to every shortfall', () => {
    fc.assert(
      fc.property(anyPositions, fc.constantFrom('h4', 'h24'), (positions, horizon) => {
        const risk = bookRisk(panel, { positions }, { ...options, horizon });
        near(sum(risk.positions.map(({ toVolatility }) => toVolatility.component)), risk.volatility, risk.gross);
        risk.tails.forEach((tail, l) => {
          const parts = risk.positions.map(({ toShortfall }) => toShortfall[l]!.component);
          near(sum(parts), tail.expectedShortfall, risk.gross);
          expect(tail.expectedShortfall).toBeGreaterThanOrEqual(tail.valueAtRisk - 1e-9 * risk.gross);
        });
      }),
    );
  });

  it('scales with the book', () => {
    const factor = fc.constantFrom(0.25, 0.5, 2, 4);
    // One tier: its maintenance is proportional to the notional.
    const config = { ...SMALL, tiers: [{ from: 0, maxLeverage: 20 }] };
    fc.assert(
      fc.property(anyPositions, factor, (positions, times) => {
        const before = bookRisk(panel, { positions }, { config });
        const scaled = positions.map((position) => ({ ...position, notional: position.notional! * times }));
        const after = bookRisk(panel, { positions: scaled }, { config });
        near(after.volatility, times * before.volatility, after.gross);
        after.tails.forEach(({ valueAtRisk, expectedShortfall }, l) => {
          near(valueAtRisk, times * before.tails[l]!.valueAtRisk, after.gross);
          near(expectedShortfall, times * before.tails[l]!.expectedShortfall, after.gross);
        });
        expect(after.liquidation).toEqual(before.liquidation);
        expect(after.drawdowns.map(({ probability }) => probability)).toEqual(
          before.drawdowns.map(({ probability }) => probability),
        );
      }),
    );
  });

  it('has a shortfall that is at most the sum of those of its parts', () => {
    fc.assert(
      fc.property(anyPositions, anyPositions, (a, b) => {
        const [one, other] = [a, b].map((positions) => shortfalls(bookRisk(panel, { positions }, options)));
        const both = bookRisk(panel, { positions: [...a, ...b] }, options);
        shortfalls(both).forEach((value, l) => {
          expect(value).toBeLessThanOrEqual(one![l]! + other![l]! + 1e-9 * both.gross);
        });
      }),
    );
  });

  it('is liquidated more often with more leverage, each position and the account', () => {
    const leverage = fc.double({ min: 1, max: 18, noNaN: true });
    fc.assert(
      fc.property(anyPositions, leverage, fc.double({ min: 1, max: 1.1, noNaN: true }), (positions, low, more) => {
        const levered = (times: number): BookRisk =>
          bookRisk(panel, { positions: positions.map((position) => ({ ...position, leverage: times })) }, options);
        const [before, after] = [levered(low), levered(low * more)];
        before.positions.forEach(({ liquidation }, p) => {
          expect(after.positions[p]!.liquidation).toBeGreaterThanOrEqual(liquidation!);
        });
        if (before.liquidation.account === null) expect(after.liquidation.account).toBeNull();
        else expect(after.liquidation.account).toBeGreaterThanOrEqual(before.liquidation.account);
      }),
    );
  });

  it('loses with an isolated position no more than its margin', () => {
    const position = { coin: 'CCC', side: 'long', notional: 10_000, margin: 'isolated', collateral: 520 } as const;
    const risk = bookRisk(panel, { positions: [position] }, options);
    expect(risk.liquidation.any).toBeGreaterThan(0.05);
    expect(risk.tails[0]!.expectedShortfall).toBe(520);
    const held = bookRisk(panel, { positions: [{ ...position, margin: 'cross', collateral: undefined }] }, options);
    expect(held.tails[0]!.expectedShortfall).toBeGreaterThan(520);
  });

  it('gains nothing by an isolated position that is lost: one without margin left is refused', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 0.6, noNaN: true }),
        fc.integer({ min: 2, max: 20 }),
        (fall, leverage) => {
          const mark = panel.coins[0]!.mark;
          const entry = mark / (1 - fall);
          const positions = [
            { coin: 'AAA', side: 'long', notional: 1_000, entry, leverage, margin: 'isolated' },
          ] as const;
          const left = 1_000 / (1 - fall) / leverage + 1_000 * (1 - entry / mark);
          fc.pre(Math.abs(left) > 1e-6);
          if (left < 0) {
            expect(() => bookRisk(panel, { positions }, options)).toThrow('"positions[0].entry" expected an isolated');
          } else {
            const { tails, equity } = bookRisk(panel, { positions }, options);
            near(equity!, left, 1_000);
            for (const { valueAtRisk } of tails) expect(valueAtRisk).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it('refuses amounts whose squares are no numbers', () => {
    const of = (position: Partial<RiskPosition>): BookRisk =>
      bookRisk(panel, { positions: [{ coin: 'AAA', side: 'long', ...position }] }, options);
    expect(() => of({ size: 1e300 })).toThrow('"positions[0].size" expected an amount of at most 1000000000000000 USD');
    expect(() => of({ notional: 1e16 })).toThrow('"positions[0].notional" expected an amount');
    expect(() => of({ notional: 1, entry: 1e300 })).toThrow('"positions[0].entry" expected an amount');
    expect(of({ notional: 1e15 }).volatility).toBeGreaterThan(0);
  });

  it('pays funding', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const free = bookRisk(panel, { positions: cross(positions).map((p) => ({ ...p, funding: 0 })) }, options);
        const paying = bookRisk(panel, { positions: cross(positions) }, options);
        const paid = sum(paying.positions.map(({ funding }) => funding));
        near(paying.mean, free.mean - paid, free.gross);
        near(paying.volatility, free.volatility, free.gross);
        shortfalls(paying).forEach((value, l) => near(value, shortfalls(free)[l]! + paid, free.gross));
      }),
    );
  });

  it('is nothing of an empty book, and of one whose sides cancel', () => {
    const empty = bookRisk(panel, { positions: [] }, options);
    expect([empty.volatility, ...shortfalls(empty), empty.gross]).toEqual([0, 0, 0, 0]);
    expect(empty.liquidation).toEqual({ account: null, any: 0 });
    const zero = bookRisk(panel, { positions: [{ coin: 'AAA', side: 'long', notional: 0, leverage: 5 }] }, options);
    expect([zero.volatility, ...shortfalls(zero)]).toEqual([0, 0, 0]);
    expect(zero.liquidation.account).toBe(0);
    const sides = ['long', 'short'] as const;
    const flat = bookRisk(panel, { positions: sides.map((side) => ({ coin: 'BBB', side, notional: 7_000 })) }, options);
    expect([flat.volatility, ...shortfalls(flat), flat.net]).toEqual([0, 0, 0, 0]);
  });

  it('does not know a liquidation without what backs the account', () => {
    const positions = [{ coin: 'AAA', side: 'long', notional: 100 }] as const;
    const risk = bookRisk(panel, { positions }, options);
    expect([risk.equity, risk.liquidation, risk.positions[0]!.liquidation]).toEqual([
      null,
      { account: null, any: null },
      null,
    ]);
    expect(risk.capital).toBe(100);
    const backed = bookRisk(panel, { positions, collateral: 5 }, options);
    expect(backed.equity).toBe(5);
    expect(backed.liquidation.account).toBeGreaterThan(0);
  });
});

describe('a coin without a forecast', () => {
  const stale = {
    ...panel,
    coins: panel.coins.map((coin) =>
      coin.coin === 'BBB'
        ? { ...coin, volatility: { h4: cut(coin.volatility.h4), h24: cut(coin.volatility.h24) } }
        : coin,
    ),
  };
  function cut(column: Float32Array): Float32Array {
    return column.map((value, t) => (t > 995 ? NaN : value));
  }
  const positions: RiskBook['positions'] = ['AAA', 'BBB', 'NONE'].map((coin) => ({ coin, side: 'long', notional: 10 }));

  it('is refused by name and reason', () => {
    expect(() => bookRisk(stale, { positions: positions.slice(0, 2) }, options)).toThrow('got BBB: stale');
    expect(() => bookRisk(stale, { positions: positions.slice(2) }, options)).toThrow('got NONE: unknown_coin');
    const young = { ...SMALL, minDates: 500 };
    const late = { positions: [{ coin: 'LATE', side: 'long', notional: 1 }] } as const;
    expect(() => bookRisk(panel, late, { config: young })).toThrow('got LATE: short_history');
    expect(() => bookRisk(panel, late, { ...options, at: 620 * 3_600_000 })).toThrow('got LATE: no_forecast');
  });

  it('is left out and named where that is asked', () => {
    const risk = bookRisk(stale, { positions }, { ...options, unknown: 'leave_out' });
    expect(risk.positions.map(({ coin }) => coin)).toEqual(['AAA']);
    expect(risk.leftOut).toEqual([
      { coin: 'BBB', reason: 'stale' },
      { coin: 'NONE', reason: 'unknown_coin' },
    ]);
  });
});
