import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { joinMemeList, MemeListWire } from './meme-list.ts';

const HEAD = {
  count: 0,
  total: 3,
  universeSize: 5,
  query: { limit: 2, sort: 'ret_7d', order: 'asc' },
  warming: ['NEW'],
  asOf: 1_700_000_000_000,
  dataSource: 'files',
} as const;

describe('joinMemeList', () => {
  it('gives exactly this JSON', () => {
    expect(JSON.parse(joinMemeList([], HEAD))).toEqual({
      items: [],
      count: 0,
      total: 3,
      universe_size: 5,
      limit: 2,
      sort: 'ret_7d',
      order: 'asc',
      warming: ['NEW'],
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
  });

  it('joins the texts of rows as they are', () => {
    const list = JSON.parse(joinMemeList(['{"a":1}', '{"b":[2]}'], HEAD)) as { items: unknown };
    expect(list.items).toEqual([{ a: 1 }, { b: [2] }]);
  });

  it('is valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(MemeListWire);
    expect(validate(JSON.parse(joinMemeList([], HEAD))), JSON.stringify(validate.errors)).toBe(true);
  });
});
