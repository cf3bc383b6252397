import type { Endpoint } from '@barograph/contract';
import { ok } from '@barograph/core';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type Clock } from '../../../sources/src/clock.ts';
import type { Gate } from '../../src/http/access.ts';
import { ensurePageSecret, pageSecretPath, readPageSecret, rotatePageSecret } from '../../src/page/secret.ts';
import {
  createPageSessions,
  PAGE_SESSION_V2,
  withPageSessions,
  type PageSessionConfig,
  type PageSessions,
} from '../../src/page/sessions.ts';

const NOW = 1_790_000_000_000;

/** Secret of the printed link; changes with a rotation. */
let secret: string | undefined;
const SECRET = 'a-secret-of-the-link-that-is-printed';

beforeEach(() => {
  secret = SECRET;
});

function sessionsAt(clock: Clock, config?: PageSessionConfig): PageSessions {
  const sessions = createPageSessions(clock, () => secret, config);
  sessions.bind('bg_live_dev');
  return sessions;
}

describe('sessions', () => {
  it('are offered once there is a key, opened by the secret alone, and end after their time', () => {
    const clock = createManualClock(NOW);
    expect(createPageSessions(clock, () => secret).isOffered()).toBe(false);
    const sessions = sessionsAt(clock);
    expect(sessions.isOffered()).toBe(true);
    const { token, expiresAt } = sessions.open(SECRET)!;
    expect(expiresAt).toBe(NOW + PAGE_SESSION_V2.lifetimeMs);
    expect(sessions.keyOf(token)).toBe('bg_live_dev');
    clock.moveTo(expiresAt - 1);
    expect(sessions.keyOf(token)).toBe('bg_live_dev');
    clock.moveTo(expiresAt);
    expect(sessions.keyOf(token)).toBeUndefined();
    expect(sessions.keyOf('bg_live_dev')).toBeUndefined();
    expect(sessions.keyOf('bg_page_guessed')).toBeUndefined();
  });

  it.each(['', 'a', SECRET.slice(1), `${SECRET}\n`, SECRET.toUpperCase(), 'x'.repeat(60_000), '\u0000', '\ud800'])(
    'are not opened by %j',
    (text) => {
      expect(sessionsAt(createManualClock(NOW)).open(text)).toBeUndefined();
    },
  );

  it('end when the secret is rotated, and are opened by the new one', () => {
    const clock = createManualClock(NOW);
    const sessions = sessionsAt(clock);
    const { token } = sessions.open(SECRET)!;
    secret = 'another-secret-of-the-printed-link';
    clock.moveTo(NOW + PAGE_SESSION_V2.rereadMs - 1);
    expect(sessions.keyOf(token)).toBe('bg_live_dev');
    clock.moveTo(NOW + PAGE_SESSION_V2.rereadMs);
    expect(sessions.keyOf(token)).toBeUndefined();
    expect(sessions.open(SECRET)).toBeUndefined();
    expect(sessions.open(secret)).toBeDefined();
  });

  it('are opened by nobody once the file of the secret is gone', () => {
    const clock = createManualClock(NOW);
    const sessions = sessionsAt(clock);
    const { token } = sessions.open(SECRET)!;
    secret = undefined;
    clock.moveTo(NOW + PAGE_SESSION_V2.rereadMs);
    expect(sessions.keyOf(token)).toBeUndefined();
    for (const text of [SECRET, '', 'undefined']) expect(sessions.open(text)).toBeUndefined();
  });

  it('make room for new ones', () => {
    const sessions = sessionsAt(createManualClock(NOW), { ...PAGE_SESSION_V2, most: 2 });
    const tokens = [1, 2, 3].map(() => sessions.open(SECRET)!.token);
    expect(new Set(tokens).size).toBe(3);
    expect(tokens.map((token) => sessions.keyOf(token))).toEqual([undefined, 'bg_live_dev', 'bg_live_dev']);
  });
});

describe('the secret of the link', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'barograph-link-'));
  const path = pageSecretPath(dataDir);
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('is made once, in a file that only its owner reads, and stays until it is rotated', async () => {
    expect(readPageSecret(dataDir)).toBeUndefined();
    const first = await ensurePageSecret(join(dataDir, 'made'));
    expect(readPageSecret(join(dataDir, 'made'))).toBe(first);
    const kept = await ensurePageSecret(dataDir);
    expect(kept).toMatch(/^[\w-]{32}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await ensurePageSecret(dataDir)).toBe(kept);
    const rotated = await rotatePageSecret(dataDir);
    expect(rotated).not.toBe(kept);
    expect(await ensurePageSecret(dataDir)).toBe(rotated);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).toSorted()).toEqual(['made', 'page-secret']);
  });

  it.each(['', 'short', `two words ${'x'.repeat(40)}`])('is replaced when the file holds %j', async (text) => {
    writeFileSync(path, text);
    expect(readPageSecret(dataDir)).toBeUndefined();
    expect(await ensurePageSecret(dataDir)).toMatch(/^[\w-]{32}$/);
  });
});

describe('a gate with sessions', () => {
  const asked: (string | undefined)[] = [];
  const gate: Gate = {
    pricingUrl: '/pricing',
    admit: (_, key) => {
      asked.push(key);
      return ok({ caller: undefined, headers: {}, refund: undefined });
    },
  };
  const sessions = createPageSessions(createManualClock(NOW), () => SECRET);
  sessions.bind('dev');
  const { token } = sessions.open(SECRET)!;
  const guarded = withPageSessions(gate, sessions);
  const endpoint = (about: Partial<Endpoint>): Endpoint =>
    ({ method: 'GET', path: '/x', access: 'key', ...about }) as Endpoint;
  const statusOf = async (about: Partial<Endpoint>, key: string | undefined): Promise<number> => {
    asked.length = 0;
    const admitted = await guarded.admit(endpoint(about), key);
    return admitted.ok ? 200 : admitted.error.status;
  };

  it('lets a token read the market as the development key', async () => {
    expect(await statusOf({ access: 'pro_plus' }, token)).toBe(200);
    expect(asked).toEqual(['dev']);
    expect(await statusOf({ access: 'none', optionalKey: true }, token)).toBe(200);
    expect(asked).toEqual(['dev']);
  });

  it.each([
    ['a change', { method: 'POST' }],
    ['an end of a key', { method: 'DELETE' }],
    ['what is of the account', { accountScoped: true }],
  ] as const)('refuses a token %s', async (_, about) => {
    expect(await statusOf(about, token)).toBe(401);
    expect(asked).toEqual([]);
  });

  it('refuses a token that is none, and leaves keys as they are', async () => {
    expect(await statusOf({}, 'bg_page_guessed')).toBe(401);
    expect(await statusOf({}, 'bg_live_other')).toBe(200);
    expect(asked).toEqual(['bg_live_other']);
    expect(await statusOf({ access: 'none', method: 'POST' }, token)).toBe(200);
    expect(asked).toEqual([undefined]);
  });
});
