import { DAY_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { isScheduled, MACRO_CALENDAR_V1, scheduledReleases } from './releases.ts';

const all = scheduledReleases();
const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 16);
const at = (print: string, from: string, to: string, asOf = to): readonly string[] =>
  all
    .filter((one) => one.print === print && one.time > Date.parse(from) && one.time <= Date.parse(to))
    .filter((one) => isScheduled(one, Date.parse(asOf)))
    .map(({ time }) => isoOf(time));

describe('the shipped calendar of releases', () => {
  it('is in order, each print of a day once, on weekdays, and names its publisher', () => {
    const keys = all.map(({ print, time }) => `${print} ${isoOf(time).slice(0, 10)}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [i, { time, knownAt, withdrawnAt, publisher }] of all.entries()) {
      expect(time).toBeGreaterThanOrEqual(all[i - 1]?.time ?? 0);
      expect([0, 6]).not.toContain(new Date(time).getUTCDay());
      expect(knownAt).toBeLessThan(time);
      expect(withdrawnAt ?? 0).toBeLessThan(time);
      expect(publisher).toMatch(/^(?:Federal Reserve|BLS|BEA)$/);
    }
    expect(MACRO_CALENDAR_V1.version).toBe('macro-releases/2026.11.1');
  });

  it('has eight decisions a year, six to eight weeks apart, and twelve of each report', () => {
    for (const year of [2022, 2023, 2024, 2025, 2026]) {
      const days = at('FOMC', `${year}-01-01`, `${year}-12-31`).map((iso) => Date.parse(`${iso}Z`) / DAY_MS);
      expect(days).toHaveLength(8);
      for (let i = 1; i < 8; i++) expect(days[i]! - days[i - 1]!).toBeGreaterThanOrEqual(35);
    }
    for (const print of ['CPI', 'NFP', 'PCE', 'GDP']) {
      for (const year of [2022, 2023, 2024]) expect(at(print, `${year}-01-01`, `${year}-12-31`)).toHaveLength(12);
    }
  });

  it('is by the clock of New York, in winter and in summer', () => {
    expect(at('FOMC', '2026-01-01', '2026-04-01')).toEqual(['2026-01-28T19:00', '2026-03-18T18:00']);
    expect(at('NFP', '2024-02-15', '2024-04-30')).toEqual(['2024-03-08T13:30', '2024-04-05T12:30']);
    expect(at('PCE', '2025-04-15', '2025-05-15')).toEqual(['2025-04-30T14:00']);
  });

  it('knows a date no earlier than it was announced, and forgets one that fell away', () => {
    const autumn = (asOf: string): readonly string[] => at('CPI', '2025-10-01', '2025-12-31', asOf);
    expect(autumn('2025-10-05').map((iso) => iso.slice(5, 10))).toEqual(['10-15', '11-13', '12-10']);
    expect(autumn('2025-10-12').map((iso) => iso.slice(5, 10))).toEqual(['10-24', '11-13', '12-10']);
    expect(autumn('2025-12-31').map((iso) => iso.slice(5, 10))).toEqual(['10-24', '12-18']);
    expect(at('FOMC', '2024-01-01', '2024-02-15', '2023-11-30')).toEqual([]);
    expect(at('FOMC', '2024-01-01', '2024-02-15', '2023-12-02')).toHaveLength(1);
  });
});
