/** Limits for callers without a key, counted over two replicas; no limit locks an owner out. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { proxiesOf } from '../../src/accounts/client-network.ts';
import { MINT_LIMITS_V1 } from '../../src/accounts/mint-limits.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { startMail, type TestMail } from './test-mail.ts';
import { ask, codeOf, NOW, replica, type Reply } from './test-support.ts';

let server: TestServer;
let mail: TestMail;
let store: Store;
let wall: ManualClock;
let hosts: readonly [Host, Host];
const LIMITS = { ...MINT_LIMITS_V1, mailsPerHour: 3 };
beforeAll(async () => {
  server = await startTestServer();
  mail = await startMail();
});
afterAll(async () => {
  await mail.stop();
  await server.stop();
});
beforeEach(async () => {
  mail.taken.length = 0;
  const url = await server.database();
  store = await server.open(url);
  wall = createManualClock(NOW);
  const more = { mintLimits: LIMITS, trustedProxies: proxiesOf('10.0.0.0/8') };
  hosts = [replica(store, wall, undefined, more), replica(await server.open(url), wall, undefined, more)];
});
afterEach(async () => {
  for (const host of hosts) await host.server.close();
  await server.closeStores();
});

let asked = 0;
const mintFrom = async (from: string, email: string, forwarded?: string): Promise<Reply> =>
  ask(hosts[++asked % 2]!, 'POST /auth/keys', {
    body: { email },
    from,
    ...(forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
  });
const granted = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length;

describe('[12.2] minting', () => {
  it('has a brake by client network: of 500 keys at once from one, on two replicas, 20 are made an hour', async () => {
    const storm = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => mintFrom(`203.0.113.${i % 250}`, `n${i}@example.com`)),
    );
    expect(granted(storm)).toBe(LIMITS.perNetwork);
    const refused = storm.filter(({ status }) => status !== 200);
    expect(new Set(refused.map((reply) => [reply.status, codeOf(reply)].join()))).toEqual(
      new Set(['429,rate_limited']),
    );
    expect(refused[0]!.headers['retry-after']).toBe(String(30 * 60 - 20));
    expect((await mintFrom('203.0.114.1', 'other@example.com')).status).toBe(200);
    wall.moveTo(NOW + HOUR_MS);
    expect((await mintFrom('203.0.113.9', 'later@example.com')).status).toBe(200);
  });

  it('counts the client behind a trusted proxy, and no header of a stranger', async () => {
    const spoofed = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => mintFrom('203.0.113.7', `s${i}@example.com`, `198.51.${i}.1`)),
    );
    expect(granted(spoofed)).toBe(LIMITS.perNetwork);
    const proxied = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => mintFrom('10.0.0.1', `p${i}@example.com`, `1.1.1.1, 198.51.${i}.1`)),
    );
    expect(granted(proxied)).toBe(30);
    const one = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => mintFrom('10.0.0.1', `q${i}@example.com`, `2.2.2.${i}, 192.0.2.9`)),
    );
    expect(granted(one)).toBe(LIMITS.perNetwork);
  });

  it('has a brake over all, that counts nothing when another one refuses', async () => {
    const limits = { ...MINT_LIMITS_V1, perHour: 30 };
    const host = replica(store, wall, undefined, { mintLimits: limits });
    const from = async (network: number, i: number): Promise<Reply> =>
      ask(host, 'POST /auth/keys', { body: { email: `g${network}-${i}@example.com` }, from: `198.51.${network}.1` });
    const first = await Promise.all(Array.from({ length: 40 }, async (_, i) => from(1, i)));
    expect(granted(first)).toBe(20);
    const others = await Promise.all(Array.from({ length: 40 }, async (_, i) => from(2 + i, i)));
    expect(granted(others)).toBe(10);
    await host.server.close();
  });

  it('has a brake by address, which never refuses the first key from another network', async () => {
    const mine = await Promise.all(Array.from({ length: 9 }, async () => mintFrom('203.0.113.7', 'One@example.com')));
    expect(granted(mine)).toBe(LIMITS.perAddressAndNetwork);
    const many: Reply[] = [];
    for (let i = 0; i < 12; i++) {
      many.push(await mintFrom(`198.51.${i}.1`, 'one@example.com'), await mintFrom(`198.51.${i}.2`, 'one@EXAMPLE.com'));
    }
    expect(many.filter((_, i) => i % 2 === 0).every(({ status }) => status === 200)).toBe(true);
    expect(granted(many.filter((_, i) => i % 2 === 1))).toBe(LIMITS.perAddress - (LIMITS.perAddressAndNetwork - 1));
    expect((await mintFrom('192.0.2.1', 'one@example.com')).status).toBe(200);
    wall.moveTo(NOW + DAY_MS);
    expect((await mintFrom('203.0.113.7', 'one@example.com')).status).toBe(200);
  });

  it('has a brake on mails: so many an hour, the others wait in the queue', async () => {
    const host = replica(store, wall, mail, { mintLimits: { ...LIMITS, perNetwork: 100 } });
    const keys: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { body } = await ask(host, 'POST /auth/keys', { body: { email: `m${i}@example.com` } });
      keys.push(String(body['api_key']));
    }
    const resend = async (key: string): Promise<unknown> =>
      (await ask(host, 'POST /auth/resend-verify', { key })).body['status'];
    const said: unknown[] = [];
    for (const key of keys) said.push(await resend(key));
    expect(said).toEqual(['sent', 'sent', 'sent', 'queued', 'queued']);
    expect(mail.taken).toHaveLength(3);
    wall.moveTo(NOW + HOUR_MS);
    expect(await resend(keys[4]!)).toBe('sent');
    await host.server.close();
  });
});

describe('[12.2] lock-out', () => {
  const revoke = async (from: string, key: unknown): Promise<number> =>
    (await ask(hosts[0], 'DELETE /auth/keys', { key: String(key), from })).status;
  const confirmed = async (email: string): Promise<string> => {
    const { body } = await mintFrom('192.0.2.1', email);
    const [row] = (await store.pool.query<{ id: string }>('select id from keys where email = $1', [email])).rows;
    await store.confirmations.markSent(row!.id, { hash: email, expiresAt: NOW + DAY_MS }, wall.now());
    await store.confirmations.confirm(email, { tier: 'pro', expiresAt: NOW + DAY_MS }, wall.now());
    return String(body['api_key']);
  };

  it('a stranger who revokes an unconfirmed key of an address keeps only his own network from it', async () => {
    const { body } = await mintFrom('203.0.113.7', 'owner@example.com');
    expect(await revoke('203.0.113.200', body['api_key'])).toBe(200);
    expect((await mintFrom('192.0.2.1', 'owner@example.com')).status).toBe(200);
    const stranger = await mintFrom('203.0.113.9', 'owner@example.com');
    expect([stranger.status, codeOf(stranger)]).toEqual([409, 'revoke_cooldown']);
    expect(stranger.headers['retry-after']).toBe(String((7 * DAY_MS) / 1000));
    wall.moveTo(NOW + 7 * DAY_MS);
    expect((await mintFrom('203.0.113.9', 'owner@example.com')).status).toBe(200);
  });

  it('the seven days stay for an address that was confirmed, from every network', async () => {
    const key = await confirmed('sure@example.com');
    expect(await revoke('192.0.2.1', key)).toBe(200);
    for (const from of ['192.0.2.1', '203.0.113.9']) {
      expect(codeOf(await mintFrom(from, 'sure@example.com'))).toBe('revoke_cooldown');
    }
    wall.moveTo(NOW + 7 * DAY_MS);
    expect((await mintFrom('203.0.113.9', 'sure@example.com')).status).toBe(200);
  });

  it('a stranger cannot lock out an owner whose address is confirmed, either', async () => {
    const key = await confirmed('owner@example.org');
    const { body } = await mintFrom('203.0.113.7', 'owner@example.org');
    expect(await revoke('203.0.113.7', body['api_key'])).toBe(200);
    expect((await ask(hosts[1], 'GET /auth/keys/me', { key })).status).toBe(200);
    expect((await mintFrom('192.0.2.1', 'owner@example.org')).status).toBe(200);
  });
});

it('[12.2] windows that ended are forgotten', async () => {
  await mintFrom('203.0.113.7', 'a@example.com');
  const count = async (): Promise<number> => (await store.pool.query('select 1 from brakes')).rowCount ?? 0;
  expect(await count()).toBeGreaterThan(0);
  await store.brakes.prune(NOW + 2 * DAY_MS);
  await vi.waitFor(async () => expect(await count()).toBe(0));
});
