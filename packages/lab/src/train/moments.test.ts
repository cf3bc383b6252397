import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmission } from '@barograph/nowcast/parts';
import { addMoments, createMoments } from './moments.ts';

const ROUNDING = { rel: 1e-12, abs: 1e-10 };

/** Numbers within ±1, the same in every run. */
function numbers(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 1_073_741_823.5 - 1;
}

describe('weighted moments', () => {
  it('are the plain sums over rows, whatever the number of features and rows', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat({ max: 1e6 }),
          d: fc.integer({ min: 1, max: 9 }),
          length: fc.constantFrom(1, 7, 256, 300, 513),
          nu: fc.constantFrom(3, 5, Infinity),
          each: fc.constantFrom(1, 0.25),
        }),
        ({ seed, d, length, nu, each }) => {
          const [draw, states] = [numbers(seed), 2];
          const columns = Array.from({ length: d }, () => Float64Array.from({ length }, draw));
          for (const column of columns) if (length > 5) column[5] = NaN;
          const lower = Float64Array.from({ length: states * d * d }, (_, at) =>
            Number((at % (d * d)) % (d + 1) === 0),
          );
          const emission = createEmission(Float64Array.from({ length: states * d }, draw), lower, d, nu, 1);
          const gamma = Float64Array.from({ length: length * states }, () => Math.abs(draw()));
          const distances = Float64Array.from({ length: length * states }, (_, at) =>
            Number.isNaN(columns[0]![at % length]!) ? NaN : 4 + 4 * draw(),
          );

          const moments = createMoments(emission, 'full');
          addMoments(columns, emission, gamma, distances, each, moments);
          const { occupancy, weight, first, second } = moments;
          for (let k = 0; k < states; k++) {
            const sums = new Float64Array(2 + d + d * d);
            for (let t = 0; t < length; t++) {
              const distance = distances[k * length + t]!;
              if (Number.isNaN(distance)) continue;
              const probability = each * gamma[t * states + k]!;
              const u = nu === Infinity ? probability : (probability * (nu + d)) / (nu + distance);
              const y = columns.map((column, i) => column[t]! - emission.means[k * d + i]!);
              const products = y.flatMap((a, i) => y.map((b, j) => (j <= i ? u * a * b : 0)));
              [probability, u, ...y.map((a) => u * a), ...products].forEach(
                (value, at) => (sums[at] = sums[at]! + value),
              );
            }
            const ours = [
              occupancy[k]!,
              weight[k]!,
              ...first.subarray(k * d, (k + 1) * d),
              ...second.subarray(k * d * d, (k + 1) * d * d),
            ];
            expect(ours).toMatchOracle([...sums], ROUNDING);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
