import { describe, expect, it } from 'vitest';
import { CHANGELOG } from './changelog.ts';
import { ENDPOINT_LIST } from './operations.ts';
import { API_PREFIX, API_VERSION } from './version.ts';

/** Operations whose entries describe them without their paths. None is added: a new entry names the path. */
const IN_OTHER_WORDS = [
  'index',
  'openapi',
  'auth.keys.create',
  'auth.keys.revoke',
  'auth.keys.me',
  'auth.resend_verify',
  'auth.keys.rotate',
  'indicators.signum_symbol',
  'indicators.signum_refresh',
  'indicators.technical_refresh',
  'volatility.regime_score',
  'volatility.regime_symbol',
  'quant.regimes_history_file',
  'meme.regime_refresh',
];

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

  it('has every operation in an entry, by its path', () => {
    const changes = CHANGELOG.flatMap((entry) => entry.changes);
    // A sentence may go on after a path, and a path may have a query.
    const words = new Set(changes.flatMap((text) => text.split(/[\s,;:?()]+/).map((word) => word.replace(/\.$/, ''))));
    const named = (path: string): boolean => words.has(path.slice(`${API_PREFIX}/`.length));
    const unnamed = ENDPOINT_LIST.filter(([, { path }]) => path === API_PREFIX || !named(path)).map(([id]) => id);
    expect(
      unnamed.filter((id) => !IN_OTHER_WORDS.includes(id)),
      'an entry of changelog.ts names the path of each, as "Live: meme/regime"',
    ).toEqual([]);
    expect(IN_OTHER_WORDS.filter((id) => !unnamed.includes(id))).toEqual([]);
  });
});
