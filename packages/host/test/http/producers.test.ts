/** Producers in health and metrics of a host, over HTTP. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { readOver, type Market } from '../../../sources/src/market/market.ts';
import { fewCoins, NOW, testModel } from '../services/quant/test-support.ts';
import { TIER_GATE, testHost } from '../test-support.ts';

const coins = fewCoins();
let isDown = false;
/** A venue that fails for the lead coin alone: the engines keep their rows, the nowcast cannot be refreshed. */
const market: Market = {
  ...coins,
  read: readOver(coins.read, 'bars', async (request) =>
    isDown && request.symbol === 'BTC'
      ? { ok: false, error: { code: 'stale_source', reason: 'the venue is away' } }
      : coins.read('bars', request),
  ),
};
const clock = createManualClock(NOW + 10 * MINUTE_MS);
const host = await testHost(market, clock, TIER_GATE, testModel());
beforeAll(async () => host.start());
afterAll(async () => host.stop());

interface Health {
  readonly status: string;
  readonly producers: readonly { readonly name: string; readonly failing: boolean; readonly lag_ms: number | null }[];
}
const health = async (): Promise<Health> => (await host.server.inject('/api/v1/health')).json<Health>();
const failing = async (): Promise<string[]> =>
  (await health()).producers.flatMap((one) => (one.failing ? [one.name] : []));

describe('the producers of a host', () => {
  it('are named by health, and a nowcast that fails makes it degraded until it succeeds', async () => {
    const before = await health();
    expect(before.status).toBe('ok');
    expect(before.producers.map(({ name }) => name)).toEqual([
      'engines',
      'quant',
      'ledger',
      'minute-events',
      'etf-flows',
      'cycle',
      'market-health',
      'daily-score-market-health',
      'backfill',
    ]);
    // The backfill waits until everything else has been served.
    const served = before.producers.filter(({ name }) => name !== 'backfill');
    expect(served.every(({ lag_ms, failing }) => lag_ms === 0 && !failing)).toBe(true);
    isDown = true;
    clock.moveTo(NOW + HOUR_MS + 14 * MINUTE_MS);
    await expect.poll(failing).toContain('quant');
    const after = await health();
    expect(after.status).toBe('degraded');
    expect(after.producers.find(({ name }) => name === 'quant')).toMatchObject({
      last_success: NOW + 10 * MINUTE_MS,
      last_failure: { at: NOW + HOUR_MS + 14 * MINUTE_MS, error: 'SourceError' },
      lag_ms: 59 * MINUTE_MS,
      failing: true,
    });
    const { body } = await host.server.inject('/metrics');
    expect(body).toContain('barograph_producer_failing{producer="quant"} 1');
    isDown = false;
    clock.moveTo(NOW + HOUR_MS + 16 * MINUTE_MS);
    await expect.poll(failing).not.toContain('quant');
    const later = (await health()).producers.find(({ name }) => name === 'quant');
    expect(later).toMatchObject({ last_success: NOW + HOUR_MS + 16 * MINUTE_MS, lag_ms: 0 });
  });
});
