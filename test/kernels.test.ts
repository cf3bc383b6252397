/** Histories of the models that ship: the same with kernels and without. */

import { HOUR_MS } from '@barograph/core';
import { withoutKernels } from '@barograph/kernels';
import { loadModel, nowcastHistory } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useNotedKernels } from '../packages/kernels/test/noted.ts';
import { readText } from './workspace.ts';

const done = useNotedKernels();

describe('[#25] kernels', () => {
  const { start } = SIMULATOR_V2;
  const bars = createMarket(SIMULATOR_V2).candles('ETH', 'perpdex_perp', '1h', start, start + 1_500 * HOUR_MS);

  it.each(['2025.07.1', '2026.11.0'])('give model %s the history that JavaScript gives it', (version) => {
    const loaded = loadModel(readText(`models/nowcast/${version}/model.json`));
    const model = loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
    const sha256 = (): string => {
      const hash = createHash('sha256');
      for (const column of Object.values(nowcastHistory(model, bars))) {
        if (ArrayBuffer.isView(column))
          hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
        else hash.update(JSON.stringify(column));
      }
      return hash.digest('hex');
    };
    const fast = sha256();
    expect(done).toContain('loadFilter');
    expect(fast).toBe(withoutKernels(sha256));
  });
});
