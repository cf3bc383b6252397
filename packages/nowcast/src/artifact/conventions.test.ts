import { describe, expect, it } from 'vitest';
import { checkGapsConfig, GAPS_V2 } from '../features/gaps.ts';
import { MOST_DEVIATIONS } from '../features/standardize.ts';
import { checkConventions, CONVENTIONS_V1 } from './conventions.ts';

describe('the conventions of a model file', () => {
  it('are those that the README says', () => {
    expect(CONVENTIONS_V1).toMatchObject({ zBound: 6, logOffset: 1e-4, mostCarried: 24, leastReturns: 168 });
    expect(CONVENTIONS_V1.returnHalflives).toEqual({ h6: 6, h24: 24, h48: 48, h360: 360, h720: 720 });
    expect(CONVENTIONS_V1.zBound).toBe(MOST_DEVIATIONS);
  });

  it('are refused where they are not those of the code', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a file gives back
    const read = JSON.parse(JSON.stringify(CONVENTIONS_V1)) as typeof CONVENTIONS_V1;
    expect(() => checkConventions(read)).not.toThrow();
    expect(() => checkConventions({ ...read, logOffset: 1e-3 })).toThrow(/"conventions" expected .*1e-?0*4|0\.0001/);
  });

  it('and hours of gaps that are none are refused', () => {
    expect(() => checkGapsConfig({ ...GAPS_V2, rankHours: -1 })).toThrow(/"rankHours" expected an integer ≥ 0, got -1/);
    expect(() => checkGapsConfig({ ...GAPS_V2, volumeHours: 0.5 })).toThrow(/"volumeHours" expected an integer/);
  });
});
