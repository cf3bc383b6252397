import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CADENCES_V1, slotAfter, slotBy, type Cadence } from '../src/cadence.ts';

const at = (text: string): number => Date.parse(text);
const CADENCES = Object.entries(CADENCES_V1).filter(
  (entry): entry is [string, Cadence] => typeof entry[1] !== 'string',
);

describe('slots', () => {
  it.each([
    ['everyMinute', '2025-03-01T10:04:59Z', '2025-03-01T10:04:00Z'],
    ['every2Minutes', '2025-03-01T10:05:59Z', '2025-03-01T10:04:00Z'],
    ['every5Minutes', '2025-03-01T10:05:00Z', '2025-03-01T10:05:00Z'],
    ['every15Minutes', '2025-03-01T10:14:59Z', '2025-03-01T10:00:00Z'],
    ['hourly', '2025-03-01T10:04:59Z', '2025-03-01T09:05:00Z'],
    ['hourly', '2025-03-01T10:05:00Z', '2025-03-01T10:05:00Z'],
    ['evening', '2025-03-01T19:59:59Z', '2025-02-28T20:00:00Z'],
    ['evening', '2025-03-01T20:00:00Z', '2025-03-01T20:00:00Z'],
    ['daily', '2025-03-01T23:59:59Z', '2025-03-01T00:00:00Z'],
  ] as const)('%s at %s is %s', (name, now, slot) => {
    expect(slotBy(CADENCES_V1[name], at(now))).toBe(at(slot));
  });

  it('tile time: the slot by now is at most one step old, and the next one is one step on', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CADENCES), fc.integer({ min: 0, max: 4e12 }), ([, cadence], now) => {
        const slot = slotBy(cadence, now);
        expect(slot <= now && now < slot + cadence.step).toBe(true);
        expect(slotAfter(cadence, now)).toBe(slot + cadence.step);
        expect(slotBy(cadence, slot)).toBe(slot);
      }),
    );
  });
});
