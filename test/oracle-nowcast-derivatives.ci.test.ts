/**
 * Funding and open interest as inputs of the expected volatility against their second implementation,
 * `oracle/nowcast-second-derivatives.ts`, which follows the README and shares no code with it.
 */

import { derivativesOf, hourlyFunding, hourlyLevels } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { derivativeInputs, hourlyInterest, hourlyRates, type Timed } from './oracle/nowcast-second-derivatives.ts';
import { fitOf, type ExpectingFile } from './oracle/nowcast-second-volatility.ts';
import { HOUR_MS } from './oracle/nowcast-second.ts';

const file = JSON.parse(readFileSync('models/nowcast/2026.12.0/model.json', 'utf8')) as ExpectingFile;
const { config } = fitOf(file, 'market').derivatives!;
const HOURS = 200;
const LAST = (HOURS - 1) * HOUR_MS;

/** Values at distances of some hours, on the hour or not, oldest first. */
const seriesOf = (distance: fc.Arbitrary<number>, value: fc.Arbitrary<number>, count: number): fc.Arbitrary<Timed[]> =>
  fc.array(fc.record({ distance, value }), { minLength: count, maxLength: count }).map((steps) => {
    let time = 0;
    return steps.map((step) => {
      time += Math.max(1, Math.round(step.distance * HOUR_MS));
      return { time, value: step.value };
    });
  });
const rates = seriesOf(
  fc.oneof(fc.constantFrom(1, 4, 8), fc.constantFrom(7.999, 8.001), fc.double({ min: 0.1, max: 12, noNaN: true })),
  fc.double({ min: -0.003, max: 0.003, noNaN: true }),
  80,
);
const levels = seriesOf(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0.9, 1) }, { weight: 1, arbitrary: fc.constantFrom(0.5, 2, 1.5) }),
  fc.double({ min: 500, max: 2_000, noNaN: true }),
  220,
);
const columnsOf = (values: readonly Timed[]) => ({
  time: values.map(({ time }) => time),
  value: values.map(({ value }) => value),
});
const known = (values: Float64Array): (number | null)[] => Array.from(values, (x) => (Number.isNaN(x) ? null : x));

it('hours of a settlement and of a level, and the five inputs, agree within 1e-9', () => {
  const seen = { known: 0, unknown: 0 };
  fc.assert(
    fc.property(rates, levels, (settlements, interest) => {
      const fundingRates = hourlyFunding(columnsOf(settlements), LAST, HOURS);
      const openInterest = hourlyLevels(columnsOf(interest), LAST, HOURS);
      const ours = { rates: hourlyRates(settlements, LAST, HOURS), levels: hourlyInterest(interest, LAST, HOURS) };
      const tolerance = { rel: 1e-9, abs: 1e-12 };
      expect(ours).toMatchOracle({ rates: known(fundingRates), levels: known(openInterest) }, tolerance);
      for (let end = config.week; end <= HOURS; end++) {
        const theirs = derivativesOf({
          fundingRates: fundingRates.subarray(0, end),
          openInterest: openInterest.subarray(0, end),
        });
        const inputs = derivativeInputs(config, ours.rates.slice(0, end), ours.levels.slice(0, end));
        expect(inputs).toMatchOracle(theirs, tolerance);
        seen[theirs === null ? 'unknown' : 'known'] += 1;
      }
    }),
    { numRuns: 60, seed: 9 },
  );
  expect(seen.known).toBeGreaterThan(100);
  expect(seen.unknown).toBeGreaterThan(100);
});
