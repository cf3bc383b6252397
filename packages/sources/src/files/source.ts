/** Files as a source. */

import { FEED_NAMES, type Feeds } from '../market/feeds.ts';
import { settledState, type Source } from '../market/source.ts';
import { createFilesBars, type BarSeries } from './bars.ts';
import { createFilesPairs } from './pairs.ts';

/**
 * Bars of files, those of the spot venue as pairs too, and derivatives where there are files of them.
 *
 * @param series each (venue, symbol) once, times aligned.
 * @example
 * const source = createFilesSource([{ symbol: 'BTC', venue: 'perpdex_perp', interval: '1h', bars }]);
 */
export function createFilesSource(series: readonly BarSeries[], derivatives: Partial<Feeds> = {}): Source {
  const bars = createFilesBars(series);
  const feeds: Partial<Feeds> = { bars: bars.feed, ...createFilesPairs(series), ...derivatives };
  const names = FEED_NAMES.filter((name) => feeds[name] !== undefined);
  return {
    id: 'files',
    kind: 'files',
    feeds,
    start: async () => undefined,
    close: async () => undefined,
    state: (asOf) => settledState(names, asOf, bars.coverage(asOf)),
  };
}
