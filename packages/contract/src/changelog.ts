/** What changed in the contract, newest first. The newest entry carries the current version. */

import { API_VERSION } from './version.ts';

/** One change of the contract. */
export interface ChangelogEntry {
  /** CalVer of the version that brought the change. */
  readonly date: string;
  /** True when a client written against the version before could break. */
  readonly breaking: boolean;
  readonly summary: string;
  readonly changes: readonly string[];
}

/** A change of the wire adds an entry here and moves {@link API_VERSION} in the same commit. */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    date: API_VERSION,
    breaking: false,
    summary: 'First version of the contract.',
    changes: [
      'Live: index, health, changelog, SIGNUM_RGG list, detail and refresh, perp candles and batch candles.',
      'Every answer names the kind of its data: header X-Data-Source and field data_source.',
      'SIGNUM_RGG rows add symbol, source, plus_di, minus_di, pct_change_24h, quote_volume_24h, range_20d, pegged, settled, stale and config_version.',
      'Candles add as_of, atr_settled_from and, where a source has no bars that fine, status and reason.',
    ],
  },
];
