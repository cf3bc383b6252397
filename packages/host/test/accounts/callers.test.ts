import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { KeyRecord } from '../../../store/src/keys.ts';
import type { NotificationListener } from '../../../store/src/listener.ts';
import { createCallers, REMEMBERED_MS } from '../../src/accounts/callers.ts';
import { hashOf, KEY_PREFIX, newKey, newToken } from '../../../store/src/secret.ts';

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
const settled = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await Promise.resolve();
};
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

  it('of a change of another key are not asked for again', async () => {
    const { callers, asked, tell } = callersOver(async (hash) => ({ id: hash }) as KeyRecord);
    const texts = Array.from({ length: 200 }, (_, i) => `key ${i}`);
    for (const text of texts) await callers.find(text);
    tell(hashOf('key 7'));
    callers.forget(hashOf('key 8'));
    tell('a key that was never seen');
    expect(asked.length).toBe(200);
    for (const text of texts) await callers.find(text);
    expect(asked.slice(200)).toEqual([hashOf('key 7'), hashOf('key 8')]);
  });

  it('beyond 10,000 lose the one that was asked for longest ago, and no other', async () => {
    const { callers, asked } = callersOver(async (hash) => ({ id: hash }) as KeyRecord);
    for (let i = 0; i < 10_000; i++) await callers.find(`key ${i}`);
    await callers.find('key 0');
    await callers.find('one more');
    asked.length = 0;
    for (const text of ['one more', 'key 0', 'key 2', 'key 9999', 'key 1']) await callers.find(text);
    expect(asked).toEqual([hashOf('key 1')]);
  });

  it('are remembered through the change of another key that came while the database answered', async () => {
    let answer: ((key: KeyRecord) => void) | undefined;
    const { callers, asked, tell } = callersOver(
      async () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const first = callers.find('good');
    tell('another');
    answer!(KEY);
    await first;
    expect(await callers.find('good')).toBe(KEY);
    expect(asked.length).toBe(1);
  });

  it('whose look-up failed leave nothing behind', async () => {
    let isAway = true;
    const { callers, asked, tell } = callersOver(async () => {
      if (isAway) throw new Error('away');
      return KEY;
    });
    await expect(callers.find('good')).rejects.toThrow('away');
    isAway = false;
    tell('k');
    await callers.find('good');
    await callers.find('good');
    expect(asked.length).toBe(2);
  });

  it('end with the first call after any announced change, in any order of look-ups and changes', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ ask: fc.nat(3) }) },
      { weight: 3, arbitrary: fc.record({ answer: fc.nat(5) }) },
      { weight: 2, arbitrary: fc.record({ change: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ missed: fc.nat(3) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const versions = [0, 0, 0, 0];
        const waiting: (() => void)[] = [];
        const asking: Promise<void>[] = [];
        // What a look-up reads is settled when it begins; its answer comes when it comes.
        const { callers, tell } = callersOver(async (hash) => {
          const key = versions.findIndex((_, i) => hashOf(`key ${i}`) === hash);
          const read = { id: `${key}`, createdAt: versions[key]! } as KeyRecord;
          return new Promise((resolve) => {
            waiting.push(() => {
              resolve(read);
            });
          });
        });
        for (const one of steps) {
          if ('ask' in one) {
            const told = versions[one.ask]!;
            const check = (key: KeyRecord | undefined): void => {
              expect(key!.createdAt).toBeGreaterThanOrEqual(told);
            };
            asking.push(callers.find(`key ${one.ask}`).then(check));
          } else if ('answer' in one) waiting.splice(one.answer, 1)[0]?.();
          else if ('change' in one) {
            versions[one.change]!++;
            tell(`${one.change}`);
          } else {
            versions[one.missed]!++;
            tell(undefined);
          }
          await settled();
        }
        for (const answer of waiting.splice(0)) answer();
        await Promise.all(asking);
      }),
    );
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
