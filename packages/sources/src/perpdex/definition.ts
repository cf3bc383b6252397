/** Definition of the perp venue, which provides the universe. */

import { ok } from '@barograph/core';
import { defineSource, type SourceDefinition } from '../define-source.ts';
import { streamAddress, webAddress } from '../fields/kinds.ts';
import { accountsOf } from '../fields/values.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { PERPDEX_STATS_URL } from './accounts-config.ts';
import { PERPDEX_URL } from './config.ts';
import { createPerpdexSource, perpdexStreamUrl } from './source.ts';

/** Configuration of the perp venue. */
export interface PerpdexSettings {
  /** Base URL of its requests; implies `live`. */
  readonly perpdexUrl: string | undefined;
  /** Address of its stream. @default derived from the base URL */
  readonly perpdexWsUrl: string | undefined;
  /** Base URL of its statistics. @default derived from the base URL */
  readonly perpdexStatsUrl: string | undefined;
  /** Accounts whose fills show forced closes; optional. */
  readonly liquidators: readonly string[] | undefined;
}

/** Base URL of a live host; undefined for other hosts. */
export function liveUrl({
  live,
  perpdexUrl,
}: Pick<PerpdexSettings, 'perpdexUrl'> & { readonly live: boolean }): string | undefined {
  return perpdexUrl ?? (live ? PERPDEX_URL : undefined);
}

/** Bases of requests and statistics. */
function urlsOf({ perpdexUrl, perpdexStatsUrl }: PerpdexSettings): { readonly url: string; readonly statsUrl: string } {
  const url = perpdexUrl ?? PERPDEX_URL;
  return { url, statsUrl: perpdexStatsUrl ?? (url === PERPDEX_URL ? PERPDEX_STATS_URL : url) };
}

/** The perp venue. It is part of every live market. */
export const PERPDEX: SourceDefinition<PerpdexSettings> = defineSource<PerpdexSettings>({
  id: 'perpdex',
  fields: {
    perpdexUrl: webAddress(
      `\`${PERPDEX_URL}\` with \`--live\``,
      'Base of the requests of the perp venue; setting it means `--live`.',
    ),
    perpdexWsUrl: streamAddress('`/ws` behind `perpdexUrl`', 'Address of the stream of the perp venue.'),
    perpdexStatsUrl: webAddress(
      `\`${PERPDEX_STATS_URL}\` of the venue itself, else \`perpdexUrl\``,
      'Base of the statistics of the perp venue. Its leaderboard names the accounts whose positions are polled.',
    ),
    liquidators: {
      shape: 'ADDRESS[,ADDRESS…]',
      fallback: undefined,
      fallbackText: 'none: no liquidations of the perp venue',
      meaning:
        'Accounts whose fills show forced closes on the perp venue (its liquidators), at most 10; with live data.',
      expected: 'up to 10 different addresses (0x and 40 hexadecimal digits), separated by commas',
      parse: accountsOf,
    },
  },
  feeds: [
    'bars',
    'funding',
    'openInterest',
    'contexts',
    'mids',
    'book',
    'trades',
    'liquidations',
    'accounts',
    'leaderboard',
    'account',
    'accountFills',
  ],
  needs: { liquidations: '--liquidators' },
  loopback: { perpdexUrl: '/perpdex' },
  addresses: (config) => {
    const { url, statsUrl } = urlsOf(config);
    return [
      ['perp venue', url],
      ['statistics of the perp venue', config.positioning ? statsUrl : undefined],
    ];
  },
  open: (config, { clock, log }) => {
    const { perpdexWsUrl, liquidators, positioning } = config;
    const { url, statsUrl } = urlsOf(config);
    const source = createPerpdexSource({
      clock,
      log,
      url,
      wsUrl: perpdexWsUrl ?? perpdexStreamUrl(url),
      meter: createUpstreamMeter('perpdex'),
      ...(liquidators === undefined ? {} : { liquidators }),
      // Without positioning, account states would be unused but take most of the budget.
      ...(positioning ? { statsUrl } : {}),
    });
    return ok([source]);
  },
});
