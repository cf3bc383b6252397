/** Keys: creation, rotation, revocation with its cooldown, confirmation with its throttle. */

import assert from 'node:assert/strict';
import { accountOf, COOLDOWN_MS, type KeyRecord, type NewKey } from '../../src/keys.ts';
import type { Store } from '../../src/open-store.ts';
import { DAY_MS, MIDNIGHT, type StoreCase } from './store-case.ts';

const NOW = MIDNIGHT;
const MINUTES = 60_000;

function aKey(hash: string, email: string | null = 'ann@example.org'): NewKey {
  return { hash, prefix: 'baro_live_ab', email, tier: 'free' };
}

async function created(store: Store, hash: string, email?: string | null): Promise<KeyRecord> {
  const made = await store.keys.create(aKey(hash, email), NOW);
  assert.ok(made.ok);
  return made.value;
}

export const KEY_CASES: readonly StoreCase[] = [
  {
    name: 'a key is found by its hash alone, with everything that was said of it',
    run: async ({ open }) => {
      const store = await open();
      const { id } = await created(store, 'h1', '  Ann@Example.ORG ');
      assert.deepEqual(await store.keys.findByHash('h1'), {
        id,
        hash: 'h1',
        prefix: 'baro_live_ab',
        email: 'ann@example.org',
        tier: 'free',
        tierExpiresAt: null,
        emailVerifiedAt: null,
        confirmHash: null,
        confirmExpiresAt: null,
        lastConfirmationSentAt: null,
        createdAt: NOW,
        revokedAt: null,
        replacedBy: null,
        accountId: id,
        revokedNetwork: null,
      });
      assert.equal(await store.keys.findByHash('h2'), undefined);
    },
  },
  {
    name: 'a rotation moves tier, confirmation and what was used to a new key, and the old one is invalid at once',
    run: async ({ open }) => {
      const store = await open();
      const { id } = await created(store, 'old');
      await store.keys.setTier(id, 'pro', NOW + DAY_MS);
      await store.usage.take(id, { daily: 10, perMinute: 10 }, NOW);
      await store.usage.take(id, { daily: 10, perMinute: 10 }, NOW);
      assert.ok((await store.confirmations.markSent(id, { hash: 'link', expiresAt: NOW + DAY_MS }, NOW)).ok);
      const rotated = await store.keys.rotate(id, { hash: 'new', prefix: 'p2' }, NOW + 5);
      assert.ok(rotated.ok && rotated.value.id !== id);
      const next = rotated.value;
      assert.deepEqual([next.tier, next.tierExpiresAt, next.createdAt], ['pro', NOW + DAY_MS, NOW + 5]);
      assert.equal(await store.keys.findByHash('old'), undefined);
      assert.deepEqual(await store.keys.findByHash('new'), next);
      assert.equal((await store.keys.findById(id))?.replacedBy, next.id);
      assert.equal(accountOf(next), id);
      assert.equal(await store.usage.today(accountOf(next), NOW), 2);
      const confirmed = await store.confirmations.confirm('link', { tier: 'pro', expiresAt: 0 }, NOW + 6);
      assert.equal(confirmed.ok ? confirmed.value.key.id : confirmed.error, next.id);
    },
  },
  {
    name: 'of two rotations at once, on two replicas, one wins',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const { id } = await created(a, 'old');
      const answers = await Promise.all([
        a.keys.rotate(id, { hash: 'a', prefix: 'a' }, NOW),
        b.keys.rotate(id, { hash: 'b', prefix: 'b' }, NOW),
      ]);
      assert.equal(answers.filter((answer) => answer.ok).length, 1);
      const live = await Promise.all([a.keys.findByHash('a'), a.keys.findByHash('b'), a.keys.findByHash('old')]);
      assert.equal(live.filter((key) => key !== undefined).length, 1);
    },
  },
  {
    name: 'after a revocation the address waits seven days to the millisecond; a rotation starts no wait',
    run: async ({ open }) => {
      const store = await open();
      const first = await created(store, 'h1');
      const second = await store.keys.rotate(first.id, { hash: 'h2', prefix: 'p' }, NOW);
      assert.ok(second.ok);
      assert.ok((await store.keys.canCreate('ann@example.org', NOW + 1)).ok, 'a rotation is no revocation');
      await store.confirmations.markSent(second.value.id, { hash: 'link', expiresAt: NOW + 9 }, NOW);
      assert.ok((await store.confirmations.confirm('link', { tier: 'pro', expiresAt: NOW + 9 }, NOW + 1)).ok);
      assert.equal(await store.keys.revoke(second.value.id, NOW + 10), true);
      assert.equal(await store.keys.revoke(second.value.id, NOW + 11), false, 'once only');
      assert.equal(await store.keys.findByHash('h2'), undefined);
      const until = NOW + 10 + COOLDOWN_MS;
      assert.equal(COOLDOWN_MS, 604_800_000);
      const refused = { ok: false, error: { code: 'cooldown', until } };
      assert.deepEqual(await store.keys.canCreate('ANN@example.org', until - 1), refused);
      assert.deepEqual(await store.keys.create(aKey('h3'), until - 1), refused);
      assert.equal(await store.keys.findByHash('h3'), undefined);
      assert.ok((await store.keys.canCreate('ben@example.org', NOW + 10)).ok, 'another address');
      assert.ok((await store.keys.create(aKey('h4', null), NOW + 10)).ok, 'no address');
      assert.ok((await store.keys.canCreate('ann@example.org', until)).ok);
      assert.ok((await store.keys.create(aKey('h5'), until)).ok);
      assert.ok((await store.keys.canCreate('ann@example.org', until + 1)).ok);
    },
  },
  {
    name: '[12.2] the revocation of a key that was not confirmed binds the network that revoked it, and nobody else',
    run: async ({ open }) => {
      const store = await open();
      const first = await created(store, 'h1');
      assert.equal(await store.keys.revoke(first.id, NOW, '203.0.113.0/24'), true);
      const until = NOW + COOLDOWN_MS;
      const refused = { ok: false, error: { code: 'cooldown', until } };
      assert.deepEqual(await store.keys.canCreate('ann@example.org', until - 1, '203.0.113.0/24'), refused);
      assert.ok((await store.keys.canCreate('ann@example.org', NOW, '192.0.2.0/24')).ok);
      assert.ok((await store.keys.canCreate('ann@example.org', NOW)).ok, 'the operator');
      assert.ok((await store.keys.canCreate('ann@example.org', until, '203.0.113.0/24')).ok);
      const second = await store.keys.create(aKey('h2'), NOW, '192.0.2.0/24');
      assert.ok(second.ok);
      assert.equal(await store.keys.revoke(second.value.id, NOW), true, 'by the operator');
      assert.ok((await store.keys.canCreate('ann@example.org', NOW, '192.0.2.0/24')).ok);
    },
  },
  {
    name: 'one confirmation mail in ten minutes, also when many ask at once',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const { id } = await created(a, 'h');
      const ask = async (store: Store, hash: string, now: number) =>
        store.confirmations.markSent(id, { hash, expiresAt: now + DAY_MS }, now);
      const storm = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => ask(i % 2 === 0 ? a : b, `l${i}`, NOW)),
      );
      assert.equal(storm.filter((answer) => answer.ok).length, 1);
      const until = NOW + 10 * MINUTES;
      assert.deepEqual(await ask(a, 'x', until - 1), { ok: false, error: { code: 'throttled', until } });
      assert.ok((await ask(b, 'y', until)).ok);
      const before = { hash: 'mailed', expiresAt: until + 60 * MINUTES };
      await a.confirmations.unmarkSent(id, until, before);
      const { confirmHash, confirmExpiresAt } = (await b.keys.findById(id))!;
      assert.deepEqual({ hash: confirmHash, expiresAt: confirmExpiresAt }, before, 'the link before is valid again');
      assert.ok((await ask(a, 'z', until + 1)).ok, 'no mail left, so none is counted');
      assert.deepEqual(await a.confirmations.markSent('nobody', { hash: 'q', expiresAt: 0 }, NOW), {
        ok: false,
        error: { code: 'unknown' },
      });
    },
  },
  {
    name: 'a link confirms once, before it expires; using it again changes nothing',
    run: async ({ open }) => {
      const store = await open();
      const { id } = await created(store, 'h');
      const expiresAt = NOW + DAY_MS;
      await store.confirmations.markSent(id, { hash: 'link', expiresAt }, NOW);
      const bonus = (now: number) => ({ tier: 'pro' as const, expiresAt: now + DAY_MS });
      assert.deepEqual(await store.confirmations.confirm('other', bonus(NOW), NOW), { ok: false, error: 'unknown' });
      const tooLate = await store.confirmations.confirm('link', bonus(expiresAt), expiresAt);
      assert.deepEqual(tooLate, { ok: false, error: 'expired' });
      const inTime = await store.confirmations.confirm('link', bonus(expiresAt - 1), expiresAt - 1);
      assert.ok(inTime.ok && inTime.value.first);
      assert.deepEqual(
        [inTime.value.key.emailVerifiedAt, inTime.value.key.tier, inTime.value.key.tierExpiresAt],
        [expiresAt - 1, 'pro', expiresAt - 1 + DAY_MS],
      );
      const again = await store.confirmations.confirm('link', bonus(expiresAt + 9), expiresAt + 9);
      assert.deepEqual(again, { ok: true, value: { key: inTime.value.key, first: false } });
      assert.deepEqual(await store.confirmations.markSent(id, { hash: 'm', expiresAt }, expiresAt), {
        ok: false,
        error: { code: 'already_verified' },
      });
    },
  },
  {
    name: 'confirming takes no better tier away',
    run: async ({ open }) => {
      const store = await open();
      const { id } = await created(store, 'h');
      await store.keys.setTier(id, 'pro_plus', NOW + 30 * DAY_MS);
      await store.confirmations.markSent(id, { hash: 'link', expiresAt: NOW + DAY_MS }, NOW);
      const bonus = { tier: 'pro', expiresAt: NOW + DAY_MS } as const;
      const confirmed = await store.confirmations.confirm('link', bonus, NOW + 1);
      assert.ok(confirmed.ok);
      assert.deepEqual([confirmed.value.key.tier, confirmed.value.key.tierExpiresAt], ['pro_plus', NOW + 30 * DAY_MS]);
    },
  },
  {
    name: 'a change of a key is heard on the other replica',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const { id } = await created(a, 'h');
      const ready = new Promise<void>((resolve) => {
        const off = b.listener.on('keys', () => {
          off();
          resolve();
        });
      });
      await ready;
      const heard = new Promise<string | undefined>((resolve) => b.listener.on('keys', resolve));
      await a.keys.revoke(id, NOW);
      assert.equal(await heard, id);
    },
  },
];
