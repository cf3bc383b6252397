import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bisected, maintenance } from '../../test/naive.ts';
import { accountBook } from './account-book.ts';
import { liquidationPrice } from './liquidation-price.ts';
import { maintenanceMargin, marginTable } from './margin-table.ts';
import type { AccountRecord, CoinTerms, MarginTier } from './records.ts';

const flat = (maxLeverage: number) => marginTable([{ from: 0, maxLeverage }]);
/** The tiers that the venue documents for DOGE on its test network. */
const DOGE: readonly MarginTier[] = [
  { from: 0, maxLeverage: 10 },
  { from: 20_000, maxLeverage: 5 },
  { from: 100_000, maxLeverage: 3 },
];

/** The formula of the venue: `available` is the equity above the maintenance of all positions, at `price`. */
function documented(price: number, size: number, available: number, maxLeverage: number): number {
  const side = Math.sign(size);
  return price - (side * available) / Math.abs(size) / (1 - side / (2 * maxLeverage));
}

describe('the maintenance margin', () => {
  it('follows the documented rates and deductions: 5, 10 and 16.7 %, 0, 1,000 and 7,666.67 dollars', () => {
    const table = marginTable(DOGE);
    expect([...table.rate]).toEqual([0.05, 0.1, 1 / 6]);
    expect([...table.deduction]).toEqual([0, 1_000, expect.closeTo(7_666.666_667, 6)]);
    expect(maintenanceMargin(table, 200_000)).toBeCloseTo(25_666.67, 2);
    for (const notional of [0, 19_999, 20_000, 20_001, 99_999, 100_000, 5e6]) {
      expect(maintenanceMargin(table, notional)).toBeCloseTo(maintenance(notional, DOGE), 6);
    }
  });

  it.each([
    [[], '"tiers" expected at least one, got none'],
    [[{ from: 1, maxLeverage: 10 }], '"tiers[0].from" expected 0, got 1'],
    [[...DOGE, { from: 100_000, maxLeverage: 2 }], '"tiers[3].from" expected more than 100000, got 100000'],
    [[...DOGE, { from: 200_000, maxLeverage: 4 }], '"tiers[3].maxLeverage" expected a number within 1…3, got 4'],
    [[{ from: 0, maxLeverage: NaN }], '"tiers[0].maxLeverage" expected a number within 1…1000000, got NaN'],
  ])('refuses tiers that are no table: %j', (tiers, message) => {
    expect(() => marginTable(tiers)).toThrow(message);
  });
});

