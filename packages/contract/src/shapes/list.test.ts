import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, outcomeOf, viewOf, withDefaults } from '../../test/ask.ts';
import { partsOf, rowsOf, valuesOf } from '../../test/rows.ts';
import type { Context } from '../context.ts';
import { fieldsOf, record } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { validationProblem } from '../problem.ts';
import { publication } from '../published.ts';
import { fieldSort, list, where } from './list.ts';

type Row = Readonly<Record<string, unknown>> & { readonly symbol: string };
interface Reply {
  readonly items: readonly Row[];
  readonly count: number;
  readonly total: number;
  readonly universe_size: number;
}
type Query = Readonly<Record<string, unknown>>;

const PAGE = new Set(['sort', 'order', 'limit', 'offset']);
/** Parameters that filter nothing by themselves: they say how a sort or another filter is meant. */
const MODIFIERS = new Set(['interval', 'min_days_in_state', 'horizon']);
/** Sorts by a field of another name. */
const SORTED_BY: Readonly<Record<string, string>> = { oi: 'oi_usd', p_up: 'p_direction_up' };

const rowSchemaOf = ({ reply }: Operation) => {
  const { items } = partsOf(reply).properties ?? {};
  return items === undefined ? undefined : partsOf(items).items;
};
/** Lists that make their rows of another record when they are asked. */
const MADE: Readonly<Record<string, (rows: readonly Row[]) => Context>> = { 'quant.coins': quantContext };
/** Every list of symbols' rows, with the schema of its rows. */
const LISTS = OPERATIONS.flatMap((operation) => {
  const row = rowSchemaOf(operation);
  const isList =
    (operation.ports.length === 0 || operation.id in MADE) &&
    'sort' in operation.query.properties &&
    row !== undefined &&
    'symbol' in partsOf(row).properties!;
  return isList ? [[operation.id, operation, row] as const] : [];
});

const most = ({ query }: Operation): number => partsOf(query.properties['limit']!).maximum!;
const ask = async (operation: Operation, rows: readonly Row[], query: Query): Promise<Reply> => {
  return jsonOf<Reply>(operation, contextOver(operation, rows), { query: { limit: most(operation), ...query } });
};
/** A context in which rows are published; one view for all that ask it. */
function contextOver({ id }: Operation, rows: readonly Row[]): Context {
  const create = MADE[id];
  if (create !== undefined) return create(rows);
  const view = viewOf(rows);
  return contextOf(() => view);
}
const symbols = (rows: readonly Row[]): string[] => rows.map(({ symbol }) => symbol);

const isFilter = (name: string): boolean => !PAGE.has(name) && !MODIFIERS.has(name);
const some = (operation: Operation, names: (name: string) => boolean): fc.Arbitrary<Query> =>
  fc.record(
    Object.fromEntries(
      Object.entries(operation.query.properties)
        .filter(([name]) => names(name))
        .map(([name, schema]) => [name, valuesOf(schema)]),
    ),
    { requiredKeys: [] },
  );
const sortings = (operation: Operation): fc.Arbitrary<Query> =>
  some(operation, (name) => name === 'sort' || name === 'order');

it('lists of the service are found', () => {
  expect(LISTS.map(([id]) => id)).toEqual(expect.arrayContaining(['indicators.signum', 'meme.regime', 'quant.coins']));
});

