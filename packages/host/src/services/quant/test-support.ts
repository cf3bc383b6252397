/** A model for tests: trained once, small, on the simulated market. It says nothing of how good a model can be. */

import { HOUR_MS } from '@barograph/core';
import { artifactText, loadModel, observe } from '@barograph/nowcast';
import { HEADS_V1, TRAINING_V1, trainNowcast } from '@barograph/nowcast/train';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import type { LoadedModel } from './model.ts';

const HOURS = 1_700;

let text: string | undefined;

/** The text of its file. */
export function testModelText(): string {
  const { start } = SIMULATOR_V1;
  text ??= artifactText(
    trainNowcast(observe(createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + HOURS * HOUR_MS)), {
      modelVersion: 'test-1',
      config: {
        ...TRAINING_V1,
        version: 'training/test',
        warmUpBars: 400,
        betas: [],
        restarts: 1,
        maxIterations: 2,
        occupancyRows: 600,
      },
      heads: { ...HEADS_V1, version: 'heads/test', stride: 12 },
    }),
  );
  return text;
}

/** Hexadecimal SHA-256. */
export function sha256(of: string): string {
  return createHash('sha256').update(of).digest('hex');
}

/** The model, loaded. */
export function testModel(): LoadedModel {
  const file = testModelText();
  const loaded = loadModel(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const model = loaded.value;
  return { kind: 'loaded', model, artifact: model.artifact, sha256: sha256(file), metrics: null };
}
