import { HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinedPast } from '../../../src/producers/quant/predecessor.ts';
import { computedHour } from '../../../src/producers/quant/history.ts';
import type { Past } from '../../../src/producers/quant/past.ts';

/** A past of consecutive hours whose numbers say where they come from; the first `warming` may not be published. */
function pastOf(from: number, length: number, warming: number, mark: number): Past {
  const hours = Array.from({ length }, (_, i) => i);
  const table = Float64Array.from({ length: length * REGIMES.length }, (_, i) => mark + i);
  const column = Float64Array.from(hours, (i) => mark + i);
  const time = Float64Array.from(hours, (i) => (from + i) * HOUR_MS);
  const label = Int8Array.from(hours, (i) => (i < warming ? -1 : i % REGIMES.length));
  const rows = { length, time, label, confidence: column, rawConfidence: column, now: table, h4: table, h24: table };
  const provenance = [{ feed: 'bars', source: `s${mark}`, kind: 'files', asOf: mark, isFresh: true } as const];
  return { rows, published: Uint8Array.from(hours, (i) => Number(i >= warming)), provenance };
}
const hoursOf = (past: Past) => Array.from({ length: past.rows.length }, (_, i) => computedHour(past, i, 'm'));

describe('a past with a predecessor', () => {
  it('is the hours of the predecessor up to its own first label, then its own, each once and in order', () => {
    const sizes = fc.record({
      predecessorFrom: fc.nat({ max: 20 }),
      predecessorLength: fc.integer({ min: 1, max: 60 }),
      predecessorWarming: fc.nat({ max: 10 }),
      from: fc.nat({ max: 40 }),
      length: fc.integer({ min: 1, max: 40 }),
      warming: fc.nat({ max: 10 }),
    });
    fc.assert(
      fc.property(sizes, ({ predecessorFrom, predecessorLength, predecessorWarming, from, length, warming }) => {
        const predecessor = pastOf(predecessorFrom, predecessorLength, predecessorWarming, 1_000);
        const past = pastOf(from, length, warming, 9_000);
        const seam = (from + warming) * HOUR_MS;
        const isOlder = predecessorFrom + predecessorWarming < from + warming;
        const isUseful = warming < length && predecessorWarming < predecessorLength && isOlder;
        const sources = joinedPast(predecessor, past).provenance.map(({ source }) => source);
        expect(sources).toEqual(isUseful ? ['s9000', 's1000'] : ['s9000']);
        const want = isUseful
          ? [
              ...hoursOf(predecessor).filter(({ time }) => time < seam),
              ...hoursOf(past).filter(({ time }) => time >= seam),
            ]
          : hoursOf(past);
        expect(hoursOf(joinedPast(predecessor, past))).toEqual(want);
      }),
    );
  });

  it('is itself without one', () => {
    const past = pastOf(0, 10, 3, 0);
    expect(joinedPast(undefined, past)).toBe(past);
  });
});
