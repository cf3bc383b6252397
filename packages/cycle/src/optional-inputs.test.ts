import { DAY_MS } from '@barograph/core';
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
});
