import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { joinVolatilityList, VolatilityListWire } from './volatility-list.ts';

const head = {
  count: 0,
  total: 3,
  universeSize: 5,
  query: { limit: 2, sort: 'days_compressed', order: 'asc' },
  warming: ['NEW'],
  asOf: 1_700_000_000_000,
  dataSource: 'files',
} as const;

describe('joinVolatilityList', () => {
  it('gives exactly this JSON, with the texts of rows as they are', () => {
    expect(JSON.parse(joinVolatilityList(['{"a":1}', '{"b":[2]}'], head))).toEqual({
      items: [{ a: 1 }, { b: [2] }],
      count: 0,
      total: 3,
      universe_size: 5,
      limit: 2,
      sort: 'days_compressed',
      order: 'asc',
      warming: ['NEW'],
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
  });

  it('is valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(VolatilityListWire);
    expect(validate(JSON.parse(joinVolatilityList([], head))), JSON.stringify(validate.errors)).toBe(true);
  });
});
