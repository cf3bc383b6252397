import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNUM_COLORS, type SignumColor } from './color.ts';
import { intraday } from './intraday.ts';

const QUIET = { flipAlert: false, flipAlertReason: null };

describe('intraday against daily', () => {
  it('[#574] alerts when the last four closed hours all differ, and says how', () => {
    expect(intraday('green', ['green', 'grey', 'red', 'red', 'grey'], 4)).toEqual({
      flipAlert: true,
      flipAlertReason: '4x1h mixed (grey,red,red,grey)',
      intradayDisagrees: true,
    });
    expect(intraday('green', ['red', 'red', 'red', 'red'], 4).flipAlertReason).toBe('4x1h red');
  });

  it('does not alert when one of the four agrees, and still says that the last hour disagrees', () => {
    expect(intraday('green', ['green', 'red', 'red', 'grey'], 4)).toEqual({ ...QUIET, intradayDisagrees: true });
    expect(intraday('green', ['red', 'red', 'red', 'green'], 4)).toEqual({ ...QUIET, intradayDisagrees: false });
  });

  it('does not alert on fewer than four coloured hours, or without a daily colour', () => {
    expect(intraday('green', ['red', 'red', 'red'], 4)).toEqual({ ...QUIET, intradayDisagrees: true });
    expect(intraday('green', [null, 'red', 'red', 'red'], 4)).toEqual({ ...QUIET, intradayDisagrees: true });
    expect(intraday('green', [], 4)).toEqual({ ...QUIET, intradayDisagrees: null });
    expect(intraday(null, ['red', 'red', 'red', 'red'], 4)).toEqual({ ...QUIET, intradayDisagrees: null });
  });

  it('alerts exactly when none of the last four is null or the daily colour, whatever came before', () => {
    const color = fc.constantFrom<SignumColor | null>(...SIGNUM_COLORS, null);
    fc.assert(
      fc.property(fc.constantFrom(...SIGNUM_COLORS), fc.array(color, { maxLength: 8 }), (daily, hours) => {
        const last = hours.slice(-4);
        const differ = last.filter((hour) => hour !== null && hour !== daily).length === 4;
        const { flipAlert, flipAlertReason } = intraday(daily, hours, 4);
        expect(flipAlert).toBe(differ);
        expect(flipAlertReason !== null).toBe(differ);
      }),
    );
  });
});
