import { candleColumns, candles, DAY_MS, HOUR_MS, resample, type Candles } from '@barograph/core';
import { isPegged, signumRow, type SignumRow } from '@barograph/indicators';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import type { BarSeries } from '../../../../sources/src/files/bars.ts';
import { createLog } from '../../../../store/src/log.ts';
import type { Market } from '../../../../sources/src/market/market.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { filesMarket, memoryStates } from '../../test-support.ts';
import { universeWith } from '../../../../runtime/test/test-support.ts';
import { engineOf } from '../../engines.ts';

const signumEngine = engineOf('signum');

const START: number = SIMULATOR_V2.start;
const END = START + 200 * DAY_MS;
const market = createMarket();
const hours = (symbol: string): Candles => market.candles(symbol, 'perpdex_perp', '1h', START, END);
const SERIES: readonly BarSeries[] = ['BTC', 'ETH', 'kPEPE'].map((symbol) => ({
  symbol,
  venue: 'perpdex_perp',
  interval: '1h',
  bars: hours(symbol),
}));

/** The rows of SIGNUM and how many bars were new, on states that may have been there before. */
function rowsAt(
  source: Market,
  timeline = 't',
  states?: EngineStates,
): (asOf: number) => Promise<{ readonly rows: readonly SignumRow[]; readonly bars: number }> {
  const universe = universeWith({ source, engines: [signumEngine], timeline, states, log: createLog('silent') });
  return async (asOf) => {
    const { views, bars } = await universe.at(asOf);
    return { rows: views[0]!.members.map(({ row }) => row as SignumRow), bars };
  };
}

/** Every row from the whole history, the other way to compute them. */
function batchRows(asOf: number): SignumRow[] {
  return SERIES.map(({ symbol, venue }) => {
    const hourly = market.candles(symbol, 'perpdex_perp', '1h', START, asOf);
    const pegged = isPegged(symbol, resample(hourly, '1h', '1d').bars);
    return signumRow({ symbol, source: venue, hourly, asOf, pegged });
  });
}

const bySymbol = (rows: readonly SignumRow[]): SignumRow[] => [...rows].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

describe('the SIGNUM engine', () => {
  it('says what the batch says, hour by hour, and reads each bar once', async () => {
    const at = rowsAt(filesMarket(SERIES));
    let read = 0;
    for (let asOf = START + 60 * DAY_MS; asOf <= START + 64 * DAY_MS; asOf += 7 * HOUR_MS) {
      const { rows, bars } = await at(asOf);
      read += bars;
      expect(bySymbol(rows)).toEqual(bySymbol(batchRows(asOf)));
      expect(read).toBe((3 * (asOf - START)) / HOUR_MS);
    }
  });

  it('goes on after a restart where it stopped, with the same rows, reading only what is new', async () => {
    const states = memoryStates();
    const source = filesMarket(SERIES);
    const asOf = START + 100 * DAY_MS + 5 * HOUR_MS;
    await rowsAt(source, 't', states)(asOf);
    const again = await rowsAt(source, 't', states)(asOf);
    expect(again.bars).toBe(0);
    expect(bySymbol(again.rows)).toEqual(bySymbol(batchRows(asOf)));
    const later = asOf + 31 * HOUR_MS;
    const next = await rowsAt(source, 't', states)(later);
    expect(next.bars).toBe(3 * 31);
    expect(bySymbol(next.rows)).toEqual(bySymbol(batchRows(later)));
    expect(states.saves).toEqual([3, 3]);
  });

  it('computes afresh when the clock was set back', async () => {
    const states = memoryStates();
    const source = filesMarket(SERIES);
    await rowsAt(source, 't', states)(START + 100 * DAY_MS);
    const at = rowsAt(source, 't', states);
    const asOf = START + 50 * DAY_MS;
    expect(bySymbol((await at(asOf)).rows)).toEqual(bySymbol(batchRows(asOf)));
  });

  it('keeps timelines apart', async () => {
    const states = memoryStates();
    const source = filesMarket(SERIES);
    await rowsAt(source, 'one', states)(START + 40 * DAY_MS);
    const { bars } = await rowsAt(source, 'two', states)(START + 40 * DAY_MS);
    expect(bars).toBe(3 * 40 * 24);
  });

  it('of daily bars has no hours, and goes on after a restart', async () => {
    const states = memoryStates();
    const bars = resample(hours('BTC'), '1h', '1d').bars;
    const source = filesMarket([{ symbol: 'BTC', venue: 'perpdex_perp', interval: '1d', bars }]);
    const before = await rowsAt(source, 't', states)(END - 3 * DAY_MS);
    expect(before.bars).toBe(197);
    const { rows, bars: news } = await rowsAt(source, 't', states)(END);
    expect(news).toBe(3);
    expect(rows[0]).toMatchObject({ symbol: 'BTC', h4Color: null, quoteVolume24h: null, flipAlert: false });
    const about = { symbol: 'BTC', source: 'perpdex_perp', pegged: false } as const;
    expect(rows[0]).toEqual(signumRow({ ...about, hourly: candles(candleColumns(0)), daily: bars, asOf: END }));
    expect(states.saves).toEqual([1, 1]);
  });
});
