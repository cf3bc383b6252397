/** Addresses of live sources that follow from a configuration. */

import type { SourcesConfig } from './sources-config.ts';
import { CEXA_FUTURES_URL, CEXA_URL, CEXA_WS_URL } from './cexa/config.ts';
import { CEXB_URL, cexbStreamUrl } from './cexb/config.ts';
import { COINS_URL } from './coins/config.ts';
import { DEXB_URL, dexbStreamUrl } from './dexb/config.ts';
import { OPTIONS_URL } from './options/config.ts';
import { MACRO_URLS } from './macro/config.ts';
import type { MacroAddresses } from './macro/source.ts';
import type { MoodAddresses } from './mood/source.ts';
import type { FeedName } from './market/feeds.ts';
import { PERPDEX_STATS_URL } from './perpdex/accounts-config.ts';
import { PERPDEX_URL } from './perpdex/config.ts';
import { CHAIN_URLS } from './pools/config.ts';
import { UNLOCKS_URL } from './unlocks/config.ts';

/** Base of the perp venue's requests, of a host that is live. */
export function liveUrl({ live, perpdexUrl }: Pick<SourcesConfig, 'live' | 'perpdexUrl'>): string | undefined {
  return perpdexUrl ?? (live ? PERPDEX_URL : undefined);
}

/** Base of the statistics of a perp venue whose requests have the base `url`. */
export function statsUrl(url: string, { perpdexStatsUrl }: Pick<SourcesConfig, 'perpdexStatsUrl'>): string {
  return perpdexStatsUrl ?? (url === PERPDEX_URL ? PERPDEX_STATS_URL : url);
}

/** Base of the options venue's requests; undefined: it is not asked. A perp venue at another address brings no real options. */
export function optionsUrlOf({
  live,
  perpdexUrl,
  optionsUrl,
}: Pick<SourcesConfig, 'live' | 'perpdexUrl' | 'optionsUrl'>): string | undefined {
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
}: Pick<SourcesConfig, 'live' | 'perpdexUrl' | 'cexaUrl' | 'cexaFuturesUrl' | 'cexaWsUrl'>): CexaAddresses | undefined {
  const url = cexaUrl ?? (live && perpdexUrl === undefined ? CEXA_URL : undefined);
  if (url === undefined) return undefined;
  const futuresUrl = cexaFuturesUrl ?? (url === CEXA_URL ? CEXA_FUTURES_URL : url);
  const wsUrl = cexaWsUrl ?? (futuresUrl === CEXA_FUTURES_URL ? CEXA_WS_URL : `ws${futuresUrl.slice('http'.length)}`);
  return { url, futuresUrl, wsUrl };
}

/**
 * Bases of the sources of coins and unlock schedules, as {@link optionsUrlOf} has it.
 *
 * @param held feeds that files have: nobody is asked for them.
 */
export function referenceUrlsOf(
  { live, perpdexUrl, coinsUrl, unlocksUrl }: Pick<SourcesConfig, 'live' | 'perpdexUrl' | 'coinsUrl' | 'unlocksUrl'>,
  held: ReadonlySet<FeedName>,
): {
  readonly coins: string | undefined;
  readonly unlocks: string | undefined;
} {
  if (held.has('coins')) return { coins: undefined, unlocks: undefined };
  const isReal = live && perpdexUrl === undefined;
  return {
    coins: coinsUrl ?? (isReal ? COINS_URL : undefined),
    unlocks: unlocksUrl ?? (isReal ? UNLOCKS_URL : undefined),
  };
}

/** Fields with the base of a source about chains. */
export const CHAIN_FIELDS = ['poolsUrl', 'promotionsUrl', 'goplusUrl', 'honeypotUrl', 'rugcheckUrl'] as const;
/** One of them. */
export type ChainField = (typeof CHAIN_FIELDS)[number];

/** Base of the requests of each source about chains; undefined of one that is not asked. */
export function chainUrlsOf(
  config: Pick<SourcesConfig, ChainField | 'livePools'>,
): Readonly<Record<ChainField, string | undefined>> {
  const of = (name: ChainField): string | undefined =>
    config[name] ?? (config.livePools ? CHAIN_URLS[name] : undefined);
  return {
    poolsUrl: of('poolsUrl'),
    promotionsUrl: of('promotionsUrl'),
    goplusUrl: of('goplusUrl'),
    honeypotUrl: of('honeypotUrl'),
    rugcheckUrl: of('rugcheckUrl'),
  };
}

/** Addresses of a venue of requests and one stream. */
export interface VenueAddresses {
  readonly url: string;
  readonly wsUrl: string;
}

/** Addresses of the second perp exchange; undefined: it is not asked. A perp venue at another address brings no real one. */
export function dexbAddressesOf({
  live,
  perpdexUrl,
  dexbUrl,
  dexbWsUrl,
}: Pick<SourcesConfig, 'live' | 'perpdexUrl' | 'dexbUrl' | 'dexbWsUrl'>): VenueAddresses | undefined {
  const url = dexbUrl ?? (live && perpdexUrl === undefined ? DEXB_URL : undefined);
  return url === undefined ? undefined : { url, wsUrl: dexbWsUrl ?? dexbStreamUrl(url) };
}

/** Addresses of the third venue of forced closes, by the same rule. */
export function cexbAddressesOf({
  live,
  perpdexUrl,
  cexbUrl,
  cexbWsUrl,
}: Pick<SourcesConfig, 'live' | 'perpdexUrl' | 'cexbUrl' | 'cexbWsUrl'>): VenueAddresses | undefined {
  const url = cexbUrl ?? (live && perpdexUrl === undefined ? CEXB_URL : undefined);
  return url === undefined ? undefined : { url, wsUrl: cexbWsUrl ?? cexbStreamUrl(url) };
}

/**
 * Bases of the sources of moods and macro series, as {@link optionsUrlOf} has it; gold is asked for where spot pairs are.
 *
 * @param held feeds that files have: nobody is asked for them.
 */
export function outlookAddressesOf(
  config: SourcesConfig,
  held: ReadonlySet<FeedName>,
): { readonly mood: MoodAddresses; readonly macro: MacroAddresses } {
  const isReal = config.live && config.perpdexUrl === undefined;
  const of = (name: keyof typeof MACRO_URLS, feed: FeedName): string | undefined =>
    held.has(feed) ? undefined : (config[name] ?? (isReal ? MACRO_URLS[name] : undefined));
  return {
    mood: { fearGreedUrl: of('fearGreedUrl', 'fearGreed'), cmcUrl: of('cmcUrl', 'fearGreed'), cmcKey: config.cmcKey },
    macro: {
      fredUrl: of('fredUrl', 'macro'),
      fredApiUrl: of('fredApiUrl', 'macroCalendar'),
      fredKey: config.fredKey,
      treasuryUrl: of('treasuryUrl', 'macro'),
      ecbUrl: of('ecbUrl', 'macro'),
      goldUrl: held.has('macro') ? undefined : cexaAddressesOf(config)?.url,
    },
  };
}
