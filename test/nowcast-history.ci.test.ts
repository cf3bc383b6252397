/** The shipped nowcast on the whole real history of Bitcoin. */

import type { ModelEntry } from '@barograph/core';
import { readArtifact, readBars } from '@barograph/files';
import {
  hysteresis,
  loadModel,
  nowcastHistory,
  REGIMES,
  type NowcastHistory,
  type NowcastModel,
} from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readText, ROOT } from './workspace.ts';

const BARS = join(ROOT, '../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz');
const WIDTH = REGIMES.length;

async function shipped(): Promise<NowcastModel> {
  const entries = JSON.parse(readText('models/manifest.json')) as readonly ModelEntry[];
  const entry = entries.findLast(({ id }) => id === 'nowcast')!;
  const bytes = await readArtifact(join(ROOT, 'models', entry.file), entry);
  const model = bytes.ok ? loadModel(new TextDecoder().decode(bytes.value)) : bytes;
  return model.ok ? model.value : expect.fail(JSON.stringify(model.error));
}

describe.skipIf(!existsSync(BARS))('the shipped nowcast on real hours (needs ../shared/data)', () => {
  let model: NowcastModel;
  let history: NowcastHistory;

  beforeAll(async () => {
    model = await shipped();
    const file = await readBars(BARS);
    history = nowcastHistory(model, file.ok ? file.value.candles : expect.fail(JSON.stringify(file.error)));
  });

  /** `p_now` of a row as text gives it back: the shortest that names the same double. */
  const published = (i: number): number[] =>
    Array.from(history.now.subarray(i * WIDTH, (i + 1) * WIDTH), (p) => Number(String(p)));

  it('gives labels that follow from the published p_now alone, hour by hour', () => {
    const machine = hysteresis(model.artifact.hysteresis);
    let state = machine.initial;
    let [replayed, wrong, flips] = [0, 0, 0];
    for (let i = 0; i < history.length; i++) {
      if (history.label[i]! < 0) continue;
      const step = machine.step(state, { time: history.time[i]!, posterior: published(i) });
      state = step.state;
      replayed++;
      wrong += Number(step.output.label !== history.label[i]);
      flips += Number(step.output.path !== null);
    }
    expect(wrong).toBe(0);
    expect(replayed).toBeGreaterThan(69_000);
    expect(flips).toBeGreaterThan(1_000);
  });

  it('has distributions in every hour after the first week, but for hours after long gaps', () => {
    let [undefinedHours, worst] = [0, 0];
    for (let i = 168; i < history.length; i++) {
      if (history.label[i]! < 0) {
        undefinedHours++;
        continue;
      }
      for (const block of [history.now, history.h4, history.h24]) {
        const sum = block.subarray(i * WIDTH, (i + 1) * WIDTH).reduce((total, p) => total + p, 0);
        worst = Math.max(worst, Math.abs(sum - 1));
      }
    }
    expect(worst).toBeLessThan(1e-12);
    expect(undefinedHours).toBeLessThan(1_000);
  });

  it('knows the crash of March 2020 and the quiet of summer 2023 when they come', () => {
    const shares = (from: number, to: number): number[] => {
      const hours = Array.from({ length: history.length }, (_, i) => i).filter(
        (i) => history.time[i]! >= from && history.time[i]! < to,
      );
      return REGIMES.map((_, label) => hours.filter((i) => history.label[i] === label).length / hours.length);
    };
    const crash = shares(Date.UTC(2020, 2, 12, 12), Date.UTC(2020, 2, 14));
    expect(crash[1]! + crash[4]!).toBeGreaterThan(0.9);
    const quiet = shares(Date.UTC(2023, 6, 1), Date.UTC(2023, 7, 15));
    expect(quiet[2]! + quiet[5]!).toBeGreaterThan(0.5);
  });
});
