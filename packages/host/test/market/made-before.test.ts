/** The simulated market is made before anything else of the host opens: years of hours keep the event loop for seconds. */

import { HOUR_MS } from '@barograph/core';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openConfigured } from '../../../sources/src/configured.ts';
import { QUIET } from '../../../store/test/test-support.ts';

const { made } = vi.hoisted(() => ({ made: [] as number[] }));
vi.mock(import('@barograph/simulator'), async (original) => {
  const simulator = await original();
  return {
    ...simulator,
    createMarket: (config) => {
      const market = simulator.createMarket(config);
      return {
        ...market,
        candles: (...asked) => {
          made.push(asked[4]);
          return market.candles(...asked);
        },
      };
    },
  };
});

describe('the simulated market of a configuration', () => {
  it('is made when it is opened, also for a replay', async () => {
    const asked = readConfig({ argv: ['--from', '2025-09-01'], env: {}, readFile: () => '' });
    if (!asked.ok || asked.value.kind !== 'serve') throw new Error('expected a host to serve');
    const opened = await openConfigured(asked.value.config, QUIET);
    expect(opened.ok).toBe(true);
    const now = opened.ok ? opened.value.clock.now() : NaN;
    expect(now - Math.max(...made)).toBeLessThan(HOUR_MS);
  });
});
