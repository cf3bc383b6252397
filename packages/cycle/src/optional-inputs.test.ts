import { DAY_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionalInputsAt, type KnownSeries } from './optional-inputs.ts';

const days = (count: number, value: (i: number) => number, step = DAY_MS): KnownSeries => ({
  time: Float64Array.from({ length: count }, (_, i) => i * step),
  value: Float64Array.from({ length: count }, (_, i) => value(i)),
});
const at = 100 * DAY_MS;

describe('the optional signals', () => {
  it('are changes over 90 and 7 days, with the time of the last value', () => {
    const level = days(101, (i) => 50 + i);
    expect(optionalInputsAt({ dominance: level, stablecoins: level, openInterest: level }, at)).toEqual({
      domChg90: { value: 90, at },
      stable90: { value: 100 * (150 / 60 - 1), at },
      oiChg7: { value: 100 * (150 / 143 - 1), at },
    });
  });

  it('are the funding of seven days, for a year, in percent', () => {
    const funding = days(301, () => 1e-4, DAY_MS / 3);
    const { funding7 } = optionalInputsAt({ funding }, at);
    expect(funding7!.value).toMatchOracle(100 * 1e-4 * 3 * 365, { rel: 1e-12, abs: 0 });
    expect(funding7!.at).toBe(at);
  });

  it('are not there where the series has nothing, nothing fresh, or no past', () => {
    expect(optionalInputsAt({}, at)).toEqual({});
    const level = days(101, () => 1);
    expect(optionalInputsAt({ dominance: level }, at + 3 * DAY_MS)).toEqual({});
    expect(optionalInputsAt({ dominance: level, openInterest: level }, 80 * DAY_MS)).toEqual({
      oiChg7: { value: 0, at: 80 * DAY_MS },
    });
    expect(optionalInputsAt({ funding: days(5, () => 1e-4) }, 4 * DAY_MS)).toEqual({});
  });

  it('know nothing of the future', () => {
    const level = days(201, (i) => i);
    expect(optionalInputsAt({ dominance: level }, at + DAY_MS / 2)).toEqual({ domChg90: { value: 90, at } });
  });

  it('are the deviation of liquidations from the days before, once thirty of them are known', () => {
    const liquidations = days(101, (i) => (i === 100 ? 50 : i % 3));
    const { liqZ } = optionalInputsAt({ liquidations }, at);
    // A third of the 90 days before each is 0, 1 and 2: the median is 1, and so is the median deviation.
    expect(liqZ).toEqual({ value: (50 - 1) / 1.4826, at });
    const short = (count: number) =>
      optionalInputsAt({ liquidations: days(count, (i) => i % 3) }, (count - 1) * DAY_MS);
    expect(short(30)).toEqual({});
    expect(short(31).liqZ).toBeDefined();
    expect(optionalInputsAt({ liquidations: days(101, () => 7) }, at)).toEqual({});
  });

  const off = (minutes: number): KnownSeries =>
    days(minutes + 1, (i) => (i === 0 ? 1 : i % 2 === 0 ? 0.96 : 1.04), MINUTE_MS);
  it('are the minutes since the price has been off its peg without a return, of the worst of the coins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 100 }), (minutes, rest) => {
        const pegs = [[off(minutes)], [days(minutes + 1, () => 1.029, MINUTE_MS)]];
        const now = (minutes + rest) * MINUTE_MS;
        const { depegMinutes } = optionalInputsAt({ pegs }, now);
        expect(depegMinutes).toEqual({ value: minutes === 0 ? 0 : minutes + rest - 1, at: minutes * MINUTE_MS });
      }),
    );
  });

  it('believe the place that says the least of a coin, and no old price', () => {
    const calm = days(101, () => 1, MINUTE_MS);
    expect(optionalInputsAt({ pegs: [[off(100), calm]] }, 100 * MINUTE_MS).depegMinutes?.value).toBe(0);
    expect(optionalInputsAt({ pegs: [[off(100)]] }, 221 * MINUTE_MS)).toEqual({});
    expect(optionalInputsAt({ pegs: [[]] }, at)).toEqual({});
  });
});
