import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import type { KeyRecord } from '../../src/store/keys.ts';
import type { NotificationListener } from '../../src/store/listener.ts';
import { createCallers, REMEMBERED_MS } from '../../src/accounts/callers.ts';
import { hashOf, KEY_PREFIX, newKey, newToken } from '../../src/accounts/secret.ts';

function callersOver(find: (hash: string) => Promise<KeyRecord | undefined>) {
  const asked: string[] = [];
  let heard: NotificationListener | undefined;
  const wall = createManualClock(1000);
  const keys = {
    findByHash: async (hash: string) => {
      asked.push(hash);
      return find(hash);
    },
  };
  const listener = {
    on: (_: string, listening: NotificationListener) => {
      heard = listening;
      return () => {
        heard = undefined;
      };
    },
  };
  const callers = createCallers({ keys, listener } as unknown as Parameters<typeof createCallers>[0], wall);
  return {
    callers,
    asked,
    wall,
    tell: (id: string | undefined) => heard?.(id),
    isListening: () => heard !== undefined,
  };
}
const KEY = { id: 'k' } as KeyRecord;

describe('callers', () => {
  it('take one path for every text: its hash, then the lookup of the hash', async () => {
    const { callers, asked } = callersOver(async () => undefined);
    const texts = ['', 'x', newKey().text, `${KEY_PREFIX}${'x'.repeat(10_000)}`, '\u0000', 'ключ'];
    for (const text of texts) expect(await callers.find(text)).toBeUndefined();
    expect(asked).toEqual(texts.map(hashOf));
    for (const hash of asked) expect(hash).toMatch(/^[\da-f]{64}$/);
  });

  it('are remembered for thirty seconds, and those that do not exist not at all', async () => {
    const { callers, asked, wall } = callersOver(async (hash) => (hash === hashOf('good') ? KEY : undefined));
    for (const later of [0, REMEMBERED_MS - 1]) {
      wall.moveTo(1000 + later);
      expect(await callers.find('good')).toBe(KEY);
    }
    expect(asked.length).toBe(1);
    wall.moveTo(1000 + REMEMBERED_MS);
    await callers.find('good');
    expect(asked.length).toBe(2);
    await callers.find('bad');
    await callers.find('bad');
    expect(asked.length).toBe(4);
    expect(REMEMBERED_MS).toBe(30_000);
  });

  it.each([
    ['another replica tells of a change', 'k'],
    ['anything may have been missed', undefined],
  ])('are asked for again when %s', async (_, payload) => {
    const { callers, asked, tell } = callersOver(async () => KEY);
    await callers.find('good');
    tell(payload);
    await callers.find('good');
    expect(asked.length).toBe(2);
  });

  it('are not remembered as they were before a change that came while the database answered', async () => {
    let answer: ((key: KeyRecord | undefined) => void) | undefined;
    let isRevoked = false;
    const { callers, tell } = callersOver(async () =>
      isRevoked
        ? undefined
        : new Promise((resolve) => {
            answer = resolve;
          }),
    );
    const first = callers.find('good');
    isRevoked = true;
    tell('k');
    answer!(KEY);
    expect(await first).toBe(KEY);
    expect(await callers.find('good')).toBeUndefined();
  });

  it('stop listening when they are closed', () => {
    const { callers, isListening } = callersOver(async () => KEY);
    expect(isListening()).toBe(true);
    callers.close();
    expect(isListening()).toBe(false);
  });
});

describe('secrets', () => {
  it('are a fixed prefix and 192 random bits, of which the SHA-256 is kept [#49] [#50]', () => {
    const { text, hash, prefix } = newKey();
    expect(text).toMatch(/^bg_live_[\w-]{32}$/);
    expect(Buffer.from(text.slice(8), 'base64url').length * 8).toBe(192);
    expect(prefix).toBe(text.slice(0, 12));
    expect(hash).not.toContain(text);
    // SHA-256 of "abc", FIPS 180-2 appendix B.1.
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(newToken().text).toMatch(/^[\w-]{32}$/);
  });
});
