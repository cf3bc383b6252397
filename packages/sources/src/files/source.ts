/** Files as a source. */

import { FEED_NAMES, type Feeds } from '../market/feeds.ts';
import { settledState, type Source } from '../market/source.ts';
import { createFilesBars, type BarSeries } from './bars.ts';
import { createFilesPairs } from './pairs.ts';

/**
 * Creates a source of file bars, with spot series also as pairs, and of derivatives.
 *
 * @param series unique by venue and symbol, times aligned to the interval.
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