describe.each(LISTS)('%s', (_, operation, schema) => {
  const rows = rowsOf<Row>(schema);

  it('[#592] does not depend on the order in which rows were published', async () => {
    const shuffled = rows.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, sortings(operation), async ([all, others], query) => {
        expect(symbols((await ask(operation, others, query)).items)).toEqual(
          symbols((await ask(operation, all, query)).items),
        );
      }),
    );
  });

  it('[#570] [#592] stands rows without the value last in both orders, and ties by symbol', async () => {
    const names = partsOf(operation.query.properties['sort']!).enum!.filter(
      (name) => name !== 'symbol' && fieldOf(name) in partsOf(schema).properties!,
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(...names), fc.constantFrom('asc', 'desc'), async (all, sort, order) => {
        const isOrdered = 'order' in operation.query.properties;
        const { items } = await ask(operation, all, { sort, ...(isOrdered && { order }) });
        for (const [i, b] of items.entries()) {
          if (i === 0) continue;
          const a = items[i - 1]!;
          const [x, y] = [a, b].map((row) => row[fieldOf(sort)] ?? null) as [number | null, number | null];
          if (x === y) expect(a.symbol < b.symbol).toBe(true);
          else if (x === null) expect(y).toBeNull();
          else if (y !== null) expect(isOrdered && order === 'asc' ? x < y : x > y).toBe(true);
        }
      }),
    );
  });

  it('[#557] [#589] [#592] passes the rows that pass each filter, whichever others are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        some(operation, isFilter),
        some(operation, (n) => MODIFIERS.has(n)),
        async (all, filters, how) => {
          const context = contextOver(operation, all);
          const outcome = async (query: Query) =>
            outcomeOf(operation, context, { query: { limit: most(operation), ...defaultless(operation), ...query } });
          fc.pre((await outcome({ ...filters, ...how })).ok);
          const passing = async (query: Query) => {
            const { items } = await jsonOf<Reply>(operation, context, {
              query: { limit: most(operation), ...defaultless(operation), ...query },
            });
            return new Set(symbols(items));
          };
          const both = await passing({ ...filters, ...how });
          const states = Object.entries(filters).map(([name, value]) => ({ [name]: value }));
          const alone = await Promise.all(
            states.map(async (state) =>
              (await outcome({ ...state, ...how })).ok ? passing({ ...state, ...how }) : passing(state),
            ),
          );
          expect([...both].sort()).toEqual(
            symbols(all)
              .filter((symbol) => alone.every((set) => set.has(symbol)))
              .sort(),
          );
        },
      ),
    );
  });

  it('[#581] cuts pages that put together are the whole list, and counts before the cut', async () => {
    const isPaged = 'offset' in operation.query.properties;
    await fc.assert(
      fc.asyncProperty(rows, sortings(operation), fc.integer({ min: 1, max: 5 }), async (all, query, limit) => {
        const whole = await ask(operation, all, query);
        const pages: Row[] = [];
        for (let offset = 0; offset < (isPaged ? whole.total : 1); offset += limit) {
          const page = await ask(operation, all, { ...query, limit, ...(isPaged && { offset }) });
          expect([page.count, page.total]).toEqual([page.items.length, whole.total]);
          pages.push(...page.items);
        }
        expect(symbols(pages)).toEqual(symbols(isPaged ? whole.items : whole.items.slice(0, limit)));
      }),
    );
  });
});

const fieldOf = (sort: unknown): string => SORTED_BY[String(sort)] ?? String(sort);

