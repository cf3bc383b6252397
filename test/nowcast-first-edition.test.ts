/** Rows of model 2025.07.1 stay bit-identical in later versions of the engine. */

import { barAt, HOUR_MS, useKernels } from '@barograph/core';
import { KERNELS } from '@barograph/kernels';
import { createNowcast, loadModel, nextDay, nowcastHistory, type NowcastPoint } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readText } from './workspace.ts';

// Taken from the build that published the model, over the simulated hours below.
const ROWS = 'ed8ac7ea191991db8914f4a5eaaab15f9164f1f8a1d441f0c618af23164ce6a6';
const POINTS = 'b4efc920e82aa59cc8eca390f9057f0f201b546eafdfbacd1b3ee80d5c554996';
const NEXT_DAY = 'b3ab2fec67af6f3a02f3226b9a96d3a18b235bf02b1173d4e84441eb0ebd30e2';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Numbers of an hour; fields that a later edition added are not among them. */
function numbersOf({ time, regime, now, forecasts, volatility, explain }: NowcastPoint): unknown {
  const published = regime === null ? null : [regime.label, regime.rawConfidence, regime.confidence, regime.candles];
  const ahead =
    forecasts === null
      ? null
      : [forecasts.h4, forecasts.h24].map((forecast) => [forecast.nextRegime, forecast.volatility]);
  return [time, published, now, ahead, volatility, explain.features, explain.states, explain.logLikelihood];
}

describe('model 2025.07.1', () => {
  const loaded = loadModel(readText('models/nowcast/2025.07.1/model.json'));
  const model = loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
  const { start } = SIMULATOR_V2;
  const bars = createMarket(SIMULATOR_V2).candles('BTC', 'perpdex_perp', '1h', start, start + 1_500 * HOUR_MS);

  it.each([
    ['JavaScript', undefined],
    ['kernels', KERNELS],
  ])('has the rows that it was published with, by %s', (_, kernels) => {
    const before = useKernels(kernels);
    onTestFinished(() => void useKernels(before));
    const { time, label, rawConfidence, confidence, now, h4, h24 } = nowcastHistory(model, bars);
    const hash = createHash('sha256');
    for (const { buffer, byteOffset, byteLength } of [time, label, rawConfidence, confidence, now, h4, h24]) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
    expect(hash.digest('hex')).toBe(ROWS);
  });

  it('has the hours and the simulated day that it was published with, and no expected volatility', () => {
    const nowcast = createNowcast(model);
    const points = Array.from({ length: bars.length }, (_, i) => nowcast.next(barAt(bars, i)));
    expect(sha256(JSON.stringify(points.map(numbersOf)))).toBe(POINTS);
    expect(sha256(JSON.stringify(nextDay(model, points.at(-1)!, 'market')))).toBe(NEXT_DAY);
    expect(points.at(-1)).not.toHaveProperty('expectedVolatility');
    expect(nowcast.snapshot()).not.toHaveProperty('har');
  });
});
