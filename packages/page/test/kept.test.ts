/** Answers that a tab keeps. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Entry = readonly [string, object | null];
interface Kept {
  readonly packed: (entries: readonly Entry[], about: object, most?: number, mostOfOne?: number) => string;
  readonly unpacked: (text: string | null) => {
    readonly about: unknown;
    readonly answers: ReadonlyMap<string, unknown>;
  };
}

// The page's own script, which has no types.
const { packed, unpacked } = (await import(new URL('../src/js/kept.mjs', import.meta.url).href)) as Kept;

const entries = fc.uniqueArray(
  fc.tuple(
    fc.string(),
    fc.oneof(fc.constant(null), fc.record({ as_of: fc.nat(), text: fc.string({ maxLength: 60 }) })),
  ),
  { selector: ([key]) => key, maxLength: 20 },
);

describe('kept answers', () => {
  it('come back as they were while there is room', () => {
    fc.assert(
      fc.property(entries, fc.integer(), (some, offset) => {
        const { about, answers } = unpacked(packed(some, { offset }));
        expect(about).toEqual({ offset });
        expect([...answers]).toEqual(some);
      }),
    );
  });

  it('are those in front that fit, within the bound, and never a part of one', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 40, max: 900 }), (some, most) => {
        const text = packed(some, {}, most, 80);
        expect(text.length).toBeLessThanOrEqual(most);
        const { answers } = unpacked(text);
        for (const [key, data] of some) if (answers.has(key)) expect(answers.get(key)).toEqual(data);
        const [first] = some;
        const size = JSON.stringify(first ?? '').length;
        if (first !== undefined && size <= 80 && size + 40 <= most) expect(answers.has(first[0])).toBe(true);
      }),
    );
  });

  it('are none in any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constant(null)), (text) => {
        fc.pre(!(text ?? '').includes('"answers":['));
        expect([...unpacked(text).answers]).toEqual([]);
      }),
    );
  });
});
