import type { Engine, MemeHead, MemeRowWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, resample, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { memeDays, memeRow, memeScore, type MemeRow, type MemeTracker } from '@barograph/stress';
import { notional30 } from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import type { BarSeries } from '../../../../sources/src/files/bars.ts';
import { createLog } from '../../../../store/src/log.ts';
import type { Venue } from '../../../../sources/src/market/listing.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { engineOf } from '../../engines.ts';
import { filesMarket, memoryStates } from '../../test-support.ts';
import { universeWith } from '../../../../runtime/test/test-support.ts';

const memeEngine = engineOf<Engine<MemeRowWire, MemeHead, MemeTracker, MemeRow>>('meme');
const START: number = SIMULATOR_V2.start;
const END = START + 200 * DAY_MS;
const NEW_DAYS = 5;
const market = createMarket();

const one = (symbol: string, venue: Venue, from = START, as = symbol): BarSeries => ({
  symbol: as,
  venue,
  interval: '1h',
  bars: market.candles(symbol, venue, '1h', from, END),
});
const SERIES: readonly BarSeries[] = [
  one('BTC', 'perpdex_perp'),
  one('DOGE', 'perpdex_perp'),
  one('kPEPE', 'perpdex_perp'),
  one('kSHIB', 'perpdex_perp'),
  one('PEPE', 'cexa_spot'),
  // a meme of five days
  one('kBONK', 'perpdex_perp', END - NEW_DAYS * DAY_MS, 'WIF'),
];
const source = filesMarket(SERIES);
const FACTS = { fundingRate: null, oiUsd: null } as const;
const PERPS: Readonly<Record<string, string>> = { PEPE: 'kPEPE' };

async function viewAt(asOf: number, states?: EngineStates) {
  const universe = universeWith({ source, engines: [memeEngine], timeline: 't', states, log: createLog('silent') });
  const { views, bars } = await universe.at(asOf);
  const members = views[0]!.members.map((member) => ({ ...member, row: member.row as MemeRow }));
  const warming = members.filter(({ row }) => memeEngine.encode(row) === undefined).map(({ about }) => about.symbol);
  const head = memeEngine.head({ members: views[0]!.members as never, warming, market: undefined, asOf });
  return { rows: members.map(({ row }) => row), head, bars };
}

/** Completed days, the other way to come by them. */
function daysBy(symbol: string, asOf: number): Candles {
  const { bars } = SERIES.find((series) => series.symbol === symbol)!;
  const closed = Array.from(bars.time).filter((time) => time + HOUR_MS <= asOf).length;
  const cut = (column: Float64Array): Float64Array => column.subarray(0, closed);
  const { time, open, high, low, close, volume } = bars;
  const hours = {
    time: cut(time),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    volume: cut(volume),
  };
  return resample({ length: closed, ...hours }, '1h', '1d').bars;
}

function batchRows(asOf: number): MemeRow[] {
  return SERIES.filter(({ bars }) => bars.time[0]! + HOUR_MS <= asOf).map(({ symbol, venue }) =>
    memeRow({
      symbol,
      source: venue,
      pdSymbol: venue === 'perpdex_perp' ? symbol : PERPS[symbol]!,
      ...FACTS,
      daily: daysBy(symbol, asOf),
      asOf,
    }),
  );
}

const bySymbol = (rows: readonly MemeRow[]): MemeRow[] => [...rows].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

describe('the meme engine', () => {
  it('says what the batch says, hour by hour, and names the perp of a spot pair', async () => {
    for (let asOf = START + 150 * DAY_MS; asOf < START + 152 * DAY_MS; asOf += 7 * HOUR_MS) {
      expect(bySymbol((await viewAt(asOf)).rows)).toEqual(bySymbol(batchRows(asOf)));
    }
    const { rows } = await viewAt(END);
    expect(rows.find(({ symbol }) => symbol === 'PEPE')).toMatchObject({ pdSymbol: 'kPEPE', source: 'cexa_spot' });
  });

  it('goes on after a restart where it stopped, with the same rows', async () => {
    const states = memoryStates();
    await viewAt(START + 150 * DAY_MS + 5 * HOUR_MS, states);
    const later = START + 152 * DAY_MS;
    const { rows, bars } = await viewAt(later, states);
    expect(bars).toBe(5 * 2); // days: hours say nothing to it
    expect(bySymbol(rows)).toEqual(bySymbol(batchRows(later)));
  });

  it('has records of memes only, and names a meme of a few days as warming', async () => {
    const { rows, head } = await viewAt(END);
    const records = rows.flatMap((row) => memeEngine.encode(row)?.symbol ?? []);
    expect(records.sort()).toEqual(['DOGE', 'PEPE', 'kPEPE', 'kSHIB']);
    expect(head.warming).toEqual(['WIF']);
  });

  it('scores the memes, each coin once, against BTC, and counts the fresh ones', async () => {
    const { rows, head } = await viewAt(END);
    const coins = ['DOGE', 'kPEPE', 'kSHIB'].map((symbol) => {
      const closes = daysBy(symbol, END).close.subarray(-31);
      return {
        row: rows.find((row) => row.symbol === symbol)!,
        notional30: notional30(daysBy(symbol, END)).at(-1)!,
        returns: Array.from({ length: 30 }, (_, i) => closes[i + 1]! / closes[i]! - 1),
      };
    });
    const btcRet30d = memeDays(daysBy('BTC', END)).at(-1)!.ret30d;
    const score = memeScore({ coins, btcRet30d, freshListings: 1 });
    expect(head.score).toMatchObject({
      composite: score.score,
      band: score.band,
      coins: 3,
      partial: true,
      share_ahead_of_btc: score.shareAheadOfBtc,
      fresh_listings_7d: 1,
      fresh_issuance: 10,
    });
    expect(head.score).not.toHaveProperty('median_funding');
  });

  it('has no score before a coin has a regime, and counts no listings before it has seen a week', async () => {
    expect((await viewAt(START + 10 * DAY_MS)).head.score).toBeNull();
    const young = await viewAt(START + 25 * DAY_MS);
    expect(young.head.score).toMatchObject({ coins: 3, fresh_listings_7d: 0 });
    const members = (firstDay: number): never =>
      [{ about: { symbol: 'BTC' }, row: { ret30d: null }, tracker: { firstDay } }] as never;
    const fresh = (firstDay: number, asOf: number): unknown =>
      memeEngine.head({ members: members(firstDay), warming: [], market: undefined, asOf }).score;
    expect(fresh(0, 7 * DAY_MS)).toBeNull();
  });
});
