/** Market health and sentiment over HTTP: scores that a reader computes from the answer, and what is missing. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { HEALTH_COMPONENTS } from '@barograph/stress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { openMarket } from '../../src/market/market.ts';
import { createSimulatedSource } from '../../src/market/simulated/source.ts';
import { testHost, TIER_GATE } from '../test-support.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 7);
const host = await testHost(openMarket([createSimulatedSource(SIMULATOR_V2)]), createManualClock(NOW), TIER_GATE);
beforeAll(async () => {
  await host.start();
  await host.ready();
}, 120_000);
afterAll(async () => host.stop());

type Body = Record<string, unknown>;
async function ask(path: string, tier = 'free', method: 'GET' | 'POST' = 'GET') {
  const reply = await host.server.inject({ method, url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, text: reply.body, type: String(reply.headers['content-type']) };
}
async function json(path: string): Promise<Body> {
  const { status, text } = await ask(path);
  expect(status, text).toBe(200);
  return JSON.parse(text) as Body;
}

describe('market health', () => {
  it('smoke', async () => {
    const body = await json('market-health');
    console.log(JSON.stringify(body, null, 1).slice(0, 9000));
    console.log((await ask('market-health/summary?format=markdown')).text);
    console.log((await ask('market-health/altcoin-breadth?ma_period=20')).text.slice(0, 1500));
    console.log((await ask('market-health/history')).text.slice(0, 1500));
    console.log((await ask('market-health/component/price_trend')).text.slice(0, 1500));
    console.log((await ask('sentiment/fear-greed?format=markdown')).text.slice(0, 1500));
    console.log((await ask('sentiment/fear-greed')).text.slice(0, 1500));
    console.log((await ask('sentiment/macro')).text.slice(0, 1500));
    console.log((await ask('sentiment/stablecoins')).text.slice(0, 1500));
    console.log((await ask('sentiment/stablecoins/remote-history?days=3')).text.slice(0, 1500));
    console.log((await ask('sentiment/stablecoins/history')).text.slice(-300));
    expect([DAY_MS, HOUR_MS, HEALTH_COMPONENTS].length).toBe(3);
  });
});
