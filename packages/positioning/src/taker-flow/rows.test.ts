import { MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinMinute, SealedMinute } from './minute.ts';
import { cumulativeDelta, flowCoverage, flowEnd, takerRows } from './rows.ts';
import { FLOW_WINDOWS, takerBuyRatio, universeFlow, type FlowWindow } from './universe.ts';

const coin = (name: string, buy: number, sell: number, large = 0): CoinMinute => ({
  coin: name,
  buy,
  sell,
  large,
  trades: 2,
  vwap: 10,
  maxFill: buy,
});
const minute = (index: number, ...coins: readonly CoinMinute[]): SealedMinute => ({
  time: index * MINUTE_MS,
  partial: false,
  coins,
});
const partial = (index: number): SealedMinute => ({ time: index * MINUTE_MS, partial: true, coins: [] });

const usd = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100);
const names = ['BTC', 'DOGE', 'ETH', 'kPEPE'] as const;
/** Sealed minutes without a gap; each coin has fills in some of them. */
const minutes = fc
  .array(
    fc.record({
      partial: fc.boolean(),
      coins: fc
        .subarray([...names])
        .chain((some) =>
          fc.tuple(
            ...some.map((name) =>
              fc
                .record({ buy: usd, sell: usd, share: fc.double({ min: 0, max: 1, noNaN: true }) })
                .map(({ buy, sell, share }) => coin(name, buy, sell + 0.01, share < 0.5 ? 0 : (buy + sell) * share)),
            ),
          ),
        ),
    }),
    { minLength: 1, maxLength: 300 },
  )
  .map((all) => all.map((one, i): SealedMinute => (one.partial ? partial(i + 500) : minute(i + 500, ...one.coins))));

describe('the rows of a coin', () => {
  const sealed = [
    minute(5, coin('BTC', 30, 10, 20)),
    partial(6),
    minute(7, coin('ETH', 1, 1)),
    minute(8, coin('BTC', 0, 7)),
  ];

  it('are dense, newest last: numbers, nothing known, and true zeros [#341][#342][#347][#348][#349]', () => {
    expect(takerRows(sealed, 'BTC', 60)).toEqual([
      {
        time: 5 * MINUTE_MS,
        coin: 'BTC',
        buyNotional: 30,
        sellNotional: 10,
        trades: 2,
        vwap: 10,
        maxFill: 30,
        largeFillShare: 0.5,
        partial: false,
      },
      {
        time: 6 * MINUTE_MS,
        coin: 'BTC',
        buyNotional: NaN,
        sellNotional: NaN,
        trades: NaN,
        vwap: NaN,
        maxFill: NaN,
        largeFillShare: NaN,
        partial: true,
      },
      {
        time: 7 * MINUTE_MS,
        coin: 'BTC',
        buyNotional: 0,
        sellNotional: 0,
        trades: 0,
        vwap: NaN,
        maxFill: 0,
        largeFillShare: NaN,
        partial: false,
      },
      expect.objectContaining({ time: 8 * MINUTE_MS, sellNotional: 7, largeFillShare: NaN }),
    ]);
    expect(takerRows(sealed, 'BTC', 2).map(({ time }) => time / MINUTE_MS)).toEqual([7, 8]);
    expect(flowEnd(sealed)).toBe(9 * MINUTE_MS);
  });

  it('have a partial row where a minute is missing among the sealed ones', () => {
    const rows = takerRows([minute(5), minute(8)], 'BTC', 10);
    expect(rows.map(({ partial: isPartial }) => isPartial)).toEqual([false, true, true, false]);
    expect(takerRows([], 'BTC', 10)).toEqual([]);
    expect(flowEnd([])).toBeUndefined();
  });

  it('are as many as asked for, one a minute, and the newest of more', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 400 }), (all, count) => {
        const rows = takerRows(all, 'ETH', count);
        expect(rows).toHaveLength(Math.min(all.length, count));
        expect(rows).toEqual(takerRows(all, 'ETH', 400).slice(-count));
        rows.forEach(({ time }, i) => expect(time).toBe(rows[0]!.time + i * MINUTE_MS));
      }),
    );
  });

  it('refuse an invalid count', () => {
    expect(() => takerRows(sealed, 'BTC', 0)).toThrow('"count" expected an integer ≥ 1, got 0');
    expect(() => flowCoverage(sealed, 0.5)).toThrow('"count" expected an integer ≥ 1, got 0.5');
  });
});

describe('the running difference [#343]', () => {
  it('begins anew with its rows; a partial one adds nothing and is counted', () => {
    const rows = takerRows([minute(0, coin('BTC', 5, 1)), partial(1), minute(2, coin('BTC', 1, 3))], 'BTC', 3);
    expect(cumulativeDelta(rows)).toEqual({ delta: Float64Array.of(4, 4, 2), gaps: 1 });
    expect(cumulativeDelta(rows.slice(1))).toEqual({ delta: Float64Array.of(0, -2), gaps: 1 });
    expect(cumulativeDelta([])).toEqual({ delta: new Float64Array(), gaps: 0 });
    const mine = Float64Array.of(7, 7, 7);
    expect(cumulativeDelta(rows, mine).delta).toBe(mine);
    expect(mine).toEqual(Float64Array.of(4, 4, 2));
    expect(() => cumulativeDelta(rows.slice(1), mine)).toThrow('"into" expected 2 rows, got 3');
    expect(mine).toEqual(Float64Array.of(4, 4, 2));
  });

  it('differs between two rows by the same, wherever it began, within 1e-12 of what was traded', () => {
    fc.assert(
      fc.property(minutes, fc.nat(), (all, from) => {
        const rows = takerRows(all, 'BTC', all.length);
        const start = from % rows.length;
        const { delta: whole } = cumulativeDelta(rows);
        const { delta: part } = cumulativeDelta(rows.slice(start));
        const traded = rows.reduce((sum, row) => sum + (row.partial ? 0 : row.buyNotional + row.sellNotional), 0);
        const moved = whole.at(-1)! - whole[start]!;
        expect(Math.abs(part.at(-1)! - part[0]! - moved)).toBeLessThanOrEqual(1e-12 * traded);
      }),
    );
  });
});

