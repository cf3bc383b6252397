import { fold } from '@barograph/core';
import { accountBook, whaleDays, whales, type AccountClasses, type AccountRecord } from '@barograph/positioning';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { whaleDayRow } from './day-row.ts';
import { whalesRow } from './row.ts';

const TIME = Date.UTC(2026, 1, 27, 12);
const account = (address: string, sizes: Readonly<Record<string, number>>): AccountRecord => ({
  address,
  equity: 1e6,
  positions: Object.entries(sizes).map(([coin, size]) => ({ coin, size, entry: 1, liquidation: null })),
});
const book = accountBook(
  [account('0x1', { BTC: -900_000 }), account('0x2', { BTC: 600_000, ETH: 150_000 })],
  [
    { coin: 'BTC', mark: 1 },
    { coin: 'ETH', mark: 1 },
  ],
);
const classes: AccountClasses = {
  version: 'classifier/2026.11.1',
  classOf: Uint8Array.of(0, 1),
  smartMoney: Uint8Array.of(0, 1),
  highLeverage: Uint8Array.of(0, 0),
};
const { outputs } = fold(whales(), [{ time: TIME, book, classes }]);
const row = whalesRow.encode(outputs[0]!);

describe('whale activity on the wire', () => {
  it('has the summary, and the coins by |net| [#507][#508][#509]', () => {
    expect(row.summary).toMatchObject({
      accounts_tracked: 2,
      long_usd: 750_000,
      short_usd: 900_000,
      long_short_ratio: 750 / 900,
      net_bias: 'risk-on',
      directional_net_usd: 750_000,
    });
    expect(row.summary.by_class.whale).toEqual({
      long_usd: 750_000,
      short_usd: 0,
      net_usd: 750_000,
      gross_usd: 750_000,
      accounts: 1,
    });
    expect(row.summary.by_tag_usd.smart_money.gross_usd).toBe(750_000);
    expect(row.top_coins.map(({ symbol, net_usd, n_long, n_short, dominant_side }) => [symbol, net_usd, n_long, n_short, dominant_side])).toEqual([
      ['BTC', -300_000, 1, 1, 'short'],
      ['ETH', 150_000, 1, 0, 'long'],
    ]); // prettier-ignore
    expect(row.top_coins[0]).toMatchObject({
      directional_net_usd: 600_000,
      positions_as_of: TIME,
      long_pct_pctile_30d: null,
    });
    expect(row.meta).toEqual({
      segment: 'perp',
      spot_status: 'not_tracked',
      classifier_version: '2026.11.1',
      config_version: 'whales/1',
    });
  });

  it('has a day of the last cycle, live [#511]', () => {
    const [day] = fold(whaleDays(), outputs).outputs;
    expect(whaleDayRow.encode(day!)).toEqual({
      date: '2026-02-27',
      long_usd: 750_000,
      short_usd: 900_000,
      net_usd: -150_000,
      gross_usd: 1_650_000,
      top_coins: [
        { symbol: 'BTC', long_usd: 600_000, short_usd: 900_000, net_usd: -300_000, gross_usd: 1_500_000 },
        { symbol: 'ETH', long_usd: 150_000, short_usd: 0, net_usd: 150_000, gross_usd: 150_000 },
      ],
      source: 'live',
      estimated: false,
    });
  });
});

const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

describe.skipIf(!existsSync(SCHEMAS))('whales against the schemas of the contract (needs ../shared/spec)', () => {
  interface Schema {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
  }
  const fieldsOf = (schema: Schema | undefined): string[] => Object.keys(schema!.properties);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of ours
  const schemaOf = (name: string) => JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8')) as Schema;

  it('have its fields by name', () => {
    const { properties } = schemaOf('whales.json');
    expect(Object.keys(row)).toEqual(expect.arrayContaining(Object.keys(properties)));
    expect(Object.keys(row.summary)).toEqual(expect.arrayContaining(fieldsOf(properties['summary'])));
    expect(Object.keys(row.top_coins[0]!)).toEqual(expect.arrayContaining(fieldsOf(properties['top_coins']!.items)));
    expect(Object.keys(row.meta)).toEqual(expect.arrayContaining(fieldsOf(properties['meta'])));
    const { items } = schemaOf('whale_history.json').properties['days']!;
    expect([...whaleDayRow.columns].sort()).toEqual(fieldsOf(items).sort());
  });
});
