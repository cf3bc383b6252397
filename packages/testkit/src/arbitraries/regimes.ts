/** Raw regime streams: unsmoothed readings of a classifier. */

import * as fc from 'fast-check';
import { clock, type ClockOptions } from './clock.ts';

/** Reading of a classifier. */
export interface RawRegime<Label> {
  /** Time of the reading, epoch ms. */
  readonly at: number;
  /** Label; null when nothing could be read. */
  readonly label: Label | null;
}

/** Options of {@link rawRegimes}. */
export interface RawRegimesOptions extends ClockOptions {
  /** Whether a reading may be missing (null). @default true */
  readonly missing?: boolean;
}

/**
 * Draws readings in order of arrival: spells of one label, flicker between two, holes. Shrinks towards few readings of
 * the first label, and keeps the promises of {@link clock} about time.
 *
 * @param labels labels, at least one.
 * @example
 * const fc = await import('fast-check');
 * const isInOrder = (readings: readonly RawRegime<string>[]) =>
 *   readings.every(({ at }, i) => i === 0 || at > readings[i - 1]!.at);
 * fc.assert(fc.property(rawRegimes(['bull', 'bear', 'crash'], { gap: 48 }), isInOrder)); // → undefined
 */
export function rawRegimes<Label>(
  labels: readonly Label[],
  options: RawRegimesOptions = {},
): fc.Arbitrary<RawRegime<Label>[]> {
  const label = fc.constantFrom(...labels);
  const spell = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        label,
        other: label,
        length: fc.integer({ min: 1, max: 12 }),
        flickers: fc.constant(false),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        label,
        other: label,
        length: fc.integer({ min: 2, max: 8 }),
        flickers: fc.constant(true),
      }),
    },
  );
  return clock(options).chain((times) =>
    fc
      .record({
        spells: fc.array(spell, { minLength: 1, maxLength: 12, size: 'max' }),
        holes: fc.array(options.missing === false ? fc.constant(1) : fc.nat({ max: 9 }), {
          minLength: times.length,
          maxLength: times.length,
        }),
      })
      .map(({ spells, holes }) => {
        const read = spells.flatMap(({ label: one, other, length, flickers }) =>
          Array.from({ length }, (_, i) => (flickers && i % 2 === 1 ? other : one)),
        );
        // A hole is a 9, so shrinking fills it.
        return times.map((at, i) => ({ at, label: holes[i] === 9 ? null : read[i % read.length]! }));
      }),
  );
}
