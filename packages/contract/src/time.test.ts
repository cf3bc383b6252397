import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMoment } from './time.ts';

const FROM_1973 = 100_000_000_000;
const TO_2100 = 4_102_444_800_000;

describe('parseMoment', () => {
  it('knows the unit of a number by its magnitude, as the readers of files do, and its bound', () => {
    const ms = Date.UTC(2026, 0, 28, 19);
    for (const text of [`${ms / 1000}`, `${ms}`, `${ms}000`, `${ms}000000`]) expect(parseMoment(text)).toBe(ms);
    expect(parseMoment('99999999999')).toBeDefined();
    expect(parseMoment('9'.repeat(19))).toBeDefined();
    expect(parseMoment('300000000000.5')).toBe(300_000_000_000);
  });

  it('reads epoch ms, epoch s and ISO-8601 of one moment as the same ms [#327]', () => {
    fc.assert(
      fc.property(fc.integer({ min: FROM_1973, max: TO_2100 }), (ms) => {
        expect(parseMoment(String(ms))).toBe(ms);
        expect(parseMoment(new Date(ms).toISOString())).toBe(ms);
        expect(parseMoment(String(Math.floor(ms / 1000)))).toBe(Math.floor(ms / 1000) * 1000);
      }),
    );
  });

  it('reads a zone as minutes east, whatever its spelling', () => {
    const utc = Date.UTC(2024, 1, 29, 10, 30, 15, 250);
    for (const text of [
      '2024-02-29T10:30:15.250Z',
      '2024-02-29T12:30:15.250+02:00',
      '2024-02-29T12:30:15.250 02:00',
      '2024-02-29T05:00:15.250-0530',
      '2024-02-29 10:30:15,250',
      '2024-02-29t10:30:15.2509z',
    ]) {
      expect(parseMoment(text), text).toBe(utc);
    }
    expect(parseMoment('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
    expect(parseMoment('2024-02-29T10:30')).toBe(Date.UTC(2024, 1, 29, 10, 30));
    expect(parseMoment('1700000000.5')).toBe(1_700_000_000_500);
    expect(parseMoment('0')).toBe(0);
  });

  it.each([
    '',
    'now',
    '-5',
    '1e12',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '2024-01-01T24:00Z',
    '2024-01-01T10:60Z',
    '2024-01-01T10:00:60Z',
    '2024-01-01T10:00+15:00',
    '2024-1-1',
    '1969-12-31',
    '99999999999999999999',
  ])('reads no moment in %j', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });
});
