/** Addresses of outside sources that follow from the configuration of a host. */

import type { HostConfig } from './config-fields.ts';
import { COINS_URL } from './market/coins/config.ts';
import { OPTIONS_URL } from './market/options/config.ts';
import { PERPDEX_STATS_URL } from './market/perpdex/accounts-config.ts';
import { PERPDEX_URL } from './market/perpdex/config.ts';
import { UNLOCKS_URL } from './market/unlocks/config.ts';

/** Base of the perp venue's requests, of a host that is live. */
export function liveUrl({ live, perpdexUrl }: Pick<HostConfig, 'live' | 'perpdexUrl'>): string | undefined {
  return perpdexUrl ?? (live ? PERPDEX_URL : undefined);
}

/** Base of the statistics of a perp venue whose requests have the base `url`. */
export function statsUrl(url: string, { perpdexStatsUrl }: Pick<HostConfig, 'perpdexStatsUrl'>): string {
  return perpdexStatsUrl ?? (url === PERPDEX_URL ? PERPDEX_STATS_URL : url);
}

/** Base of the options venue's requests; undefined: it is not asked. A perp venue at another address brings no real options. */
export function optionsUrlOf({
  live,
  perpdexUrl,
  optionsUrl,
}: Pick<HostConfig, 'live' | 'perpdexUrl' | 'optionsUrl'>): string | undefined {
  return optionsUrl ?? (live && perpdexUrl === undefined ? OPTIONS_URL : undefined);
}

/** Bases of the sources of coins and unlock schedules, as {@link optionsUrlOf} has it; none beside files of them. */
export function referenceUrlsOf({
  live,
  perpdexUrl,
  coinsUrl,
  unlocksUrl,
  reference,
}: Pick<HostConfig, 'live' | 'perpdexUrl' | 'coinsUrl' | 'unlocksUrl' | 'reference'>): {
  readonly coins: string | undefined;
  readonly unlocks: string | undefined;
} {
  if (reference !== undefined) return { coins: undefined, unlocks: undefined };
  const isReal = live && perpdexUrl === undefined;
  return {
    coins: coinsUrl ?? (isReal ? COINS_URL : undefined),
    unlocks: unlocksUrl ?? (isReal ? UNLOCKS_URL : undefined),
  };
}
