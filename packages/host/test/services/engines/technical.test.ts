import type { TechnicalHead } from '@barograph/contract';
import { DAY_MS, HOUR_MS, resample, type Candles } from '@barograph/core';
import { isPegged, squeezeBreadth, technicalRow, type TechnicalRow } from '@barograph/indicators';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import type { BarSeries } from '../../../../sources/src/files/bars.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { createLog } from '../../../../store/src/log.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { filesMarket, memoryStates } from '../../test-support.ts';
import { engineRefresh, universeWith, type TestUniverse } from '../../../../runtime/test/test-support.ts';
import { engineOf } from '../../engines.ts';

const technicalEngine = engineOf('technical');

const START: number = SIMULATOR_V2.start;
const market = createMarket();
const until = (symbol: string, asOf: number): Candles => market.candles(symbol, 'perpdex_perp', '1h', START, asOf);
const SERIES: readonly BarSeries[] = ['BTC', 'ETH', 'kPEPE'].map((symbol) => ({
  symbol,
  venue: 'perpdex_perp',
  interval: '1h',
  bars: until(symbol, START + 240 * DAY_MS),
}));

const universeOf = (states?: EngineStates): TestUniverse =>
  universeWith({
    source: filesMarket(SERIES),
    engines: [technicalEngine],
    timeline: 't',
    states,
    log: createLog('silent'),
  });

async function rowsAt(universe: TestUniverse, asOf: number): Promise<TechnicalRow[]> {
  const { views } = await universe.at(asOf);
  return bySymbol(views[0]!.members.map(({ row }) => row as TechnicalRow));
}

/** Every row from the whole history, the other way to compute them. */
function batchRows(asOf: number): TechnicalRow[] {
  const rows = SERIES.map(({ symbol, venue }) => {
    const hourly = until(symbol, asOf);
    const { bars: daily } = resample(hourly, '1h', '1d');
    return technicalRow({ symbol, source: venue, hourly, daily, asOf, pegged: isPegged(symbol, daily) });
  });
  return bySymbol(rows);
}

const bySymbol = (rows: readonly TechnicalRow[]): TechnicalRow[] =>
  [...rows].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

describe('the technical engine', () => {
  it('says what the batch says, hour by hour', async () => {
    const universe = universeOf();
    for (let asOf = START + 203 * DAY_MS; asOf <= START + 206 * DAY_MS; asOf += 9 * HOUR_MS) {
      const rows = await rowsAt(universe, asOf);
      expect(rows).toEqual(batchRows(asOf));
      expect(rows.every(({ sma200, rsi1h }) => sma200 !== null && rsi1h !== null)).toBe(true);
    }
  });

  it('goes on after a restart where it stopped, with the same rows', async () => {
    const states = memoryStates();
    const asOf = START + 120 * DAY_MS + 5 * HOUR_MS;
    await rowsAt(universeOf(states), asOf);
    expect(await rowsAt(universeOf(states), asOf)).toEqual(batchRows(asOf));
    const later = asOf + 31 * HOUR_MS;
    expect(await rowsAt(universeOf(states), later)).toEqual(batchRows(later));
  });

  it('[#587] archives one share a day, through refreshes and restarts, and ranks from the 10th archived day on', async () => {
    const states = memoryStates();
    const clock = createManualClock(START);
    const store = createMemorySnapshotStore();
    const log = createLog('silent');
    const breadths: TechnicalHead['breadth'][] = [];
    for (let day = 0; day < 12; day++) {
      const parts = { source: filesMarket(SERIES), states, log };
      const refresh = engineRefresh([technicalEngine], clock, store, parts); // a restart every day
      for (const hour of [1, 1, 13]) {
        clock.moveTo(START + (200 + day) * DAY_MS + hour * HOUR_MS);
        await refresh.all();
      }
      breadths.push(store.latest<unknown, TechnicalHead>('technical')!.head.breadth);
    }
    expect(breadths.map(({ history_days }) => history_days)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(breadths.map((breadth) => breadth.pct_in_squeeze_pctile_30d === null)).toEqual([
      ...Array.from({ length: 10 }, () => true),
      false,
      false,
    ]);
    const { total, inSqueeze, pctInSqueeze } = squeezeBreadth(batchRows(clock.now()));
    expect(breadths[11]).toMatchObject({ total, in_squeeze: inSqueeze, pct_in_squeeze: pctInSqueeze });
  });
});
