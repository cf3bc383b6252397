import { describe, expect, it } from 'vitest';
import { err, ok } from './result.ts';

describe('Result', () => {
  it('is a value or an error, told apart by ok', () => {
    expect(ok(1)).toEqual({ ok: true, value: 1 });
    expect(err('no')).toEqual({ ok: false, error: 'no' });
  });
});
