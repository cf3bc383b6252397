import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followedField } from '../followed/field.ts';
import { contextOf, jsonOf, viewOf, withDefaults } from '../../test/ask.ts';
import { rowsOf } from '../../test/rows.ts';
import { signumBreadth } from './engine.ts';
import { signumList } from './list.ts';
import { signumRow, type SignumItemWire } from './row.ts';

const breadth = signumBreadth.encode({
  total: 0,
  green: 0,
  grey: 0,
  red: 0,
  pctGreen: null,
  pctGrey: null,
  pctRed: null,
});
const listOf = async (rows: readonly SignumItemWire[], query: object) => {
  const view = viewOf(rows, { warming: ['NEW'], breadth }, 1_700_000_000_000);
  const context = contextOf(() => view);
  return jsonOf<{ readonly items: readonly SignumItemWire[] }>(signumList, context, { query });
};

describe('the SIGNUM_RGG list', () => {
  it('gives exactly this JSON, valid under the schema of its reply', async () => {
    const reply = await listOf([], { limit: 2, offset: 4, sort: 'adx', order: 'asc' });
    expect(reply).toEqual({
      items: [],
      count: 0,
      total: 0,
      universe_size: 0,
      limit: 2,
      offset: 4,
      sort: 'adx',
      order: 'asc',
      breadth: { total: 0, green: 0, grey: 0, red: 0, pct_green: null, pct_grey: null, pct_red: null },
      followed: followedField('signum').read(),
      warming: ['NEW'],
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
    const validate = new Ajv({ allowUnionTypes: true }).compile(signumList.reply);
    expect(validate(reply), JSON.stringify(validate.errors)).toBe(true);
  });

  it('[#557] keeps the rows whose days are within the bounds, both ends included', async () => {
    const bound = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(rowsOf<SignumItemWire>(signumRow.schema), bound, bound, async (rows, least, most) => {
        const query = {
          ...(least !== undefined && { min_days: least }),
          ...(most !== undefined && { max_days: most }),
          sort: 'symbol',
          order: 'asc',
        };
        const kept = rows
          .filter(({ days_in_color: days }) => days >= (least ?? 0) && days <= (most ?? Infinity))
          .map(({ symbol }) => symbol);
        expect((await listOf(rows, query)).items.map(({ symbol }) => symbol)).toEqual(kept.sort());
      }),
    );
  });

  it('sorts by the change of 24 hours, rows without it last', async () => {
    const row = (symbol: string, change: number | null) => ({ symbol, pct_change_24h: change }) as SignumItemWire;
    const rows = [row('A', 1), row('B', null), row('C', 3), row('D', 1)];
    const names = async (order: string) =>
      (await listOf(rows, { sort: 'pct_change', order })).items.map(({ symbol }) => symbol).join('');
    expect([await names('desc'), await names('asc')]).toEqual(['CADB', 'ADCB']);
  });

  it('takes these parameters', () => {
    expect(Object.keys(signumList.query.properties)).toEqual([
      'color',
      'source',
      'min_days',
      'max_days',
      'sort',
      'order',
      'limit',
      'offset',
    ]);
    expect(withDefaults(signumList, {})).toEqual({ sort: 'days_in_color', order: 'desc', limit: 250, offset: 0 });
  });
});
