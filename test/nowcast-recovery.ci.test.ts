/** The nowcast on regimes that are known by construction. The full tables: `packages/lab/studies/nowcast-recovery.evidence.ts`. */

import type { ModelEntry } from '@barograph/core';
import { loadModel, REGIMES, type NowcastModel } from '@barograph/nowcast';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knowable, recovery } from './nowcast-recovery.ts';
import { readText } from './workspace.ts';

const [FROM, TO] = [2_160, 12_160];

function shipped(): NowcastModel {
  const manifest = JSON.parse(readText('models/manifest.json')) as readonly ModelEntry[];
  const { file } = manifest.findLast(({ id }) => id === 'nowcast')!;
  const loaded = loadModel(readText(join('models', file)));
  return loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
}

describe('the shipped nowcast on simulated regimes', () => {
  const found = recovery(shipped(), 'recovery-1', FROM, TO);
  const ceiling = knowable('recovery-1', FROM, TO);
  const bull = REGIMES.indexOf('strong_trend_bull');
  const bear = REGIMES.indexOf('strong_trend_bear');

  it('names the regime clearly more often than chance does', () => {
    expect(found.hours).toBe(TO - FROM);
    expect(found.right).toBeGreaterThan(found.chance + 0.08);
    expect(found.balanced).toBeGreaterThan(1.4 / REGIMES.length);
  });

  it('takes trends the right way round', () => {
    expect(found.confusion[bull]![bull]).toBeGreaterThan(2 * found.confusion[bull]![bear]!);
    expect(found.confusion[bear]![bear]).toBeGreaterThan(2 * found.confusion[bear]![bull]!);
  });

  it('knows a regime better once it has reigned for two days', () => {
    expect(found.settled[48]).toBeGreaterThan(found.settled[0]);
  });

  it('knows no more than a filter that was told how the market is made', () => {
    expect(found.right).toBeLessThan(ceiling.right);
    expect(ceiling.right).toBeLessThan(1);
  });
});
