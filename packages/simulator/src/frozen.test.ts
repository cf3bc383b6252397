import { CANDLE_COLUMNS, HOUR_MS } from '@barograph/core';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V1 } from './config.ts';
import { createMarket, type SimulatedInterval } from './market.ts';
import type { Venue } from './listings.ts';

type Row = readonly [string, Venue, SimulatedInterval, from: number, hours: number, hash: string];

/** Hours after the start, and the hash of all columns of the bars that close in them; recorded before `simulator/2`. */
const FROZEN: readonly Row[] = [
  ['BTC', 'perpdex_perp', '1h', 0, 24_000, '3be0815ee2a2dd3e5cde081421c20875'],
  ['kPEPE', 'perpdex_perp', '1h', 0, 9_000, '34c920f3647490bccd8efe3fc2821d8c'],
  ['HYPE', 'perpdex_perp', '1h', 8_000, 1_000, 'fcc2b472194a95b92c6f1c3e8cf5fec8'],
  ['MATIC', 'perpdex_perp', '1h', 0, 9_000, '1e74844c13d645e2dcd2558d763f6f12'],
  ['WBTC', 'cexa_spot', '1h', 0, 3_000, '444116d3f3cbdacc4feaa2cb00a5f265'],
  ['ETH', 'perpdex_perp', '1m', 5_000, 48, 'd2565f7137049afffb573bcedfe4130a'],
  ['CRV', 'perpdex_perp', '1m', 20_000, 24, '2797af56515bef3fe9683f42d37b3e94'],
  ['USDC', 'cexa_spot', '1m', 7_000, 24, '040ca1f9e5bea14438d033b33aabc683'],
];

describe('bars of simulator/1 keep every bit', () => {
  const market = createMarket(SIMULATOR_V1);

  it.each(FROZEN)('%s on %s, %s from hour %i, %i hours', (symbol, venue, interval, from, hours, expected) => {
    const first = SIMULATOR_V1.start + from * HOUR_MS;
    const bars = market.candles(symbol, venue, interval, first, first + hours * HOUR_MS);
    const hash = createHash('sha256');
    for (const column of CANDLE_COLUMNS) hash.update(new Uint8Array(bars[column].slice().buffer));
    expect(hash.digest('hex').slice(0, expected.length)).toBe(expected);
  });

  it('has no positions, and no fills are made of it', () => {
    const until = SIMULATOR_V1.start + 90 * 24 * HOUR_MS;
    expect(market.forcedCloses('SOL', 0, until)).toEqual([]);
    expect(market.positions('SOL', until)).toEqual([]);
    expect(market.depth('SOL', until)).toEqual({ bids: 1, asks: 1 });
  });
});
