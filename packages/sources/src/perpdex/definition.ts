/** The perp venue, which brings the universe, as a host registers it. */

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
  /** Base of its requests; given, it stands for `live` too. */
  readonly perpdexUrl: string | undefined;
  /** Address of its stream; undefined: it follows from the base. */
  readonly perpdexWsUrl: string | undefined;
  /** Base of its statistics; undefined: it follows from the base of its requests. */
  readonly perpdexStatsUrl: string | undefined;
  /** Accounts whose fills tell of forced closes; undefined: none are known. */
  readonly liquidators: readonly string[] | undefined;
}

/** Base of the requests of a host that is live; undefined of any other. */
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
      'Base of the statistics of the perp venue, whose leaderboard names the accounts that are followed.',
    ),
    liquidators: {
      shape: 'ADDRESS[,ADDRESS…]',
      fallback: undefined,
      fallbackText: 'none: no liquidations of the perp venue',
      meaning:
        'Accounts whose fills are asked for to learn of forced closes on the perp venue, with live data: its liquidators first, at most 10.',
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
      // Nobody would read the states that most of the budget is spent on.
      ...(positioning ? { statsUrl } : {}),
    });
    return ok([source]);
  },
});
