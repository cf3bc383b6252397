import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIsoTime } from './iso-time.ts';

const time = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2999, 11, 31) });

describe('parseIsoTime', () => {
  it('reads back what the language writes, with T, a blank, or no zone', () => {
    fc.assert(
      fc.property(time, (ms) => {
        const text = new Date(ms).toISOString();
        expect(parseIsoTime(text)).toBe(ms);
        expect(parseIsoTime(text.replace('T', ' '))).toBe(ms);
        expect(parseIsoTime(text.slice(0, -1))).toBe(ms);
      }),
    );
  });

  it('takes a date for its midnight in UTC', () => {
    fc.assert(
      fc.property(time, (ms) => {
        const text = new Date(ms).toISOString().slice(0, 10);
        expect(parseIsoTime(text)).toBe(Math.floor(ms / 86_400_000) * 86_400_000);
      }),
    );
  });

  it('agrees with the language on zones', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const zone = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(time, zone, (ms, [sign, hour, minute]) => {
        const clock = new Date(ms).toISOString().slice(0, -1);
        const expected = Date.parse(`${clock}${sign}${two(hour)}:${two(minute)}`);
        expect(parseIsoTime(`${clock}${sign}${two(hour)}:${two(minute)}`)).toBe(expected);
        expect(parseIsoTime(`${clock}${sign}${two(hour)}${two(minute)}`)).toBe(expected);
      }),
    );
  });

  it.each([
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2024-02-29T12:30', Date.UTC(2024, 1, 29, 12, 30)],
    ['2024-02-29t12:30z', Date.UTC(2024, 1, 29, 12, 30)],
    ['2024-02-29 12:30:05.25', Date.UTC(2024, 1, 29, 12, 30, 5, 250)],
    ['2024-02-29 12:30:05.123456789Z', Date.UTC(2024, 1, 29, 12, 30, 5, 123)],
    ['2024-02-29T12:30+02', Date.UTC(2024, 1, 29, 10, 30)],
    ['2024-02-29T12:30:00-00:30', Date.UTC(2024, 1, 29, 13, 0)],
  ])('reads %s', (text, expected) => {
    expect(parseIsoTime(text)).toBe(expected);
  });

  it.each([
    '',
    '2024',
    '2024-02',
    '2023-02-29',
    '2024-02-30',
    '2024-13-01',
    '2024-00-10',
    '0050-01-01',
    '2024-2-9',
    '24-02-09',
    '2024/02/29',
    '2024-02-29x',
    '2024-02-29T',
    '2024-02-29T24:00',
    '2024-02-29T12:60',
    '2024-02-29T12:30:60',
    '2024-02-29T12:30:05.',
    '2024-02-29T12:30Zulu',
    '2024-02-29T12:30+1',
    '2024-02-29T12:30+01:',
    '2024-02-29T12:30+24:00',
    '2024-02-29T12:30 UTC',
    'yesterday',
  ])('refuses %j', (text) => {
    expect(parseIsoTime(text)).toBeNaN();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parseIsoTime(text) === 'number'));
  });
});
