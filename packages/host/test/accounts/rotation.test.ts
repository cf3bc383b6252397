/** Rotation: usage follows the account, including concurrent calls, and rotations per day are limited. */

import { DAY_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { ask, codeOf, mint, NOW, replica } from './test-support.ts';

let server: TestServer;
let wall: ManualClock;
let a: Host;
let b: Host;
beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  wall = createManualClock(NOW);
  a = replica(await server.open(url), wall);
  b = replica(await server.open(url), wall);
});
afterAll(async () => {
  await a.server.close();
  await b.server.close();
  await server.stop();
});

const me = async (host: Host, key: string): ReturnType<typeof ask> => ask(host, 'GET /auth/keys/me', { key });
const rotate = async (host: Host, key: string): ReturnType<typeof ask> => ask(host, 'POST /auth/keys/rotate', { key });

describe('[12.7] rotation', () => {
  it('gives no allowance: calls of the old and the new key on two replicas pass as often as the limit says', async () => {
    for (let round = 0; round < 5; round++) {
      wall.moveTo(wall.now() + 60_000);
      let key = await mint(a, `round${round}@example.com`);
      let passed = 0;
      await me(b, key); // it remembers the key
      passed++;
      for (let turn = 0; turn < 3; turn++) {
        const old = key;
        const calls = Array.from({ length: 8 }, async (_, i) => me(i % 2 === 0 ? b : a, old));
        const rotated = await rotate(a, old);
        key = String(rotated.body['api_key']);
        const late = Array.from({ length: 8 }, async (_, i) => me(b, i % 2 === 0 ? old : key));
        const replies = await Promise.all([...calls, ...late]);
        passed += replies.filter(({ status }) => status === 200).length;
      }
      expect(passed).toBe(10);
      expect((await me(a, key)).status).toBe(429);
    }
  });

  it('is counted and limited: ten in 24 hours of an account, over all of its keys', async () => {
    wall.moveTo(NOW + DAY_MS);
    let key = await mint(a, 'often@example.com');
    for (let i = 0; i < 10; i++) {
      const { status, body } = await rotate(i % 2 === 0 ? a : b, key);
      expect([i, status]).toEqual([i, 200]);
      key = String(body['api_key']);
      wall.moveTo(wall.now() + 60_000);
    }
    const refused = await rotate(b, key);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe(String((DAY_MS - 10 * 60_000) / 1000));
    expect((await me(a, key)).status).toBe(200);
    wall.moveTo(NOW + 2 * DAY_MS);
    expect((await rotate(b, key)).status).toBe(200);
    expect((await rotate(a, await mint(a, 'another@example.com'))).status).toBe(200);
  });
});
