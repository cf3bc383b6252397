/** The figures of the regime catalogue match the shipped model's metrics and real hours. */

import { REGIMES, loadModel } from '@barograph/nowcast';
import { readBars } from '@barograph/files';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { regimeFigures } from '../packages/lab/studies/regime-figures.ts';
import { CATALOG_FIGURES } from '../packages/contract/src/quant/catalog-figures.ts';
import { readText } from './workspace.ts';

const MODEL = 'models/nowcast/2026.11.0';
const BARS = '../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz';
const missing = existsSync(BARS) ? '' : ' (needs ../shared/data)';

describe('the figures of the catalogue', () => {
  it('have the dwell of the metrics of the shipped model', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of ours
    const { stability } = JSON.parse(readText(`${MODEL}/metrics.json`)) as {
      readonly stability: {
        readonly regimes: Readonly<Record<string, Readonly<Record<'p10' | 'p50' | 'p90', number>>>>;
      };
    };
    for (const regime of REGIMES) {
      const { p10, p50, p90 } = stability.regimes[regime]!;
      expect(CATALOG_FIGURES[regime].dwell).toMatchOracle([p10, p50, p90], { rel: 0, abs: 0.05 });
    }
  });

  it.skipIf(missing !== '')(`have what the shipped model says of real hours${missing}`, async () => {
    const [model, bars] = [loadModel(readText(`${MODEL}/model.json`)), await readBars(BARS)];
    if (!model.ok || !bars.ok) throw new Error('expected the shipped model and real hours');
    const measured = regimeFigures(model.value, bars.value.candles);
    for (const [id, regime] of REGIMES.entries()) {
      for (const name of ['volatility', 'drawdown', 'drift'] as const) {
        const { mean, low, high } = measured[id]![name];
        expect(CATALOG_FIGURES[regime][name]).toMatchOracle([mean, low, high], { rel: 0, abs: 6e-4 });
      }
    }
  });
});
