import { describe, expect, it } from 'vitest';
import { CHANGELOG } from './changelog.ts';
import { ENDPOINT_LIST } from './operations.ts';
import { API_PREFIX, FIRST_RELEASE } from './version.ts';

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
  'volatility.regime_symbol',
  'quant.regimes_history_file',
  'meme.regime_refresh',
];

describe('CHANGELOG', () => {
  const dates = CHANGELOG.map(({ date }) => date);
  const days = [...new Set(dates)];

  it('stands newest first, each entry with a day of the calendar and a breaking flag [#29]', () => {
    expect(dates).toEqual(dates.toSorted().toReversed());
    for (const { date, breaking, changes } of CHANGELOG) {
      expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
      // a summary is not enough: what breaks says so, and what says so is flagged
      const says = changes.some((text) => text.startsWith('Breaking: '));
      expect([date, changes[0], breaking]).toEqual([date, changes[0], breaking || says]);
      if (breaking && date > FIRST_RELEASE) expect([changes[0], says]).toEqual([changes[0], true]);
    }
  });

  it('knows the version of every additive note, and no note is of a day without its operation in an entry [#31]', () => {
    const noted = ENDPOINT_LIST.flatMap(([, { notes: own, path }]) => own.map(({ date }) => ({ date, path })));
    expect(noted.length).toBeGreaterThan(0);
    for (const { date, path } of noted) {
      expect(days).toContain(date);
      if (date === FIRST_RELEASE) continue;
      const named = CHANGELOG.filter((entry) => entry.date === date).flatMap(({ changes }) => changes);
      expect(named.some((text) => text.includes(path.slice(`${API_PREFIX}/`.length)))).toBe(true);
    }
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
