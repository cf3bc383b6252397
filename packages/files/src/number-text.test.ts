/// <reference types="node" />

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from './number-text.ts';

function parse(text: string): number {
  const bytes = Buffer.from(`x${text}y`); // the neighbours must not be looked at
  return parseNumber(bytes, 1, bytes.length - 1);
}

const digit = fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
const digits = (most: number): fc.Arbitrary<string> =>
  fc.array(digit, { maxLength: most }).map((each) => each.join(''));

describe('parseNumber equals Number(text)', () => {
  it('for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => Object.is(parse(text), Number(text))));
  });

  it('for texts made of what numbers are made of', () => {
    const part = fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', 'E', 'x', ' ', '_', ',', '٣', 'Infinity', 'NaN');
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (each) => Object.is(parse(each), Number(each))),
      { numRuns: 5000 },
    );
  });

  it('for decimals of any length, on both sides of the fast path', () => {
    const decimal = fc
      .tuple(fc.constantFrom('', '-', '+'), digits(25), fc.constantFrom('', '.'), digits(40))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(decimal, (text) => Object.is(parse(text), Number(text))),
      { numRuns: 5000 },
    );
  });

  it('for every double as the language prints it', () => {
    fc.assert(
      fc.property(fc.double(), (value) => Object.is(parse(String(value)), Number(String(value)))),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740992], // 2^53 + 1 is no double: the tie goes to even
    ['90071992547409.93', 90071992547409.94], // 16 digits: more than 53 bits

    ['0.0000000000000000000001', 1e-22],
    ['0.00000000000000000000001', 1e-23],
    ['00000000000000000000000000001.5', 1.5],
    ['-0', -0],
    ['-.5', -0.5],
    ['5.', 5],
    ['1e-8', 1e-8],
    ['', 0],
    ['.', NaN],
    ['-', NaN],
    ['1.2.3', NaN],
    ['12abc', NaN],
  ])('%j is %d', (text, expected) => {
    expect(parse(text)).toBe(expected);
  });
});
