import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { encodeRefresh, RefreshWire } from './refresh.ts';

it('gives exactly this JSON, valid under the schema of every refresh', () => {
  const wire = encodeRefresh({ rows: 38, asOf: 1_700_000_000_000, tookMs: 12.6, dataSource: 'simulated' });
  expect(wire).toEqual({
    status: 'recomputed',
    rows: 38,
    as_of: 1_700_000_000_000,
    took_ms: 13,
    data_source: 'simulated',
    source: 'simulated',
  });
  expect(new Ajv().validate(RefreshWire, wire)).toBe(true);
});
