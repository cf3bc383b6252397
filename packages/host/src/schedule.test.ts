import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { everyHour, nextSlot } from './schedule.ts';

describe('nextSlot', () => {
  it('is the first moment after now at minute 5 of an hour UTC [#580]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
        const slot = nextSlot(now);
        expect(slot % HOUR_MS).toBe(5 * MINUTE_MS);
        expect(slot - now).toBeGreaterThan(0);
        expect(slot - now).toBeLessThanOrEqual(HOUR_MS);
      }),
    );
    expect(nextSlot(Date.UTC(2026, 0, 1, 10, 5))).toBe(Date.UTC(2026, 0, 1, 11, 5));
    expect(nextSlot(Date.UTC(2026, 0, 1, 10, 4, 59))).toBe(Date.UTC(2026, 0, 1, 10, 5));
  });
});

describe('everyHour', () => {
  it('works at every slot of the clock that it is given', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const seen: string[] = [];
    const stop = everyHour(clock, async () => {
      seen.push(new Date(clock.now()).toISOString().slice(11, 16));
    });
    for (const hour of [0, 1, 2]) {
      clock.moveTo(Date.UTC(2026, 0, 1, hour, 30));
      await setImmediate();
    }
    stop();
    clock.moveTo(Date.UTC(2026, 0, 1, 9));
    await setImmediate();
    expect(seen).toEqual(['00:05', '01:05', '02:05']);
  });

  it('makes up the slots that passed during a run by one run', async () => {
    const clock = createManualClock(0);
    let finish = (): void => {};
    let runs = 0;
    everyHour(clock, async () => {
      runs++;
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    clock.moveTo(5 * HOUR_MS);
    expect(runs).toBe(1);
    finish();
    await setImmediate();
    clock.moveTo(6 * HOUR_MS);
    expect(runs).toBe(2);
  });
});
