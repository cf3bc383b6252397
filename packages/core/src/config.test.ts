import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepFreeze, sameConfig } from './config.ts';

describe('deepFreeze', () => {
  it('freezes every record and list inside, and returns the same value', () => {
    const config = { version: 'x/1', bands: [{ from: 0 }], nested: { deep: { a: 1 } } };
    expect(deepFreeze(config)).toBe(config);
    expect([config, config.bands, config.bands[0], config.nested.deep].map(Object.isFrozen)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('leaves typed arrays as they are, and takes plain values', () => {
    const column = Float64Array.of(1);
    deepFreeze({ column });
    column[0] = 2;
    expect(column[0]).toBe(2);
    expect([deepFreeze(null), deepFreeze(1), deepFreeze('x')]).toEqual([null, 1, 'x']);
  });
});

describe('sameConfig', () => {
  it('is true of equal values in any order of keys, and of a value through JSON', () => {
    expect(sameConfig({ a: 1, b: { c: [1, 2], d: 'x' } }, { b: { d: 'x', c: [1, 2] }, a: 1 })).toBe(true);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const through: unknown = JSON.parse(JSON.stringify(value));
        expect(sameConfig(through, JSON.parse(JSON.stringify(through)))).toBe(true);
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
    [
      { a: 1, b: { c: 1 } },
      { a: 1, b: { c: 2 } },
    ],
    [{}, 'x'],
    [{}, null],
    [{ a: {} }, { a: 0 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    ['1', 1],
  ])('is false of %j and %j', (a, b) => {
    expect(sameConfig(a, b)).toBe(false);
    expect(sameConfig(b, a)).toBe(false);
  });
});
