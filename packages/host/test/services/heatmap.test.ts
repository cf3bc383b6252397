import type { HeatmapRowWire } from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { heatmapRow, signumRow } from '@barograph/indicators';
import { notional30 } from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import { enginesProducer } from '../../../runtime/src/producers/universe/producer.ts';
import { slotAfter } from '../../../sources/src/cadence.ts';
import type { Venue } from '../../../sources/src/market/listing.ts';
import { asker } from '../ask.ts';
import { engineOf } from '../engines.ts';
import { AS_OF, barsOfSymbol, END, scannedMarket } from './scanned-market.ts';

const { source, ask } = scannedMarket('heatmap');

interface Table {
  readonly items: readonly HeatmapRowWire[];
  readonly count: number;
  readonly total: number;
  readonly universe_size: number;
  readonly moves: { readonly up: number; readonly down: number; readonly flat: number; readonly median_pct: number };
}
const table = async (query: object = {}): Promise<Table> =>
  ask.json<Table>('indicators.heatmap', {
    query: { source: 'all', sort: 'symbol', order: 'asc', limit: 500, ...query },
  });

describe('the heatmap', () => {
  it('has a row for every coin of both markets, and none for pegged ones [#569]', async () => {
    const { items, universe_size, count } = await table();
    const names = new Set(items.map(({ symbol }) => symbol));
    expect([names.has('SPOT'), names.has('USDE')]).toEqual([true, false]);
    expect([universe_size, count]).toEqual([25, 25]);
    expect(await table({ source: 'perpdex_perp' })).toMatchObject({ count: 24, universe_size: 25 });
    expect((await table({ source: 'cexa_spot' })).items.map(({ symbol }) => symbol)).toEqual(['SPOT']);
  });

  it('is refreshed every hour at minute 5 UTC [#569]', () => {
    const { cadence, publishes } = enginesProducer([engineOf('heatmap')]);
    expect(publishes).toEqual(['heatmap']);
    const hour = Date.UTC(2026, 2, 1, 10);
    expect(slotAfter(cadence, hour)).toBe(hour + 5 * MINUTE_MS);
    expect(slotAfter(cadence, hour + 5 * MINUTE_MS)).toBe(hour + 65 * MINUTE_MS);
  });

  it('says what the batch says, with the colours of SIGNUM and the liquidity of the scanner', async () => {
    for (const [symbol, venue] of [
      ['BTC', 'perpdex_perp'],
      ['SPOT', 'cexa_spot'],
    ] as const satisfies readonly (readonly [string, Venue])[]) {
      const { hourly, daily } = barsOfSymbol(symbol);
      const signum = signumRow({ symbol, source: venue, hourly, asOf: AS_OF });
      const liquidity = notional30(daily).at(-1)!;
      const row = heatmapRow({ signum, notional30: liquidity, hourly, daily, asOf: AS_OF });
      expect((await table()).items.find((one) => one.symbol === symbol)).toMatchObject({
        source: venue,
        price: row.price,
        pct_1h: row.pct1h,
        pct_4h: row.pct4h,
        pct_24h: row.pct24h,
        pct_4h_bar: row.pct4hBar,
        signum: signum.color,
        signum_4h: signum.h4Color,
        notional_30: liquidity,
        above_sma200: null,
      });
      expect([row.pct24h, row.pct4hBar, row.signum4h].includes(null)).toBe(false);
    }
  });

  it('is of the last full hour and the last closed 4h bar [#563]', async () => {
    expect(await table()).toMatchObject({
      as_of: END,
      bar_4h_as_of: END - 3 * HOUR_MS,
      timestamp: AS_OF,
      interval: '4h',
    });
  });

  it('has no price of a coin whose bars have ended [#567]', async () => {
    expect((await table()).items.find(({ symbol }) => symbol === 'GONE')).toMatchObject({
      price: null,
      pct_1h: null,
      pct_4h_bar: null,
    });
  });

  it('counts the moves of all rows that pass, whatever the limit', async () => {
    const whole = await table({ interval: '1h' });
    const { moves, count, total } = await table({ interval: '1h', limit: 3 });
    expect([count, total]).toEqual([3, 25]);
    expect(moves).toEqual(whole.moves);
    expect(moves.up + moves.down + moves.flat).toBe(24);
    const one = await table({ source: 'cexa_spot', interval: '1h' });
    expect(one.moves.median_pct).toBe(one.items[0]!.pct_1h);
  });

  it('is 503 before the first refresh', async () => {
    const early = asker({ source, latest: () => undefined });
    expect(await early.outcome('indicators.heatmap')).toMatchObject({
      error: { status: 503, body: { detail: { error: 'warming_up' } } },
    });
  });
});
