import { describe, expect, it } from 'vitest';
import { CHANGELOG } from './changelog.ts';
import { ENDPOINT_LIST } from './operations.ts';
import { API_VERSION } from './version.ts';

describe('CHANGELOG', () => {
  it('stands newest first, each entry with a date and a breaking flag [#29]', () => {
    const dates = CHANGELOG.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    for (const { date, breaking, summary } of CHANGELOG) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(typeof breaking).toBe('boolean');
      expect(summary).not.toBe('');
    }
  });

  it('changes together with the version: the newest entry is the current one [#30]', () => {
    expect(CHANGELOG[0]!.date).toBe(API_VERSION);
  });

  it('knows the version of every additive note [#31]', () => {
    const dates = new Set(CHANGELOG.map(({ date }) => date));
    const notes = ENDPOINT_LIST.flatMap(([, { notes: own }]) => own);
    expect(notes.length).toBeGreaterThan(0);
    for (const { date } of notes) expect(dates).toContain(date);
  });
});
