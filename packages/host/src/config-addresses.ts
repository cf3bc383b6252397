/** Addresses of the venues that a configuration asks for. */

import type { HostConfig } from './config-fields.ts';
import { CEXA_FUTURES_URL, CEXA_URL, CEXA_WS_URL } from './market/cexa/config.ts';
import { OPTIONS_URL } from './market/options/config.ts';
import { PERPDEX_STATS_URL } from './market/perpdex/accounts-config.ts';
import { PERPDEX_URL } from './market/perpdex/config.ts';

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

/** Addresses of the large exchange. */
export interface CexaAddresses {
  readonly url: string;
  readonly futuresUrl: string;
  readonly wsUrl: string;
}

/**
 * Addresses of the large exchange; undefined: it is not asked. A perp venue at another address brings no real pairs, and an
 * address of its spot market alone brings the others below it.
 */
export function cexaAddressesOf({
  live,
  perpdexUrl,
  cexaUrl,
  cexaFuturesUrl,
  cexaWsUrl,
}: Pick<HostConfig, 'live' | 'perpdexUrl' | 'cexaUrl' | 'cexaFuturesUrl' | 'cexaWsUrl'>): CexaAddresses | undefined {
  const url = cexaUrl ?? (live && perpdexUrl === undefined ? CEXA_URL : undefined);
  if (url === undefined) return undefined;
  const futuresUrl = cexaFuturesUrl ?? (url === CEXA_URL ? CEXA_FUTURES_URL : url);
  const wsUrl = cexaWsUrl ?? (futuresUrl === CEXA_FUTURES_URL ? CEXA_WS_URL : futuresUrl.replace(/^http/, 'ws'));
  return { url, futuresUrl, wsUrl };
}