describe('coverage [#346]', () => {
  it('is the share of the last sixty minutes that was watched, those before the first included', () => {
    const hour = Array.from({ length: 90 }, (_, i) => (i % 10 === 0 ? partial(i) : minute(i)));
    expect(flowCoverage(hour)).toBe(90);
    expect(flowCoverage(hour.slice(-30))).toBe(45);
    expect(flowCoverage([])).toBe(0);
    expect(flowCoverage([minute(0), ...hour.slice(80)])).toBe(15);
    expect(flowCoverage(hour, 10)).toBe(90);
  });
});

describe('a window of the universe', () => {
  it('has the coins with fills, the biggest notional first [#352][#353][#354]', () => {
    const all = [
      minute(0, coin('BTC', 1e9, 1e9)),
      ...Array.from({ length: 13 }, (_, i) => minute(i + 1)),
      minute(14, coin('BTC', 10, 30), coin('ETH', 40, 40, 60), coin('SOL', 0, 40)),
      partial(15),
    ];
    const shared = { trades: 2, partialMinutes: 1 };
    expect(universeFlow(all, '15m')).toEqual({
      window: '15m',
      windowMinutes: 15,
      asOf: 16 * MINUTE_MS,
      partialMinutes: 1,
      rows: [
        { coin: 'ETH', buyNotional: 40, sellNotional: 40, takerBuyRatio: 0.5, largeFillShare: 0.75, ...shared },
        { coin: 'BTC', buyNotional: 10, sellNotional: 30, takerBuyRatio: 0.25, largeFillShare: NaN, ...shared },
        { coin: 'SOL', buyNotional: 0, sellNotional: 40, takerBuyRatio: 0, largeFillShare: NaN, ...shared },
      ],
    });
    expect(universeFlow(all, '1h')).toMatchObject({ partialMinutes: 45, rows: [{ coin: 'BTC' }, {}, {}] });
    expect(universeFlow([], '1h')).toBeUndefined();
    expect(takerBuyRatio(0, 0)).toBeNaN();
  });

  it('adds up: four hours are their hours, an hour its quarters, within rounding', () => {
    fc.assert(
      fc.property(minutes, (all) => {
        for (const [long, short] of [
          ['4h', '1h'],
          ['1h', '15m'],
        ] as const satisfies readonly (readonly [FlowWindow, FlowWindow])[]) {
          const whole = universeFlow(all, long)!;
          const size = FLOW_WINDOWS[short];
          const sums = new Map<string, { buy: number; sell: number; trades: number }>();
          let partials = 0;
          for (let back = 0; back < FLOW_WINDOWS[long]; back += size) {
            const part = universeFlow(all.slice(0, Math.max(0, all.length - back)), short);
            partials += part?.partialMinutes ?? size;
            for (const { coin: name, buyNotional, sellNotional, trades } of part?.rows ?? []) {
              const { buy, sell, trades: before } = sums.get(name) ?? { buy: 0, sell: 0, trades: 0 };
              sums.set(name, { buy: buy + buyNotional, sell: sell + sellNotional, trades: before + trades });
            }
          }
          expect(whole.partialMinutes).toBe(partials);
          expect(new Set(whole.rows.map((row) => row.coin))).toEqual(new Set(sums.keys()));
          for (const { coin: name, buyNotional, sellNotional, trades } of whole.rows) {
            const { buy, sell, trades: counted } = sums.get(name)!;
            expect(Math.abs(buy - buyNotional)).toBeLessThanOrEqual(1e-14 * buy);
            expect(Math.abs(sell - sellNotional)).toBeLessThanOrEqual(1e-14 * sell);
            expect(trades).toBe(counted);
          }
        }
      }),
    );
  });

  it('is sorted, with ratios and shares within 0…1 and the same partial minutes in every row', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom('15m' as const, '1h' as const, '4h' as const), (all, window) => {
        const { rows, partialMinutes } = universeFlow(all, window)!;
        let before = Infinity;
        for (const row of rows) {
          const notional = row.buyNotional + row.sellNotional;
          expect(notional).toBeLessThanOrEqual(before);
          before = notional;
          expect(row.trades).toBeGreaterThan(0);
          expect(row.takerBuyRatio).toBeGreaterThanOrEqual(0);
          expect(row.takerBuyRatio).toBeLessThanOrEqual(1);
          expect(Number.isNaN(row.largeFillShare) || (row.largeFillShare > 0 && row.largeFillShare <= 1)).toBe(true);
          expect(row.partialMinutes).toBe(partialMinutes);
        }
      }),
    );
  });
});
