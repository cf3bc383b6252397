/** Settings of a view in the address. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Place {
  readonly path: string;
  readonly parts: readonly string[];
  readonly settings: ReadonlyMap<string, string>;
}
interface Places {
  readonly placeOf: (hash: string) => Place;
  readonly withSettings: (hash: string, changes: Readonly<Record<string, string | undefined>>) => string;
  readonly settingOf: (
    text: string | undefined,
    allowed: readonly string[] | ((text: string) => unknown),
    fallback: unknown,
  ) => unknown;
}

// The page's own script, which has no types.
const { placeOf, withSettings, settingOf } = (await import(
  new URL('../src/js/place.mjs', import.meta.url).href
)) as Places;

const name = fc.stringMatching(/^[a-z]{1,8}$/);
const value = fc.string({ maxLength: 64, unit: 'grapheme' });

describe('an address', () => {
  it.each([
    ['', '', ['']],
    ['#/', '', ['']],
    ['#/coin/BTC', 'coin/BTC', ['coin', 'BTC']],
    ['#/coin/A%2FB?tf=4h', 'coin/A%2FB', ['coin', 'A/B']],
    ['#/coin/%E0%A4%A', 'coin/%E0%A4%A', ['coin', '%E0%A4%A']],
  ])('%s has its path and its parts', (hash, path, parts) => {
    expect(placeOf(hash)).toMatchObject({ path, parts });
  });

  it('keeps every setting that it is given, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), name, value, (settings, changed, to) => {
        fc.pre([...Object.values(settings), to].every((text) => text.length <= 64));
        const hash = withSettings('#/coin/BTC', settings);
        expect(Object.fromEntries(placeOf(hash).settings)).toEqual({ ...settings });
        const next = withSettings(hash, { [changed]: to });
        expect(Object.fromEntries(placeOf(next).settings)).toEqual({ ...settings, [changed]: to });
        expect(placeOf(next).parts).toEqual(['coin', 'BTC']);
        const rest = Object.fromEntries(Object.entries(settings).filter(([key]) => key !== changed));
        expect(Object.fromEntries(placeOf(withSettings(next, { [changed]: undefined })).settings)).toEqual(rest);
      }),
    );
  });

  it('takes nothing that is not allowed, and nothing long', () => {
    fc.assert(
      fc.property(value, (text) => {
        fc.pre(!['1h', '4h'].includes(text));
        expect(settingOf(text, ['1h', '4h'], '4h')).toBe('4h');
      }),
    );
    expect(settingOf('1h', ['1h', '4h'], '4h')).toBe('1h');
    expect(settingOf('12', (text) => (/^\d+$/.test(text) ? Number(text) : undefined), 0)).toBe(12);
    expect(settingOf('x', (text) => (/^\d+$/.test(text) ? Number(text) : undefined), 0)).toBe(0);
    expect(placeOf(`#/?q=${'a'.repeat(65)}&q=b`).settings.get('q')).toBe('b');
    expect(placeOf('#/?tf=4h&tf=1d').settings.get('tf')).toBe('4h');
  });
});