/** The nowcast of perps that have these rows at both horizons. */
function quantContext(rows: readonly Row[]): Context {
  const view = viewOf(
    rows.map((row) => {
      const forecast = { p_next: REGIMES.map(() => 0), direction: [0, 0, 0, row['p_direction_up'], 0] };
      const regime = { label: row['regime'], confidence: row['confidence'] };
      const coin = { ...row, regime, horizons: { '4h': forecast, '24h': forecast } };
      return { symbol: row.symbol, coin, volatility: {}, openInterestUsd: row['oi_usd'] ?? null };
    }),
    { warming: [], sha256: 'a', modelVersion: 'b', market: null },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list asks nothing else of its model
  return contextOf(() => view, { use: (() => ({ kind: 'loaded', sha256: 'a' })) as unknown as Context['use'] });
}

/** A parameter with a default is a filter too: the value that lets every row pass. */
function defaultless({ query }: Operation): Query {
  const { source } = query.properties;
  return source !== undefined && partsOf(source).enum?.includes('all') === true ? { source: 'all' } : {};
}

interface Coin {
  readonly symbol: string;
  readonly price: number | null;
  readonly kind: string;
}
const { text, textOrNull, numberOrNull } = fieldsOf<Coin>();
const coin = record('Coin', {
  symbol: text('S.', (c) => c.symbol),
  price: numberOrNull('P.', (c) => c.price),
  kind: textOrNull('K.', (c) => c.kind),
});
const COINS = publication<Coin, { readonly warming: readonly string[] }>('coins', 'coins/1', {
  head: Type.Any(),
  record: Type.Any(),
});
const given = {
  path: '/coins',
  dataset: 'coins',
  family: 'coins',
  summary: 'Coins.',
  title: 'CoinList',
  of: COINS,
  row: coin,
  resource: 'coin rows',
  lacks: 'no price',
  filters: {
    kind: Type.String(),
    least: where(Type.Number(), (c: Coin, least) => c.price !== null && c.price >= least),
  },
  sorts: { symbol: 'symbol', ...fieldSort<Coin>('price') },
  sort: 'price',
  limit: { fallback: 2, most: 5 },
} as const;
const coins = list('coins', { ...given, isPaged: true });
const ROWS: readonly Coin[] = [
  { symbol: 'B', price: 1, kind: 'x' },
  { symbol: 'A', price: 1, kind: 'y' },
  { symbol: 'D', price: null, kind: 'x' },
  { symbol: 'C', price: 3, kind: 'x' },
];

describe('a list', () => {
  const view = viewOf(ROWS, { warming: ['NEW'] });
  const context = contextOf(() => view);

  it('is exactly this JSON: rows as they were published, then the page, then the universe', async () => {
    const done = await outcomeOf(coins, context, { query: { kind: 'x', offset: 1 } });
    expect(done.ok && done.value.kind === 'text' && done.value.text).toBe(
      '{"items":[{"symbol":"B","price":1,"kind":"x"},{"symbol":"D","price":null,"kind":"x"}],"count":2,"total":3,"universe_size":4,"limit":2,"offset":1,"sort":"price","order":"desc","warming":["NEW"],"as_of":1,"data_source":"files","source":"files"}',
    );
  });

  it('stands more fields of the universe before warming, and says nothing of a page that it has not', async () => {
    const count = fieldsOf<{ readonly universeSize: number }>().integer('N.', (found) => found.universeSize);
    const breadth = list('coins', { ...given, more: { breadth: count } });
    const reply = await jsonOf<object>(breadth, context);
    expect(Object.keys(reply).join(' ')).toBe(
      'items count total universe_size limit sort order breadth warming as_of data_source source',
    );
  });

  it('of a fixed order is A to Z by symbol and largest first by a value, without a parameter', async () => {
    const fixed = list('coins', { ...given, order: 'fixed' });
    expect(Object.keys(fixed.query.properties)).not.toContain('order');
    const names = async (sort: string) =>
      symbols((await jsonOf<Reply>(fixed, context, { query: { sort, limit: 5 } })).items).join('');
    expect([await names('symbol'), await names('price')]).toEqual(['ABCD', 'CABD']);
  });

  it('is the same body for the same question on the same view, and another one after the next publication', async () => {
    const body = async (state: unknown, query: object) => {
      const done = await outcomeOf(
        coins,
        contextOf(() => state),
        { query },
      );
      return done.ok ? done.value : done.error;
    };
    const first = await body(view, { kind: 'x' });
    expect(await body(view, { kind: 'x' })).toBe(first);
    expect(await body(view, { kind: 'y' })).not.toBe(first);
    expect(await body(viewOf(ROWS, { warming: ['NEW'] }), { kind: 'x' })).not.toBe(first);
    expect(await body(view, { kind: 'x' })).toBe(first);
  });

  it('is 503 with Retry-After before the first publication', async () => {
    expect(
      await outcomeOf(
        coins,
        contextOf(() => undefined),
      ),
    ).toMatchObject({
      error: {
        status: 503,
        headers: { 'retry-after': '7' },
        body: { detail: { error: 'warming_up', message: 'The first coin rows are being computed.' } },
      },
    });
  });

  it('refuses what its check refuses, before there are rows too', async () => {
    const check = (query: Query) =>
      query['kind'] === 'x' ? validationProblem({ loc: ['query', 'kind'], msg: 'no', type: 'enum' }) : undefined;
    const picky = list('coins', { ...given, check });
    const status = async (kind: string) => {
      const done = await outcomeOf(
        picky,
        contextOf(() => undefined),
        { query: { kind } },
      );
      return done.ok ? 200 : done.error.status;
    };
    expect([await status('x'), await status('y')]).toEqual([422, 503]);
  });

  it('declares what it answers with, and nothing is asked for by its defaults', () => {
    expect(withDefaults(coins, {})).toEqual({ sort: 'price', order: 'desc', limit: 2, offset: 0 });
    expect(coins.errors.map(({ code }) => code)).toEqual(['warming_up']);
    const strict = list('coins', { ...given, unknownParameters: 'reject' });
    expect(strict.errors.map(({ code }) => code)).toEqual(['unknown_parameter', 'warming_up']);
  });
});
