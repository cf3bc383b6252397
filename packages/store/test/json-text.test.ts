import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../src/json-text.ts';

describe('JSON for the database', () => {
  it('is plain JSON for everything that PostgreSQL can hold', () => {
    const wellFormed = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(wellFormed, fc.oneof(wellFormed, fc.double(), fc.boolean())), (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each([
    ['a NUL', 'a\0b', '"a\u{FFFD}b"'],
    ['half a pair', 'a\u{D83D}b', '"a\u{FFFD}b"'],
    ['a NUL in a name', { 'x\0': { 'y\0': ['\0'] } }, '{"x\u{FFFD}":{"y\u{FFFD}":["\u{FFFD}"]}}'],
    ['the escape written out', String.raw`\u0000`, String.raw`"\\u0000"`],
    ['a whole pair', '😀', '"😀"'],
    ['nothing', undefined, 'null'],
    ['no number', Number.NaN, 'null'],
  ])('replaces what PostgreSQL cannot hold: %s', (_, value, text) => {
    expect(jsonText(value)).toBe(text);
  });
});
