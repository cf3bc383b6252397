import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { encodeSignumBreadth, joinSignumList, SignumListWire } from './signum-list.ts';

const head = {
  count: 0,
  total: 3,
  universeSize: 5,
  query: { limit: 2, offset: 4, sort: 'adx', order: 'asc' },
  breadth: encodeSignumBreadth({ total: 0, green: 0, grey: 0, red: 0, pctGreen: null, pctGrey: null, pctRed: null }),
  warming: ['NEW'],
  asOf: 1_700_000_000_000,
  dataSource: 'files',
} as const;

describe('joinSignumList', () => {
  it('gives exactly this JSON', () => {
    expect(JSON.parse(joinSignumList([], head))).toEqual({
      items: [],
      count: 0,
      total: 3,
      universe_size: 5,
      limit: 2,
      offset: 4,
      sort: 'adx',
      order: 'asc',
      breadth: { total: 0, green: 0, grey: 0, red: 0, pct_green: null, pct_grey: null, pct_red: null },
      warming: ['NEW'],
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
  });

  it('joins the texts of rows as they are', () => {
    const list = JSON.parse(joinSignumList(['{"a":1}', '{"b":[2]}'], head)) as { items: unknown };
    expect(list.items).toEqual([{ a: 1 }, { b: [2] }]);
  });

  it('is valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(SignumListWire);
    expect(validate(JSON.parse(joinSignumList([], head))), JSON.stringify(validate.errors)).toBe(true);
  });
});
