import {
  operation,
  publication,
  value,
  type Asked,
  type Context,
  type Operation,
  type Published,
  type Tier,
} from '@barograph/contract';
import { HOUR_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/http/access.ts';
import { filesMarket } from '../test-support.ts';
import { createContexts, type ContextParts } from '../../../runtime/src/contexts/context.ts';
import { performed } from '../../src/http/operation.ts';

interface Row {
  readonly symbol: string;
  readonly volume: number | null;
}
const published = (asOf: number): Published<Row, readonly string[]> => ({
  asOf,
  head: ['BTC', 'ETH'],
  records: [
    ['BTC', 1],
    ['ETH', null],
    ['SOL', 9],
    ['XRP', 1],
  ].map(([symbol, volume]) => ({ value: { symbol, volume } as Row, json: '' })),
});
const COINS = publication<Row, readonly string[]>(
  'coins',
  'coins/1',
  { head: Type.Any(), record: Type.Any() },
  (head, coins) => head.filter((coin) => coins.includes(coin)),
);

let state: Published<Row, readonly string[]> | undefined = published(1);
let now = 0;
const parts: ContextParts = {
  now: () => now,
  market: filesMarket([]),
  latest: () => state,
  retryAfter: () => 5,
  refresh: async () => ({ rows: 0, asOf: 0, tookMs: 0 }),
  ports: new Map(),
};
const contexts = createContexts(parts);

const given = { path: '/coins', dataset: 'coins', family: 'coins', summary: 'Coins.', reply: {} } as const;
let made = 0;
/** An operation of its own id: contexts are kept by it. */
const toy = (
  scope: Partial<Operation>,
  answer: (context: Context, asked: Asked) => unknown = () => null,
): Operation => ({
  ...operation(`coins${made++}`, { ...given, answer: (context, asked) => ok(value(answer(context, asked))) }),
  ...scope,
});
const seen = (one: Operation, tier: Tier | undefined) => {
  const view = contexts(one, tier).latest(COINS)!;
  return [view.records.map(({ value: row }) => row.symbol).join(' '), view.universeSize, view.head.join(' ')];
};

describe('what a tier sees of what was published', () => {
  it('is everything without a scope, and to nobody', () => {
    const all = ['BTC ETH SOL XRP', 4, 'BTC ETH'];
    expect([seen(toy({}), 'free'), seen(toy({ coinScope: { free: ['BTC'] } }), undefined)]).toEqual([all, all]);
    expect(seen(toy({ coinScope: { free: ['BTC'] } }), 'pro')).toEqual(all);
  });

  it('[#394] is the coins of its scope, in the head too, of a universe that is whole', () => {
    expect(seen(toy({ coinScope: { free: ['BTC', 'SOL'] } }), 'free')).toEqual(['BTC SOL', 4, 'BTC']);
  });

  it('[#399] is the first rows by a value, those without it last and ties by symbol', () => {
    const top = (count: number) => seen(toy({ rowScope: { free: { by: 'volume', top: count } } }), 'free')[0];
    expect([1, 2, 3, 4, 9].map(top)).toEqual(['SOL', 'SOL BTC', 'SOL BTC XRP', 'SOL BTC XRP ETH', 'SOL BTC XRP ETH']);
    expect(seen(toy({ rowScope: { free: { by: 'volume', top: 2 } } }), 'free')[1]).toBe(2);
    expect(seen(toy({ rowScope: { free: { by: 'volume', top: 2 } } }), 'pro')[1]).toBe(4);
  });

  it('is the same view for the same publication, and another one for the next, another tier or another operation', () => {
    const [one, other] = [
      toy({ coinScope: { free: ['BTC'] } }),
      operation('other', { ...given, answer: () => ok(value(1)) }),
    ];
    const view = () => contexts(one, 'free').latest(COINS);
    const first = view();
    expect(view()).toBe(first);
    expect(contexts(one, 'pro').latest(COINS)).not.toBe(first);
    expect(contexts(other, 'free').latest(COINS)).not.toBe(first);
    state = published(2);
    expect(view()).not.toBe(first);
    state = undefined;
    expect(view()).toBeUndefined();
    state = published(1);
  });
});

describe('parts of an answer', () => {
  it('are seen from their tier on, and those that nobody gates by everybody', async () => {
    const gated = toy({ parts: { history: 'pro', model: 'pro_plus' } }, (_, { sees }) =>
      ['history', 'model', 'price'].filter(sees),
    );
    const partsOn = async (tier: Tier): Promise<unknown> => {
      const caller = { tier, key: { id: 'k' } } as Caller;
      const one = performed(gated, contexts);
      const done = await one.perform({ query: {}, path: {}, body: undefined }, {}, caller);
      return done.ok && 'json' in done.value ? (JSON.parse(done.value.json.toString()) as unknown) : done;
    };
    expect([await partsOn('free'), await partsOn('pro'), await partsOn('pro_plus')]).toEqual([
      ['price'],
      ['history', 'price'],
      ['history', 'model', 'price'],
    ]);
  });
});

describe('atMostEvery', () => {
  const pulls: string[] = [];
  const pull = (context: Context, key: string, fails = false) =>
    context.atMostEvery(HOUR_MS, key, async () => {
      pulls.push(key);
      if (fails) throw new Error('down');
      return pulls.length;
    });
  const [free, pro] = (['free', 'pro'] as const).map((tier) => contexts(toy({ parts: { history: 'pro' } }), tier));

  it('[#582] makes a value once in a span of market time, whichever tier asks', async () => {
    expect([await pull(free!, 'a'), await pull(pro!, 'a'), pulls]).toEqual([1, 1, ['a']]);
    now = HOUR_MS - 1;
    expect(await pull(free!, 'a')).toBe(1);
    now = HOUR_MS;
    expect([await pull(pro!, 'a'), await pull(free!, 'b')]).toEqual([2, 3]);
  });

  it('shares a value that is being made, and keeps none that failed', async () => {
    const both = await Promise.all([pull(free!, 'c'), pull(pro!, 'c')]);
    expect(both[0]).toBe(both[1]);
    await expect(pull(free!, 'd', true)).rejects.toThrow('down');
    const before = pulls.length;
    expect(await pull(pro!, 'd')).toBe(before + 1);
  });
});

it('a port that no one provides is an error by name', () => {
  expect(() => contexts(toy({}), 'free').use({ name: 'accounts', timeless: [] })).toThrow(
    '"ports" expected a service for accounts, got none',
  );
});
