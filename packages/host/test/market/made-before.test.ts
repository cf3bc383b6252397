/**
 * Generation of the simulated market: before a replay starts, which would run ahead of it, and after the first answers from the
 * store at the present. Requests come in between, because years of hours take seconds.
 */

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
  const open = async (...argv: readonly string[]) => {
    made.length = 0;
    const asked = readConfig({ argv, env: {}, readFile: () => '' });
    if (!asked.ok || asked.value.kind !== 'serve') throw new Error('expected a host to serve');
    const opened = await openConfigured(asked.value.config, QUIET);
    return opened.ok ? opened.value : expect.fail(opened.error);
  };

  it('is generated before a replay starts', async () => {
    const { clock } = await open('--from', '2025-09-01');
    expect(clock.now() - Math.max(...made)).toBeLessThan(HOUR_MS);
  });

  it('is generated at the start of the sources at the present; requests come between two listings', async () => {
    const { market, clock } = await open();
    const [bars] = market.state(clock.now()).flatMap(({ feeds }) => feeds.flatMap(({ coverage = [] }) => coverage));
    expect(bars!.bars).toBeGreaterThan(1e5);
    expect(made).toEqual([]);
    const listings = await market.listings(clock.now());
    let turns = 0;
    let isStarted = false;
    const turn = (): void => {
      turns++;
      if (!isStarted) setImmediate(turn);
    };
    setImmediate(turn);
    await market.start();
    isStarted = true;
    expect(clock.now() - Math.max(...made)).toBeLessThan(HOUR_MS);
    expect(turns).toBeGreaterThanOrEqual(listings.length);
  });
});
