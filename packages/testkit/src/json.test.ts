import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstNotJson } from './json.ts';

describe('firstNotJson', () => {
  it('finds nothing in what JSON can hold', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => firstNotJson(value) === undefined));
  });

  it.each([
    ['NaN', { a: [1, NaN] }, '$.a[1]'],
    ['an infinite number', { a: -Infinity }, '$.a'],
    ['undefined', { a: undefined }, '$.a'],
    ['a typed array', { a: new Float64Array(1) }, '$.a'],
    ['a date', [new Date(0)], '$[0]'],
    ['a function', () => 1, '$'],
    ['a big integer', { n: 1n }, '$.n'],
  ])('names the place of %s', (_, value, path) => {
    expect(firstNotJson(value)).toBe(path);
  });
});
