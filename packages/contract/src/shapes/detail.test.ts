import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, outcomeOf, viewOf } from '../../test/ask.ts';
import { fieldsOf, record } from '../fields.ts';
import { publication, type SymbolsHead } from '../published.ts';
import { detail, type DetailFound } from './detail.ts';
import { stampFields } from './page.ts';

interface Coin {
  readonly symbol: string;
  readonly price: number;
}
const { text, number } = fieldsOf<Coin>();
const coin = record('Coin', { symbol: text('S.', (c) => c.symbol), price: number('P.', (c) => c.price) });
const COINS = publication<Coin, SymbolsHead>('coins', 'coins/1', { head: Type.Any(), record: Type.Any() });
const more = fieldsOf<DetailFound<{ readonly doubled: number; readonly secret: string | undefined }>>();

const calls: string[] = [];
let broken = false;
const given = {
  path: '/coins/{symbol}',
  dataset: 'coins',
  family: 'coins',
  summary: 'A coin.',
  title: 'CoinDetail',
  example: 'BTC',
  of: COINS,
  row: coin,
  resource: 'coin',
  lacks: 'no price',
  kPrefix: 'suggest',
  query: Type.Object({ times: Type.Integer({ default: 2 }) }),
  parts: { secret: 'meme_history' },
  fields: {
    doubled: more.number('Price × times.', (detail) => detail.doubled),
    secret: more.ifKnown(Type.String(), (detail) => detail.secret),
    ...stampFields,
  },
} as const;
const operation = detail('coins.symbol', {
  ...given,
  make: async ({ row, query, sees }) => {
    calls.push(`${row.symbol} ${query.times}`);
    if (broken) throw new Error('down');
    return { doubled: row.price * query.times, secret: sees('secret') ? 'told' : undefined };
  },
});

const ROWS = [
  { symbol: 'BTC', price: 3 },
  { symbol: 'ETH', price: 2 },
];
const view = viewOf(ROWS, { warming: ['NEW'] });
const context = contextOf(() => view);
const bodyOf = async (symbol: string, query: object = {}, of = context) => {
  const done = await outcomeOf(operation, of, { path: { symbol }, query });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
};

describe('a detail', () => {
  it('is the row, then what is added to it, then moment and source', async () => {
    const reply = await jsonOf<object>(operation, context, { path: { symbol: 'btc' } });
    expect(JSON.stringify(reply)).toBe(
      '{"symbol":"BTC","price":3,"doubled":6,"secret":"told","as_of":1,"data_source":"files"}',
    );
  });

  it('leaves out the parts that the tier does not see', async () => {
    const narrow = viewOf(ROWS);
    const question = { path: { symbol: 'BTC' }, parts: [] };
    expect(
      await jsonOf(
        operation,
        contextOf(() => narrow),
        question,
      ),
    ).not.toHaveProperty('secret');
  });

  it('is made once for a symbol and a query, however the symbol is spelled, until the next publication', async () => {
    const first = await bodyOf('ETH');
    calls.length = 0;
    expect(await bodyOf('eth')).toBe(first);
    expect(calls).toEqual([]);
    expect(await bodyOf('ETH', { times: 3 })).not.toBe(first);
    const next = viewOf(ROWS, { warming: ['NEW'] });
    expect(
      await bodyOf(
        'ETH',
        {},
        contextOf(() => next),
      ),
    ).not.toBe(first);
    expect(calls).toEqual(['ETH 3', 'ETH 2']);
  });

  it('is made for both of two callers at once by one run', async () => {
    calls.length = 0;
    const next = viewOf(ROWS);
    const [a, b] = await Promise.all(
      [1, 2].map(async () =>
        bodyOf(
          'BTC',
          {},
          contextOf(() => next),
        ),
      ),
    );
    expect([a === b, calls]).toEqual([true, ['BTC 2']]);
  });

  it('fails once when it cannot be made, and is made anew the next time', async () => {
    const failing = viewOf(ROWS);
    const next = contextOf(() => failing);
    broken = true;
    await expect(bodyOf('BTC', {}, next)).rejects.toThrow('down');
    broken = false;
    expect(await bodyOf('BTC', {}, next)).toMatchObject({ value: { doubled: 6 } });
  });

  it('takes names of its own for symbols', async () => {
    const spoken = detail('coins.symbol', {
      ...given,
      make: ({ row }) => ({ doubled: row.price, secret: undefined }),
    });
    expect(await jsonOf(spoken, context, { path: { symbol: 'BTCUSDT' } })).toMatchObject({ symbol: 'BTC' });
  });

  it('is 404 for a name without a row and for a symbol that warms up, and 503 before there are rows', async () => {
    const codeOf = async (symbol: string, of = context) => {
      const done = await outcomeOf(operation, of, { path: { symbol } });
      return done.ok ? 200 : [done.error.status, (done.error.body as { detail: { error: string } }).detail.error];
    };
    expect(await codeOf('NOPE')).toEqual([404, 'unknown_symbol']);
    expect(await codeOf('new')).toEqual([404, 'too_little_history']);
    expect(
      await codeOf(
        'BTC',
        contextOf(() => undefined),
      ),
    ).toEqual([503, 'warming_up']);
    expect(operation.errors.map(({ code }) => code)).toEqual(['unknown_symbol', 'too_little_history', 'warming_up']);
  });
});
