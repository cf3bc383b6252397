/** Histories of the models that ship: the same with kernels and without. */

import { HOUR_MS, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import { withoutKernels } from '@barograph/kernels';
import { loadModel, nowcastHistory, nowcastHistorySteps, type NowcastModel } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useNotedKernels } from '../packages/kernels/test/noted.ts';
import { readText, ROOT } from './workspace.ts';

const done = useNotedKernels();

const REAL = join(ROOT, '../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz');
const full = process.env['BAROGRAPH_FULL'] === '1';

/** @param temperature of the heads in place of the model's. */
function modelNamed(version: string, temperature?: number): NowcastModel {
  const text = readText(`models/nowcast/${version}/model.json`);
  const loaded = loadModel(
    temperature === undefined ? text : text.replaceAll(/"temperature": *[^,}\s]+/gu, `"temperature":${temperature}`),
  );
  return loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
}

/** Hash of every column of a history. @param temperature of the heads in place of the model's. */
function historyHash(version: string, bars: Candles, temperature?: number): string {
  const model = modelNamed(version, temperature);
  const hash = createHash('sha256');
  for (const column of Object.values(nowcastHistory(model, bars))) {
    if (ArrayBuffer.isView(column)) hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    else hash.update(JSON.stringify(column));
  }
  return hash.digest('hex');
}

describe.each(['2025.07.1', '2026.11.0', '2026.12.0'])('model %s', (version) => {
  it('has the history by kernels that it has by JavaScript', () => {
    const { start } = SIMULATOR_V2;
    const bars = createMarket(SIMULATOR_V2).candles('ETH', 'perpdex_perp', '1h', start, start + 1_501 * HOUR_MS);
    const fast = historyHash(version, bars);
    for (const kernel of ['loadFilter', 'loadForecasts']) expect(done).toContain(kernel);
    expect(fast).toBe(withoutKernels(() => historyHash(version, bars)));
  });

  it('has the same history over gaps, and where a forecast is handed back', () => {
    const { start } = SIMULATOR_V2;
    const whole = createMarket(SIMULATOR_V2).candles('BTC', 'perpdex_perp', '1h', start, start + 1_700 * HOUR_MS);
    const rows = Array.from({ length: whole.length }, (_, i) => i);
    // An hour, two days, and every seventh hour of a week are missing; the last block is whole.
    const kept = rows.filter((i) => i !== 400 && (i < 500 || i >= 548) && (i < 700 || i >= 868 || i % 7 !== 0));
    const column = (values: Float64Array): Float64Array => Float64Array.from(kept, (i) => values[i]!);
    const bars = {
      length: kept.length,
      time: column(whole.time),
      open: column(whole.open),
      high: column(whole.high),
      low: column(whole.low),
      close: column(whole.close),
      volume: column(whole.volume),
    };
    expect(historyHash(version, bars)).toBe(withoutKernels(() => historyHash(version, bars)));
    // So sure of itself that the least likely regime has no weight.
    expect(historyHash(version, bars, 1e-4)).toBe(withoutKernels(() => historyHash(version, bars, 1e-4)));
    expect(historyHash(version, bars, 1e-4)).not.toBe(historyHash(version, bars));
  });

  it.skipIf(!full || !existsSync(REAL))(
    'has it over all real hours of Bitcoin (long; needs ../shared/data)',
    async () => {
      const file = await readBars(REAL);
      const bars = file.ok ? file.value.candles : expect.fail(JSON.stringify(file.error));
      expect(historyHash(version, bars)).toBe(withoutKernels(() => historyHash(version, bars)));
    },
  );
});

it('two histories that take turns have the rows that each has alone, by one memory of the kernels', () => {
  const { start } = SIMULATOR_V2;
  const bars = createMarket(SIMULATOR_V2).candles('BTC', 'perpdex_perp', '1h', start, start + 2_200 * HOUR_MS);
  const models = ['2025.07.1', '2026.11.0', '2026.12.0'].map((version) => modelNamed(version));
  const under = models.map((model) => nowcastHistorySteps(model, bars));
  const done: unknown[] = [];
  while (done.length < under.length) {
    for (const steps of under) {
      const { done: isLast, value } = steps.next();
      if (isLast === true && value !== undefined) done.push(value);
    }
  }
  expect(done).toStrictEqual(models.map((model) => nowcastHistory(model, bars)));
});
