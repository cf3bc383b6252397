/** Fields of live sources: where each is asked, and with what. */

import { field, type Field } from './field.ts';
import { accountsOf, streamUrl, trueOrFalse, webUrl } from './values.ts';
import { CEXA_FUTURES_URL, CEXA_URL, CEXA_WS_URL } from '../cexa/config.ts';
import { CEXB_URL, CEXB_WS_URL } from '../cexb/config.ts';
import { COINS_URL } from '../coins/config.ts';
import type { ChainField } from '../config-addresses.ts';
import { DEXB_URL, DEXB_WS_URL } from '../dexb/config.ts';
import { OPTIONS_URL } from '../options/config.ts';
import { PERPDEX_STATS_URL } from '../perpdex/accounts-config.ts';
import { PERPDEX_URL } from '../perpdex/config.ts';
import { CHAIN_URLS } from '../pools/config.ts';
import { UNLOCKS_URL } from '../unlocks/config.ts';
import type { SourcesConfig } from '../sources-config.ts';

/** Names of these fields. */
type LiveField =
  | 'perpdexUrl'
  | 'perpdexWsUrl'
  | 'perpdexStatsUrl'
  | 'cexaUrl'
  | 'cexaFuturesUrl'
  | 'cexaWsUrl'
  | 'optionsUrl'
  | 'coinsUrl'
  | 'coinsKey'
  | 'unlocksUrl'
  | 'livePools'
  | 'poolsUrl'
  | 'promotionsUrl'
  | 'goplusUrl'
  | 'honeypotUrl'
  | 'rugcheckUrl'
  | 'dexbUrl'
  | 'dexbWsUrl'
  | 'cexbUrl'
  | 'cexbWsUrl'
  | 'liquidators';

/** The base of a source about chains. @param what as in "Base of the requests of the source of pools". */
function chainUrl(name: ChainField, what: string): Field<string | undefined> {
  return field(name, {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${CHAIN_URLS[name]}\` with \`--live-pools\``,
    meaning: `Base of the requests of ${what}; without it and without \`--live-pools\` it is not asked.`,
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  });
}

/** In the order of the help. */
export const LIVE_FIELDS: { readonly [Name in LiveField]: Field<SourcesConfig[Name]> } = {
  perpdexUrl: field('perpdexUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${PERPDEX_URL}\` with \`--live\``,
    meaning: 'Base of the requests of the perp venue; setting it means `--live`.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  perpdexWsUrl: field('perpdexWsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: '`/ws` behind `perpdexUrl`',
    meaning: 'Address of the stream of the perp venue.',
    expected: 'a URL that begins with ws:// or wss://',
    parse: streamUrl,
  }),
  perpdexStatsUrl: field('perpdexStatsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${PERPDEX_STATS_URL}\` of the venue itself, else \`perpdexUrl\``,
    meaning: 'Base of the statistics of the perp venue, whose leaderboard names the accounts that are followed.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  cexaUrl: field('cexaUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${CEXA_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the spot requests of the large exchange, beside live data.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  cexaFuturesUrl: field('cexaFuturesUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${CEXA_FUTURES_URL}\` of the venue itself, else \`cexaUrl\``,
    meaning: 'Base of the futures requests of the large exchange.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  cexaWsUrl: field('cexaWsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${CEXA_WS_URL}\` of the venue itself, else \`cexaFuturesUrl\``,
    meaning: 'Base of the streams of the large exchange, whose forced closes come by one.',
    expected: 'a URL that begins with ws:// or wss://',
    parse: streamUrl,
  }),
  optionsUrl: field('optionsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${OPTIONS_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the requests of the options venue, beside live data.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  coinsUrl: field('coinsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${COINS_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the requests of the source of coins, beside live data; not asked with `reference`.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  coinsKey: {
    ...field('coinsKey', {
      shape: 'KEY',
      fallback: undefined,
      fallbackText: 'none: it is asked without one',
      meaning: "Key of the free plan of the source of coins: the limits of that plan are the key's own.",
      expected: 'a key of 1 to 200 characters without spaces',
      parse: (value: string) => (/^[!-~]{1,200}$/.test(value) ? value : undefined),
    }),
    isSecret: true,
  },
  unlocksUrl: field('unlocksUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${UNLOCKS_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the files of unlock schedules, beside live data; not asked with `reference`.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  livePools: field('livePools', {
    shape: undefined,
    fallback: false,
    meaning:
      'Pools, promotions and checks of tokens from their sources, beside live data or the simulator; without it the simulator has its own.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  poolsUrl: chainUrl('poolsUrl', 'the source of pools'),
  promotionsUrl: chainUrl('promotionsUrl', 'the source of promotions'),
  goplusUrl: chainUrl('goplusUrl', 'GoPlus, which checks tokens'),
  honeypotUrl: chainUrl('honeypotUrl', 'honeypot.is, which simulates trades'),
  rugcheckUrl: chainUrl('rugcheckUrl', 'RugCheck, which checks tokens of solana'),
  dexbUrl: field('dexbUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${DEXB_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the requests of the second perp exchange, beside live data.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  dexbWsUrl: field('dexbWsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${DEXB_WS_URL}\` of the venue itself, else \`/v5/public/linear\` behind \`dexbUrl\``,
    meaning: 'Address of the stream of the second perp exchange, which its forced closes come by.',
    expected: 'a URL that begins with ws:// or wss://',
    parse: streamUrl,
  }),
  cexbUrl: field('cexbUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${CEXB_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the requests of a third venue of forced closes, beside live data.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  cexbWsUrl: field('cexbWsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${CEXB_WS_URL}\` of the venue itself, else \`/ws/v5/public\` behind \`cexbUrl\``,
    meaning: 'Address of the stream of the third venue, which its forced closes come by.',
    expected: 'a URL that begins with ws:// or wss://',
    parse: streamUrl,
  }),
  liquidators: field('liquidators', {
    shape: 'ADDRESS[,ADDRESS…]',
    fallback: undefined,
    fallbackText: 'none: no liquidations of the perp venue',
    meaning:
      'Accounts whose fills are asked for to learn of forced closes on the perp venue, with live data: its liquidators first, at most 10.',
    expected: 'up to 10 different addresses (0x and 40 hexadecimal digits), separated by commas',
    parse: accountsOf,
  }),
};
