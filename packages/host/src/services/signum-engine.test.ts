import { DAY_MS, HOUR_MS, type Candles } from '@barograph/core';
import { isPegged, signumRow, type SignumRow } from '@barograph/indicators';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { resample } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createFilesSource, type BarSeries } from '../adapters/files/candle-source.ts';
import type { EngineStates, StoredState } from '../store/engine-state.ts';
import { createSignumEngine } from './signum-engine.ts';

const START: number = SIMULATOR_V1.start;
const END = START + 200 * DAY_MS;
const market = createMarket();
const hours = (symbol: string): Candles => market.candles(symbol, 'perpdex_perp', '1h', START, END);
const SERIES: readonly BarSeries[] = ['BTC', 'ETH', 'kPEPE'].map((symbol) => ({
  symbol,
  venue: 'perpdex_perp',
  interval: '1h',
  bars: hours(symbol),
}));

/** States in memory, through JSON, with the rule of the stored ones: only forward. */
function memoryStates(): EngineStates & { readonly saves: number[] } {
  const kept = new Map<string, string>();
  const saves: number[] = [];
  const key = (state: StoredState): string => `${state.engine}|${state.configVersion}|${state.scope}`;
  const parse = (text: string): StoredState => JSON.parse(text) as StoredState;
  return {
    saves,
    load: async (engine, configVersion) =>
      [...kept.values()].map(parse).filter((s) => s.engine === engine && s.configVersion === configVersion),
    save: async (states) => {
      saves.push(states.length);
      for (const state of states) {
        const old = kept.get(key(state));
        if (old === undefined || parse(old).asOf < state.asOf) kept.set(key(state), JSON.stringify(state));
      }
      return states.length;
    },
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
    const engine = createSignumEngine(createFilesSource(SERIES), 't', undefined);
    let read = 0;
    for (let asOf = START + 60 * DAY_MS; asOf <= START + 64 * DAY_MS; asOf += 7 * HOUR_MS) {
      const { rows, bars } = await engine.rowsAt(asOf);
      read += bars;
      expect(bySymbol(rows)).toEqual(bySymbol(batchRows(asOf)));
      expect(read).toBe((3 * (asOf - START)) / HOUR_MS);
    }
  });

  it('goes on after a restart where it stopped, with the same rows, reading only what is new', async () => {
    const states = memoryStates();
    const source = createFilesSource(SERIES);
    const asOf = START + 100 * DAY_MS + 5 * HOUR_MS;
    await createSignumEngine(source, 't', states).rowsAt(asOf);
    const again = await createSignumEngine(source, 't', states).rowsAt(asOf);
    expect(again.bars).toBe(0);
    expect(bySymbol(again.rows)).toEqual(bySymbol(batchRows(asOf)));
    const later = asOf + 31 * HOUR_MS;
    const next = await createSignumEngine(source, 't', states).rowsAt(later);
    expect(next.bars).toBe(3 * 31);
    expect(bySymbol(next.rows)).toEqual(bySymbol(batchRows(later)));
    expect(states.saves).toEqual([3, 0, 3]);
  });

  it('computes afresh when the clock was set back', async () => {
    const states = memoryStates();
    const source = createFilesSource(SERIES);
    await createSignumEngine(source, 't', states).rowsAt(START + 100 * DAY_MS);
    const engine = createSignumEngine(source, 't', states);
    const asOf = START + 50 * DAY_MS;
    expect(bySymbol((await engine.rowsAt(asOf)).rows)).toEqual(bySymbol(batchRows(asOf)));
  });

  it('keeps timelines apart', async () => {
    const states = memoryStates();
    const source = createFilesSource(SERIES);
    await createSignumEngine(source, 'one', states).rowsAt(START + 40 * DAY_MS);
    const { bars } = await createSignumEngine(source, 'two', states).rowsAt(START + 40 * DAY_MS);
    expect(bars).toBe(3 * 40 * 24);
  });

  it('of daily bars has no hours, and no state', async () => {
    const states = memoryStates();
    const bars = resample(hours('BTC'), '1h', '1d').bars;
    const source = createFilesSource([{ symbol: 'BTC', venue: 'perpdex_perp', interval: '1d', bars }]);
    const { rows } = await createSignumEngine(source, 't', states).rowsAt(END);
    expect(rows[0]).toMatchObject({ symbol: 'BTC', h4Color: null, quoteVolume24h: null, flipAlert: false });
    expect(rows[0]!.adx).toBe(batchRows(END)[0]!.adx);
    expect(states.saves).toEqual([0]);
  });
});
