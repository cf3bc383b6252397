import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { encodeMemeRefresh, joinMemeList, MemeListWire, MemeRefreshWire } from './meme-list.ts';

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

describe('encodeMemeRefresh', () => {
  it('gives exactly this JSON, valid under its schema', () => {
    const wire = encodeMemeRefresh({ rows: 38, asOf: 1_700_000_000_000, tookMs: 12.6, dataSource: 'simulated' });
    expect(wire).toEqual({
      status: 'recomputed',
      rows: 38,
      as_of: 1_700_000_000_000,
      took_ms: 13,
      data_source: 'simulated',
      source: 'simulated',
    });
    expect(new Ajv().validate(MemeRefreshWire, wire)).toBe(true);
  });
});
