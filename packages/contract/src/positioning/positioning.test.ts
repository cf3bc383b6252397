import {
  accountBook,
  classesNow,
  ladderColumns,
  ladderOf,
  type AccountRecord,
  type CoinTerms,
} from '@barograph/positioning';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ladderRow, type LadderWire } from './ladder-row.ts';
import { positioningAnswer } from './positioning-answer.ts';

const TERMS: readonly CoinTerms[] = [
  { coin: 'BTC', mark: 100 },
  { coin: 'ETH', mark: 10 },
  { coin: 'SOL', mark: 1 },
];
const AS_OF = 1_700_000_000_000;

const account = (address: string, size: number, liquidation: number | null, more: object = {}): AccountRecord => ({
  address,
  equity: 5e6,
  positions: [{ coin: 'BTC', size, entry: 100, liquidation }],
  ...more,
});
const book = accountBook(
  [
    account('a', 2_000, 90.1),
    account('b', -3_000, 110.1, { isMarketMaker: true }),
    account('c', 1_000, 20),
    account('d', 1_000, 101),
    account('e', 1_000, null, { equity: 5e3 }),
    { address: 'f', equity: 1, positions: [{ coin: 'ETH', size: -2e4, entry: null }] },
  ],
  TERMS,
);
const classes = classesNow(book);

function wireOf(coin: string): LadderWire {
  const ladder = ladderOf(ladderColumns(book, classes), coin)!;
  return ladderRow.encode({ ladder, classes, dropped: book.dropped, time: AS_OF, asOf: AS_OF });
}

describe('the intervals of a ladder', () => {
  const ladder = ladderOf(ladderColumns(book, classes), 'BTC')!;
  const input = { ladder, classes, dropped: book.dropped, time: AS_OF, asOf: AS_OF };

  it('are of the side of a level, and null where open interest is not known', () => {
    const wire = ladderRow.encode({ ...input, share: { long: 0.5, short: 1 } });
    expect(wire.open_interest_share).toEqual({ long: 0.5, short: 1 });
    for (const { side, total_usd: total, total_usd_interval: ends } of wire.levels) {
      expect(ends).toEqual({ low: total, high: side === 'long' ? total * Math.exp(1.575 / 2) : total });
    }
    expect(wire.flip_interval!.low).toBeCloseTo(wire.flip! - 31.8 * Math.sqrt(0.25), 9);
    const unknown = ladderRow.encode(input);
    expect([unknown.open_interest_share, unknown.flip_interval]).toEqual([null, null]);
    expect(unknown.levels.map((level) => level.total_usd_interval)).toEqual(unknown.levels.map(() => null));
  });
});

describe('the splits on the wire', () => {
  const wire = positioningAnswer.encode({ book, classes, asOf: AS_OF });

  it('[#473] have every bucket of each coin with positions, and no other coin', () => {
    expect(Object.keys(wire.coins)).toEqual(['BTC']);
    expect(wire.coins['BTC']).toEqual({
      market_maker: { long_usd: 0, short_usd: 300_000, net_usd: -300_000, gross_usd: 300_000, n_accounts: 1 },
      whale: { long_usd: 400_000, short_usd: 0, net_usd: 400_000, gross_usd: 400_000, n_accounts: 3 },
      other: { long_usd: 100_000, short_usd: 0, net_usd: 100_000, gross_usd: 100_000, n_accounts: 1 },
      all: { long_usd: 500_000, short_usd: 300_000, net_usd: 200_000, gross_usd: 800_000, n_accounts: 5 },
      by_tag: {
        smart_money: { long_usd: 0, short_usd: 0, net_usd: 0, gross_usd: 0, n_accounts: 0 },
        high_leverage: { long_usd: 100_000, short_usd: 0, net_usd: 100_000, gross_usd: 100_000, n_accounts: 1 },
      },
      positions_as_of: AS_OF,
    });
  });

  it('[#477] say which rules made the classes, and what was dropped', () => {
    expect(wire.positions_as_of).toBe(AS_OF);
    expect(wire.meta).toMatchObject({ classifier_version: '2026.11.1', n_accounts: 5, dropped: { entry: 1, mark: 0 } });
    expect(wire.meta.classifier_version).toMatch(/^\d{4}\.\d{1,2}\.\d+$/);
  });
});

describe('the ladder on the wire', () => {
  it('[#485] has what stands beside the bins, and all notional adds up', () => {
    const { meta, bins, symbol, mark, timestamp, positions_as_of: asOf, levels } = wireOf('BTC');
    expect([symbol, mark, timestamp, asOf]).toEqual(['BTC', 100, AS_OF, AS_OF]);
    expect(meta).toMatchObject({
      n_levels: 2,
      bin_pct: 0.5,
      classes: ['market_maker', 'whale', 'other'],
      classifier_version: '2026.11.1',
      config_version: 'ladder/1',
      total_usd: 800_000,
      outside_usd: { below: 100_000, above: 0 },
      crossed_usd: 100_000,
      unliquidatable_usd: 100_000,
    });
    expect(bins.reduce((sum, { total_usd: usd }) => sum + usd, 0)).toBe(500_000);
    expect(levels.map(({ side, n_accounts: accounts }) => [side, accounts])).toEqual([['long', 1], ['short', 1]]); // prettier-ignore
  });

  it('[#482] has an empty list for a class without bins', () => {
    const { bins_by_class: byClass, bins_directional: directional, flip, flip_directional: none } = wireOf('BTC');
    expect(byClass.other).toEqual([]);
    expect(byClass.whale).toEqual(directional);
    expect(flip).not.toBeNull();
    expect(none).toBeNull();
  });
});

const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema & { readonly $ref?: string };
  readonly additionalProperties?: Schema;
}

const schemaOf = (name: string): Schema => JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8')) as Schema;

/** Names that a schema has and a value lacks, at any depth. */
function missing(schema: Schema, value: unknown, path = '$'): string[] {
  if (schema.items !== undefined) {
    const item = schema.items.$ref === undefined ? schema.items : schemaOf(schema.items.$ref);
    return (value as unknown[]).flatMap((part, i) => missing(item, part, `${path}[${i}]`));
  }
  const record = value as Readonly<Record<string, unknown>>;
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    name in record ? missing(part, record[name], `${path}.${name}`) : [`${path}.${name}`],
  );
  const rest = schema.additionalProperties;
  if (rest === undefined) return inner;
  return [...inner, ...Object.entries(record).flatMap(([name, part]) => missing(rest, part, `${path}.${name}`))];
}

describe.skipIf(!existsSync(SCHEMAS))('the answers against the schemas of the contract (need ../shared/spec)', () => {
  it('have every name of them, at every depth', () => {
    expect(missing(schemaOf('ladder.json'), wireOf('BTC'))).toEqual([]);
    const wire = positioningAnswer.encode({ book, classes, asOf: AS_OF });
    expect(missing(schemaOf('positioning.json'), wire)).toEqual([]);
    expect(missing(schemaOf('ladder.json'), { ...wireOf('BTC'), mark: undefined, meta: {} })).toHaveLength(5);
  });
});
