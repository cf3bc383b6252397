/** Faults of recent bars in the rows of every engine that reads bars. */

import { ENGINES } from '@barograph/contract';
import { barAt, candlesOf, HOUR_MS, type Bar, type Candles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { enginesProducer } from '../../../../runtime/src/producers/universe/producer.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { filesMarket, memoryStates, series, START, waveBars } from '../../test-support.ts';

const HOURS = 24 * 130;
const AS_OF = START + HOURS * HOUR_MS;
const WITH_QUALITY = ['signum', 'technical', 'volatility', 'volume', 'heatmap', 'meme'];

/** Hours of which some are changed. */
function changed(change: (bar: Bar, fromEnd: number) => Bar): Candles {
  const bars = waveBars(HOURS);
  return candlesOf(Array.from({ length: HOURS }, (_, i) => change({ ...barAt(bars, i) }, HOURS - i)));
}

interface Row {
  readonly symbol: string;
  readonly quality?: readonly string[];
}

/** Rows of all engines at moments, by one process. */
async function rowsAt(pepe: Candles, ...moments: readonly number[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  const source = filesMarket([series('DOGE', 'perpdex_perp', waveBars(HOURS)), series('kPEPE', 'perpdex_perp', pepe)]);
  const snapshots = createMemorySnapshotStore();
  const run = runAt(enginesProducer(ENGINES), { source, snapshots, states: memoryStates() });
  for (const at of moments) await run(at);
  const rows = new Map<string, readonly Row[]>();
  for (const name of WITH_QUALITY) {
    const { records } = snapshots.latest(name)!;
    rows.set(
      name,
      records.map(({ value }) => value as Row),
    );
  }
  return rows;
}

const qualities = (rows: ReadonlyMap<string, readonly Row[]>, symbol: string) =>
  WITH_QUALITY.map((name) => rows.get(name)!.find((row) => row.symbol === symbol)?.quality);

describe('faults of recent bars', () => {
  it('stand in the rows of each engine, and in no row of a coin whose bars are sound', async () => {
    const wick = changed((bar, fromEnd) => (fromEnd === 9 ? { ...bar, high: 10 * bar.high } : bar));
    const rows = await rowsAt(wick, AS_OF);
    expect(qualities(rows, 'kPEPE')).toEqual(WITH_QUALITY.map(() => ['wick']));
    expect(qualities(rows, 'DOGE')).toEqual(WITH_QUALITY.map(() => undefined));
  });

  it('are the same of a process that has run for long and of one that has just begun', async () => {
    const wick = changed((bar, fromEnd) => (fromEnd === 40 ? { ...bar, high: 10 * bar.high } : bar));
    const old = await rowsAt(wick, AS_OF - 41 * HOUR_MS, AS_OF - 30 * HOUR_MS, AS_OF - HOUR_MS, AS_OF);
    expect(old).toEqual(await rowsAt(wick, AS_OF));
    expect(qualities(old, 'kPEPE')).toEqual(WITH_QUALITY.map(() => ['wick']));
  });

  it('name volumes that are missing, prices that repeat, and follow the breaks of the engine', async () => {
    const silent = changed((bar, fromEnd) => (fromEnd <= 24 ? { ...bar, volume: 0 } : bar));
    expect(qualities(await rowsAt(silent, AS_OF), 'kPEPE')).toEqual(WITH_QUALITY.map(() => ['zero_volume']));
    const price = 77;
    const stale = changed((bar, fromEnd) =>
      fromEnd <= 6 ? { ...bar, open: price, high: price, low: price, close: price } : bar,
    );
    expect(qualities(await rowsAt(stale, AS_OF), 'kPEPE')).toEqual(WITH_QUALITY.map(() => ['stale_tail']));
    const halted = changed((bar, fromEnd) => {
      if (fromEnd > 5) return fromEnd === 15 ? { ...bar, low: bar.low / 10 } : bar;
      return { ...bar, open: price, high: price, low: price, close: price, volume: 0 };
    });
    const rows = await rowsAt(halted, AS_OF);
    expect(rows.get('heatmap')!.find(({ symbol }) => symbol === 'kPEPE')!.quality).toEqual(['no_trade', 'wick']);
    expect(rows.get('meme')!.find(({ symbol }) => symbol === 'kPEPE')!.quality).toEqual(['wick']);
  });
});
