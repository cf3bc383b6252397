/** The rule of breaks around the shipped models: halts, gaps, other scales. */

import { loadShippedModel } from 'barograph';
import { barAt, candlesOf, DAY_MS, HOUR_MS, type Bar, type Candles } from '@barograph/core';
import {
  createNowcast,
  createTradedNowcast,
  NOWCAST_BREAKS_V1,
  nowcastHistory,
  REGIMES,
  tradedHistory,
  type TradedSnapshot,
} from '@barograph/nowcast';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf, breaksContract } from '@barograph/testkit';
import { existsSync } from 'node:fs';
import { readBarsOrThrow } from '@barograph/files';
import { describe, expect, it } from 'vitest';

const model = await loadShippedModel();
const hours = createMarket(SIMULATOR_V1).candles(
  'ETH',
  'perpdex_perp',
  '1h',
  SIMULATOR_V1.start,
  SIMULATOR_V1.start + 20 * DAY_MS,
);
const quiet = (from: Candles, count: number): readonly Bar[] => {
  const [close, time] = [from.close.at(-1)!, from.time.at(-1)!];
  return Array.from({ length: count }, (_, i) => ({
    time: time + (i + 1) * HOUR_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: 0,
  }));
};

breaksContract({
  name: `the nowcast of model ${model.artifact.modelVersion}`,
  create: (resume) => createTradedNowcast(model, resume as TradedSnapshot | undefined),
  breaks: NOWCAST_BREAKS_V1,
  label: ({ regime }) => regime?.label ?? null,
  step: HOUR_MS,
  lookback: 167,
  runs: 2,
});

describe('the nowcast of hours that trade', () => {
  it('is that of the published model to the bit, bar by bar and as a history', () => {
    const [plain, traded] = [createNowcast(model), createTradedNowcast(model)];
    for (const bar of barsOf(hours)) expect(traded.next(bar)).toEqual(plain.next(bar));
    expect(tradedHistory(model, hours)).toEqual(nowcastHistory(model, hours));
  });

  it('has in a history with a halt what it says bar by bar', () => {
    const behind = barsOf(hours)
      .slice(0, 30)
      .map((bar) => ({ ...bar, time: bar.time + 30 * DAY_MS }));
    const bars = candlesOf([...barsOf(hours), ...quiet(hours, 100), ...behind]);
    const history = tradedHistory(model, bars);
    const stream = createTradedNowcast(model);
    for (let i = 0; i < bars.length; i++) {
      const { regime, breaks } = stream.next(barAt(bars, i));
      expect(history.label[i]).toBe(regime === null ? -1 : REGIMES.indexOf(regime.label));
      if (i >= hours.length + 2 && i < hours.length + 100) expect(breaks).toEqual(['no_trade']);
      if (i >= hours.length + 100) expect([regime, breaks]).toEqual([null, ['gap']]);
    }
  });

  it('of a price that never moved says that nothing trades, and no volatility', () => {
    const nowcast = createTradedNowcast(model);
    const points = Array.from({ length: 400 }, (_, i) =>
      nowcast.next({ time: i * HOUR_MS, open: 1, high: 1, low: 1, close: 1, volume: 0 }),
    );
    for (const { regime, now, forecasts, volatility, breaks } of points.slice(2)) {
      expect([regime, now, forecasts, volatility, breaks]).toEqual([null, null, null, null, ['no_trade']]);
    }
  });
});

const CASES = '../shared/cases';
const reason = existsSync(`${CASES}/still`) ? '' : ' (needs ../shared/cases)';

describe.skipIf(reason !== '')(`the nowcast of the shared cases${reason}`, () => {
  const read = async (name: string): Promise<Candles> =>
    (await readBarsOrThrow(`${CASES}/still/${name}/XYZUSDT.csv`)).candles;

  it('a peg without trades has no label', async () => {
    const { label, confidence } = tradedHistory(model, await read('06-peg-without-trades'));
    expect([new Set(label), new Set(confidence)]).toEqual([new Set([-1]), new Set([NaN])]);
  });

  it('a coin that died keeps the labels of its life, and has none after it', async () => {
    const bars = await read('07-coin-that-died');
    const [plain, traded] = [nowcastHistory(model, bars), tradedHistory(model, bars)];
    const died = bars.volume.findIndex((volume) => volume === 0);
    expect([died, bars.length]).toEqual([2_400, 2_880]);
    const alive = died + 2;
    expect(traded.label.subarray(0, alive)).toEqual(plain.label.subarray(0, alive));
    expect(traded.now.subarray(0, 6 * alive)).toEqual(plain.now.subarray(0, 6 * alive));
    expect(new Set(traded.label.subarray(alive))).toEqual(new Set([-1]));
    expect(new Set(traded.h24.subarray(6 * alive))).toEqual(new Set([NaN]));
  });
});
