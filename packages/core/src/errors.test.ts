import { describe, expect, it } from 'vitest';
import { describeProblem, QuantError, shown, UsageError } from './errors.ts';

describe('UsageError', () => {
  it('is a QuantError of code "usage" with its own name and its cause', () => {
    const cause = new Error('below');
    const error = new UsageError('no', { cause });
    expect(error).toBeInstanceOf(QuantError);
    expect([error.name, error.code, error.message, error.cause]).toEqual(['UsageError', 'usage', 'no', cause]);
    expect(new QuantError('stale_source', 'old').name).toBe('QuantError');
  });
});

describe('describeProblem', () => {
  it('is one line, whatever a file is called', () => {
    const problem = { code: 'bad_value', file: 'A\nB\u001b\u202e.csv', expected: 'x', got: 'y\u2028z' } as const;
    expect(describeProblem(problem)).toBe(String.raw`A\u{a}B\u{1b}\u{202e}.csv: expected x, got y\u{2028}z`);
  });

  it('names file, row and column when they are known', () => {
    const problem = { code: 'bad_value', expected: 'a number', got: '"abc"' } as const;
    expect(describeProblem({ ...problem, file: 'bars.csv', row: 7, column: 'high' })).toBe(
      'bars.csv row 7 column "high": expected a number, got "abc"',
    );
    expect(describeProblem({ ...problem, row: 7 })).toBe('row 7: expected a number, got "abc"');
    expect(describeProblem(problem)).toBe('expected a number, got "abc"');
  });
});

describe('shown', () => {
  it.each([
    ['a "b"', '"a \\"b\\""'],
    ['x'.repeat(50), `"${'x'.repeat(40)}…"`],
    [-0, '-0'],
    [NaN, 'NaN'],
    [1e21, '1e+21'],
    [null, 'null'],
    [undefined, 'undefined'],
    [true, 'true'],
    [5n, '5'],
    [[1, 2], 'an array of 2'],
    [new Map(), 'Map'],
    [Object.create(null), 'an object'],
    [() => 1, 'function'],
    [JSON.parse('{"constructor":{"name":{"toString":1}}}'), 'Object'],
  ])('shows %o as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });
});
