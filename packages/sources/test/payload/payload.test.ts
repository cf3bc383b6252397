/** Helpers that every adapter reads payloads with. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, itemsAt } from '../../src/upstream/payload/at.ts';
import { digits, exactJson, exactJsonReader } from '../../src/upstream/payload/exact-json.ts';
import { lineOf, webPage } from '../../src/upstream/payload/text.ts';

describe('exact JSON', () => {
  it('keeps every digit of a whole number that a double cannot hold, and changes nothing else [#240]', () => {
    const text =
      '{"supply":18446744073709551615,"small":9007199254740991,"next":9007199254740993,"minus":-99999999999999999999,"e":1e400,"f":12345678901234567890.5,"s":"18446744073709551615","q":"a\\"18446744073709551615"}';
    expect(exactJson(text)).toEqual({
      supply: '18446744073709551615',
      small: 9_007_199_254_740_991,
      next: '9007199254740993',
      minus: '-99999999999999999999',
      e: Infinity,
      f: 12_345_678_901_234_567_890.5,
      s: '18446744073709551615',
      q: 'a"18446744073709551615',
    });
  });

  it('reads any JSON of safe numbers as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, isWide) => {
        const text = JSON.stringify(value, null, isWide ? 2 : 0);
        const unsafe = /\d{16}/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
        fc.pre(!unsafe);
        expect(exactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps the digits of any whole number of a body in pieces', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 1, max: 7 }), (number, size) => {
        const body = Buffer.from(`[${number}, {"n": ${number}}]`);
        const reader = exactJsonReader();
        for (let i = 0; i < body.length; i += size) reader.push(body.subarray(i, i + size));
        const read = reader.end();
        expect(read.ok && digits(at(read.value, 0))).toBe(String(number));
        expect(read.ok && digits(at(read.value, 1, 'n'))).toBe(String(number));
      }),
    );
  });

  it('refuses what is no JSON', () => {
    for (const text of ['', '{', '"open', '{"a":}', '<html>', '[1,]', 'nul', '"18446744073709551615']) {
      const reader = exactJsonReader();
      reader.push(Buffer.from(text));
      expect(reader.end()).toEqual({ ok: false, error: 'expected JSON, got something else' });
    }
  });

  it('knows digits from other numbers', () => {
    expect([digits(0), digits(5), digits('007'), digits('18446744073709551615')]).toEqual(['0', '5', '007', '18446744073709551615']); // prettier-ignore
    for (const bad of [-1, 1.5, 2 ** 53, NaN, '', '-1', '1e5', ' 1', null, undefined, '1'.repeat(81), [1]]) {
      expect(digits(bad)).toBeNull();
    }
  });
});

describe('a line of text', () => {
  it('keeps markup and signs of formulas, and loses what breaks a line or turns its direction', () => {
    expect(lineOf('<b>=1+1</b> | [x](y)', 80)).toBe('<b>=1+1</b> | [x](y)');
    expect(lineOf('a\u0000\r\nb\u2028c\u202Ed\u2066e\u200Ff\u001B[31m', 80)).toBe('a b c d e f [31m');
    expect(lineOf('\uD800x', 80)).toBe('x');
    expect(lineOf('🚀'.repeat(5), 5)).toBe('🚀'.repeat(5));
    for (const nothing of ['', ' \n', '\u202E', 5, null, undefined, {}]) expect(lineOf(nothing, 80)).toBeNull();
  });

  it('has at most as many characters as asked, whole ones, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 90 }), (text, most) => {
        const line = lineOf(text, most) ?? '';
        expect(Array.from(line).length).toBeLessThanOrEqual(most);
        expect(line).not.toMatch(/[\p{Cc}\u202A-\u202E\u2028\u2029]|\p{Cs}/u);
        expect(lineOf(line, most) ?? '').toBe(line);
      }),
    );
    expect(lineOf('x'.repeat(10_000), 80)).toBe(`${'x'.repeat(79)}…`);
  });
});

describe('a web page', () => {
  it('is one over https without a name and password; a script is none', () => {
    expect(webPage('https://example.org/a?b=c#d')).toBe('https://example.org/a?b=c#d');
    for (const bad of [
      'javascript:alert(1)',
      'http://example.org',
      'data:text/html,x',
      'https://u:p@example.org',
      '//example.org',
      'x',
      `https://example.org/${'x'.repeat(400)}`,
      5,
      null,
    ]) {
      expect(webPage(bad)).toBeNull();
    }
  });
});

describe('a place', () => {
  it('is of own fields alone', () => {
    expect(at({ a: [{ b: 5 }] }, 'a', 0, 'b')).toBe(5);
    expect(at({}, 'constructor')).toBeUndefined();
    expect(at('text', 'length')).toBeUndefined();
    expect(at(null, 'a')).toBeUndefined();
    expect(itemsAt({ a: 'text' }, 'a')).toEqual([]);
  });
});