describe('the liquidation price', () => {
  it('is the worked example of the design: 91.836735 and 107.843137', () => {
    const position = { price: 100, margin: 10, table: flat(25) };
    expect(liquidationPrice({ ...position, size: 1 })).toBeCloseTo(91.836735, 6);
    expect(liquidationPrice({ ...position, size: -1 })).toBeCloseTo(107.843137, 6);
  });

  it('is the documented one of an isolated position: 10× at a largest leverage of 40×', () => {
    // 10,000 of margin, 1,250 of maintenance at entry: 8,750 available.
    const position = { price: 100_000, margin: 10_000, table: flat(40) };
    expect(liquidationPrice({ ...position, size: 1 })).toBeCloseTo(100_000 - 8_750 / 0.9875, 6);
    expect(liquidationPrice({ ...position, size: 1 })).toBeCloseTo(91_139.2405, 4);
    expect(liquidationPrice({ ...position, size: -1 })).toBeCloseTo(108_641.9753, 4);
  });

  it('is the documented one of cross positions: 50,000 behind 2 BTC long and 50 ETH short', () => {
    // Maintenance 2,500 of 200,000 in BTC (40×) and 4,000 of 200,000 in ETH (25×): 43,500 available to each.
    const account: AccountRecord = {
      address: '0x1',
      equity: 50_000,
      positions: [
        { coin: 'BTC', size: 2, entry: 90_000 },
        { coin: 'ETH', size: -50, entry: 4_400 },
      ],
    };
    const terms: CoinTerms[] = [
      { coin: 'BTC', mark: 100_000, tiers: [{ from: 0, maxLeverage: 40 }] },
      { coin: 'ETH', mark: 4_000, tiers: [{ from: 0, maxLeverage: 25 }] },
    ];
    const { liquidation, solved } = accountBook([account], terms).positions;
    expect([...liquidation]).toEqual([expect.closeTo(77_974.6835, 4), expect.closeTo(4_852.9412, 4)]);
    expect([...solved]).toEqual([1, 1]);
    expect(liquidation[0]).toBeCloseTo(documented(100_000, 2, 43_500, 40), 6);
    expect(liquidation[1]).toBeCloseTo(documented(4_000, -50, 43_500, 25), 6);
  });

  it('takes the margin of isolated positions out of what backs the cross ones', () => {
    const account: AccountRecord = {
      address: '0x1',
      equity: 60_000,
      positions: [
        { coin: 'BTC', size: 2, entry: 90_000 },
        // 10× of an entry of 3,000 is 15,000, and 50,000 of profit lie in it too.
        { coin: 'ETH', size: 50, entry: 3_000, leverage: 10, marginMode: 'isolated' },
      ],
    };
    const terms: CoinTerms[] = [
      { coin: 'BTC', mark: 100_000, tiers: [{ from: 0, maxLeverage: 40 }] },
      { coin: 'ETH', mark: 4_000, tiers: [{ from: 0, maxLeverage: 25 }] },
    ];
    const { positions, accounts } = accountBook([account], terms);
    expect(positions.margin[1]).toBe(65_000);
    expect(accounts.crossEquity[0]).toBe(-5_000);
    // Cross equity below its maintenance: liquidated already, above mark.
    expect(positions.liquidation[0]).toBeCloseTo(documented(100_000, 2, -7_500, 40), 6);
    expect(positions.liquidation[0]).toBeGreaterThan(100_000);
    // (3,000 · 50 − 15,000) of 50 coins over 1 − .02, from entry and collateral.
    expect(positions.liquidation[1]).toBeCloseTo((3_000 - 300) / 0.98, 6);
    const given = accountBook([{ ...account, crossEquity: 50_000 }], terms);
    expect(given.positions.liquidation[0]).toBeCloseTo(documented(100_000, 2, 47_500, 40), 6);
  });

  it('is that of the tier at the liquidation price: a long of 150,000 falls into the tier of 20,000', () => {
    // Third tier: 0.0988, a notional of 98,800 and below it. Second: (0.15 − 0.061)/0.9.
    const price = liquidationPrice({ size: 1e6, price: 0.15, margin: 60_000, table: marginTable(DOGE) });
    expect(price).toBeCloseTo(0.089 / 0.9, 12);
    expect(60_000 - 1e6 * (0.15 - price)).toBeCloseTo(maintenance(1e6 * price, DOGE), 6);
  });

  it('is the root found by halving, over random tiers, sizes and margins', () => {
    const tiers = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 30 })), {
        minLength: 1,
        maxLength: 5,
      })
      .map((steps) => {
        let [from, maxLeverage] = [0, 1];
        const rising = steps.map(([gap, more]) => ({ gap, maxLeverage: (maxLeverage += more) })).reverse();
        return rising.map(({ gap, ...tier }, t) => ({ from: t === 0 ? 0 : (from += 1000 * gap), ...tier }));
      });
    fc.assert(
      fc.property(
        tiers,
        fc.double({ min: 1, max: 1e4, noNaN: true }),
        fc.boolean(),
        fc.double({ min: 1e-3, max: 1e5, noNaN: true }),
        fc.double({ min: -0.2, max: 3, noNaN: true }),
        (levels, units, isLong, price, share) => {
          const size = isLong ? units : -units;
          const margin = share * units * price;
          const found = liquidationPrice({ size, price, margin, table: marginTable(levels) });
          const expected = bisected(size, price, margin, levels);
          // Near a price of 0 rounding decides whether one exists.
          fc.pre(expected === undefined || expected > 1e-9 * price);
          if (expected === undefined) expect(found > 1e-9 * price).toBe(false);
          else expect(Math.abs(found / expected - 1)).toBeLessThan(1e-9);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('walks over more than one tier, down and up, and back over the edge that it left', () => {
    const table = marginTable(DOGE);
    for (const [size, price, margin] of [
      [1e6, 0.15, 137_000], // In the third tier, liquidated in the first.
      [-1e6, 0.01, 250_000], // The opposite direction.
      [1e6, 0.15, 100_000],
      [-1e6, 0.01, 60_000],
    ] as const) {
      const found = liquidationPrice({ size, price, margin, table });
      expect(found / bisected(size, price, margin, DOGE)!).toBeCloseTo(1, 9);
      const worth = margin + size * (found - price);
      expect(worth).toBeCloseTo(maintenance(Math.abs(size) * found, DOGE), 6);
    }
  });

  it('is absent for a long that is fully paid up to rounding, at any size', () => {
    const table = marginTable(DOGE);
    for (let units = 1; units <= 200; units++) {
      expect(liquidationPrice({ size: units, price: 0.1, margin: units * 0.1, table })).toBeNaN();
      expect(liquidationPrice({ size: units, price: 0.3, margin: 0.1 * units + 0.2 * units, table })).toBeNaN();
    }
    for (let units = 3; units <= 200; units += 7) {
      expect(liquidationPrice({ size: units, price: 33_333.3, margin: units * 33_333.3, table })).toBeNaN();
    }
    // A debt of a ten-thousandth of a tiny price is not rounding, nor is a millionth of a dime.
    const tiny = liquidationPrice({ size: 1e3, price: 1e-6, margin: 0.9999e-3, table });
    expect(tiny / (1e-10 / 0.95)).toBeCloseTo(1, 6);
    expect(liquidationPrice({ size: 3, price: 0.1, margin: 0.3 - 3e-7, table })).toBeCloseTo(1e-7 / 0.95, 12);
  });

  it('is absent for a fully paid long, and for an unknown margin', () => {
    const table = flat(25);
    expect(liquidationPrice({ size: 1, price: 100, margin: 100, table })).toBeNaN();
    expect(liquidationPrice({ size: 1, price: 100, margin: 99, table })).toBeCloseTo(1 / 0.98, 9);
    const unknown: AccountRecord = { address: 'a', equity: null, positions: [{ coin: 'X', size: 1e6, entry: 1 }] };
    const terms: CoinTerms[] = [{ coin: 'X', mark: 1, tiers: [{ from: 0, maxLeverage: 3 }] }];
    expect(accountBook([unknown], terms).positions.liquidation[0]).toBeNaN();
    expect(accountBook([{ ...unknown, equity: 5e5 }], terms).positions.liquidation[0]).toBeCloseTo(0.6, 12);
    expect(accountBook([{ ...unknown, equity: 5e5 }], [{ coin: 'X', mark: 1 }]).positions.liquidation[0]).toBeNaN();
  });

  it.each([
    [{ size: 0 }, '"size" expected a number other than 0, got 0'],
    [{ price: 0 }, '"price" expected a number > 0, got 0'],
    [{ size: NaN }, '"size" expected a finite number, got NaN'],
    [{ price: -1 }, '"price" expected a number > 0, got -1'],
    [{ margin: Infinity }, '"margin" expected a finite number, got Infinity'],
  ])('refuses %j', (wrong, message) => {
    expect(() => liquidationPrice({ size: 1, price: 1, margin: 1, table: flat(2), ...wrong })).toThrow(message);
  });
});
