import { describe, expect, it } from 'vitest';
import { QuantError } from './errors.ts';
import { err, ok, unwrap } from './result.ts';

describe('Result', () => {
  it('is a value or an error, told apart by ok', () => {
    expect(ok(1)).toEqual({ ok: true, value: 1 });
    expect(err('no')).toEqual({ ok: false, error: 'no' });
  });

  it('gives its value, or throws what is wrong by its code', () => {
    expect(unwrap(ok(5))).toBe(5);
    const problem = { code: 'missing_file', file: 'BTC.csv', expected: 'a file', got: 'none' } as const;
    expect(() => unwrap(err(problem))).toThrow(new QuantError('missing_file', 'BTC.csv: expected a file, got none'));
  });
});
