import { describe, expect, it } from 'vitest';
import { assertClosedBy, assertNextBar, isStaleDay } from './bar-times.ts';
import { candlesOf } from './candles-of.ts';
import { DAY_MS, HOUR_MS } from './interval.ts';

const at = (time: number) => ({ time, open: 2, high: 3, low: 1, close: 2, volume: 0 });

describe('assertNextBar', () => {
  it('takes a whole hour and a whole day after the last', () => {
    expect(() => assertNextBar(at(HOUR_MS), 'hour')).not.toThrow();
    expect(() => assertNextBar(at(HOUR_MS), 'hour', 0)).not.toThrow();
    expect(() => assertNextBar(at(DAY_MS), 'day', 0)).not.toThrow();
  });

  it.each([
    ['hour', 1, 0, '"time" expected a full hour after 0, got 1'],
    ['hour', HOUR_MS, HOUR_MS, `"time" expected a full hour after ${HOUR_MS}, got ${HOUR_MS}`],
    ['day', HOUR_MS, 0, `"time" expected a full day after 0, got ${HOUR_MS}`],
    ['day', HOUR_MS, undefined, `"time" expected a full day after -Infinity, got ${HOUR_MS}`],
  ] as const)('refuses a %s at %d after %s', (unit, time, last, message) => {
    expect(() => assertNextBar(at(time), unit, last)).toThrow(message);
  });

  it('refuses what is no bar', () => {
    expect(() => assertNextBar({ ...at(0), low: 0 }, 'hour')).toThrow('"low" expected a finite price > 0, got 0');
  });
});

describe('assertClosedBy', () => {
  it('takes no bars, and a last bar that closes at the moment; not one that closes after it', () => {
    expect(() => assertClosedBy('hourly', candlesOf([]), HOUR_MS, 0)).not.toThrow();
    expect(() => assertClosedBy('hourly', candlesOf([at(0)]), HOUR_MS, HOUR_MS)).not.toThrow();
    expect(() => assertClosedBy('hourly', candlesOf([at(0)]), HOUR_MS, HOUR_MS - 1)).toThrow(
      `"hourly" expected bars closed by ${HOUR_MS - 1}, got one that closes at ${HOUR_MS}`,
    );
  });
});

describe('isStaleDay', () => {
  it('counts from the end of the day', () => {
    expect(isStaleDay(0, 2, 3 * DAY_MS)).toBe(false);
    expect(isStaleDay(0, 2, 3 * DAY_MS + 1)).toBe(true);
    expect(isStaleDay(null, 2, 0)).toBe(true);
  });
});
