/** Divergence in the service's answers: by its formula, over each horizon, and ranked. */

import { HOUR_MS } from '@barograph/core';
import { expect, it } from 'vitest';
import { evenBook, perpOf, samplerOf, venueOf } from './test-support.ts';

const NOW = Date.UTC(2024, 8, 9, 12);
/** Hours before now at which the books are sampled. */
const SAMPLED = [24, 4, 1, 0] as const;
/** Open interest and mid of a perp at these moments, NaN where it does not trade yet. */
const PERPS: Readonly<Record<string, readonly (readonly [openInterest: number, mid: number])[]>> = {
  BTC: [[200, 100], [100, 100], [100, 80], [91, 60]], // prettier-ignore
  ETH: [[100, 100], [100, 100], [120, 100], [130, 100]], // prettier-ignore
  NEW: [[NaN, NaN], [NaN, NaN], [100, 100], [200, 100]], // prettier-ignore
  SOL: [[100, 100], [100, 100], [100, 100], [100, 125]], // prettier-ignore
};

it('is the change of open interest less that of price over 1, 4 and 24 hours, ranked by 4 hours, unknown ones last [#363] [#370] [#372]', async () => {
  const placeOf = (asOf: number): number => SAMPLED.findIndex((hours) => NOW - hours * HOUR_MS === asOf);
  const sampler = samplerOf(
    venueOf({
      perps: (asOf) =>
        Object.entries(PERPS).map(([symbol, values]) => {
          const [openInterest] = values[placeOf(asOf)]!;
          return perpOf(symbol, { openInterest, dayNotional: openInterest > 0 ? 1e6 : 0 });
        }),
      book: ({ symbol, asOf }) => evenBook(PERPS[symbol]![placeOf(asOf)]![1], 1000),
    }),
  );
  for (const hours of SAMPLED) await sampler.run(NOW - hours * HOUR_MS);
  const { items } = await sampler
    .asks(NOW)
    .json<{ readonly items: readonly Readonly<Record<string, unknown>>[] }>('liquidity.oi_divergence');
  const near = (value: number): unknown => expect.closeTo(value, 9);
  expect(items).toMatchObject([
    { symbol: 'BTC', divergence_1h: near(16), divergence_4h: near(31), divergence_24h: near(-14.5) },
    { symbol: 'ETH', divergence_1h: near(100 / 12), divergence_4h: near(30), divergence_24h: near(30) },
    { symbol: 'SOL', divergence_1h: near(-25), divergence_4h: near(-25), divergence_24h: near(-25) },
    { symbol: 'NEW', divergence_1h: near(100), divergence_4h: null, divergence_24h: null },
  ]);
  expect(items[0]).toMatchObject({ oi_change_4h_pct: near(-9), price_change_4h_pct: near(-40) });
});
