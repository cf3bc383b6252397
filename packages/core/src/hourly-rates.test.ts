import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourlyRates } from './hourly-rates.ts';
import { HOUR_MS } from './interval.ts';

const interval = fc.constantFrom(1, 2, 4, 8);
/** Settlements of a rate per hour, interval by interval. */
const settled = (hours: readonly number[], rate: number, late = 0) => {
  let at = 0;
  const time = [0, ...hours.map((each) => (at += each))].map((each) => each * HOUR_MS + late);
  return { time, value: [hours[0] ?? 8, ...hours].map((each) => rate * each) };
};

describe('hourlyRates', () => {
  it('are the same for the same economics, whatever the intervals are and how often they change', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(interval, fc.integer({ min: 2, max: 6 })), { minLength: 1, maxLength: 6 }),
        fc.double({ min: -1e-3, max: 1e-3, noNaN: true }),
        fc.integer({ min: 0, max: 60_000 }),
        (parts, rate, late) => {
          const { time, value } = settled(
            parts.flatMap(([hours, count]) => Array.from({ length: count }, () => hours)),
            rate,
            late,
          );
          for (const each of hourlyRates(time, value)) expect(each).toBeCloseTo(rate, 15);
        },
      ),
    );
  });

  it('are the same where a venue states the rate of the interval that begins', () => {
    const hours = [8, 8, 8, 8, 4, 4, 4, 4, 1, 1, 1];
    let at = 0;
    const time = hours.map((each) => {
      at += each;
      return (at - each) * HOUR_MS;
    });
    const rates = hourlyRates(
      time,
      hours.map((each) => each / 1e4),
    );
    for (const each of rates) expect(each).toBeCloseTo(1e-4, 15);
  });

  it('take a missing settlement for one, and not for a longer interval', () => {
    fc.assert(
      fc.property(interval, fc.integer({ min: 5, max: 20 }), fc.nat(), (hours, count, place) => {
        const { time, value } = settled(
          Array.from({ length: count }, () => hours),
          1e-4,
        );
        const gone = 2 + (place % (count - 3));
        const rates = hourlyRates(time.toSpliced(gone, 1), value.toSpliced(gone, 1));
        for (const each of rates) expect(each).toBeCloseTo(1e-4, 15);
      }),
    );
  });

  it('are not known of a lone settlement, and of one that is long after all others', () => {
    expect([...hourlyRates([0], [1e-4])]).toEqual([NaN]);
    expect([...hourlyRates([0, 8 * HOUR_MS, 57 * HOUR_MS], [8, 8, 8])]).toEqual([1, 1, NaN]);
    expect(() => hourlyRates([0], [])).toThrow('"value" expected 1 numbers, got 0');
  });
});
