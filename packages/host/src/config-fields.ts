/** Table of the host's configuration. Flags, environment, file, help and documents are derived from it. */

import { parseMoment } from '@barograph/contract';
import { LAYOUT_NAMES } from '@barograph/files';
import { FORCED_RETENTION_V1, SAMPLE_RETENTION_V1 } from '@barograph/runtime';
import { proxiesOf } from './accounts/client-network.ts';
import { MINT_LIMITS_V1 } from './accounts/mint-limits.ts';
import {
  anyText,
  choiceOf,
  field,
  numberWithin,
  originsOf,
  SOURCE_FIELDS,
  trueOrFalse,
  webUrl,
  type Field,
} from '@barograph/sources';
import type { HostConfig } from './host-config.ts';
import { PAY_FIELDS } from './config-pay-fields.ts';
import { STORE_FIELDS } from './config-store-fields.ts';
import { sealingKeysOf, LOG_LEVELS } from '@barograph/store';

/** Every field, in help order. */
export const CONFIG_FIELDS: { readonly [Name in keyof HostConfig]: Field<HostConfig[Name]> } = {
  host: field('host', {
    shape: 'ADDRESS',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on.',
    expected: 'an address',
    parse: anyText,
  }),
  port: field('port', {
    shape: 'PORT',
    fallback: 8787,
    meaning: 'Port to listen on; 0 takes any free one.',
    expected: 'an integer within 0…65535',
    parse: numberWithin(0, 65_535, true),
  }),
  data: field('data', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'the simulator',
    meaning: "Folder of bar files of the perp venue (CSV, NDJSON, Parquet, also gzip; the name is the coin's).",
    expected: 'a folder',
    parse: anyText,
  }),
  spot: field('spot', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'none',
    meaning: 'Folder of bar files of the spot venue.',
    expected: 'a folder',
    parse: anyText,
  }),
  derivatives: field('derivatives', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'none',
    meaning:
      'Folder of CSV files: funding/COIN.csv and open-interest/COIN.csv of the perps, dvol/COIN.csv of implied volatility, long-short/COIN.csv of account ratios; the simulator has its own.',
    expected: 'a folder',
    parse: anyText,
  }),
  reference: field('reference', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'none; the simulator has its own',
    meaning:
      'Folder of CSV files of coins, raw categories, unlock schedules, macro series, fear and greed and releases, also in `market`, `events`, `macro` and `sentiment` within it; used in place of the same data of the simulator or live sources.',
    expected: 'a folder',
    parse: anyText,
  }),
  from: field('from', {
    shape: 'TIME',
    fallback: undefined,
    fallbackText: 'the last bar of files; the present for the simulator',
    meaning: 'Start of a replay: epoch ms, epoch s or ISO-8601.',
    expected: 'epoch ms, epoch s or ISO-8601',
    parse: parseMoment,
  }),
  speed: field('speed', {
    shape: 'N',
    fallback: undefined,
    fallbackText: '1',
    meaning: 'Replayed seconds per second, with --from; 0 stops the clock.',
    expected: 'a number within 0…1000000',
    parse: numberWithin(0, 1_000_000, false),
  }),
  seed: field('seed', {
    shape: 'TEXT',
    fallback: 'barograph',
    meaning: 'Seed of the simulator.',
    expected: 'a text',
    parse: anyText,
  }),
  live: field('live', {
    shape: undefined,
    fallback: false,
    meaning: 'Live data of the perp venue, instead of bar files or the simulator.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  ...SOURCE_FIELDS,
  positioning: field('positioning', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning: 'Positions of accounts; with `off` every operation that needs them answers 503 `positioning_disabled`.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  pageSession: field('pageSession', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning:
      'Whether a host with a development key prints a link with a secret, which lets the page read with that key.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  kernels: field('kernels', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning:
      'Hot loops in WebAssembly SIMD; with `off` they run in JavaScript, slower and with the same results to the bit.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  threads: field('threads', {
    shape: 'N',
    fallback: undefined,
    fallbackText: 'one for each core but one, at most 4',
    meaning:
      'Number of worker threads for refreshes and histories; each takes 100 to 300 MB on a large market. Results do not depend on it.',
    expected: 'a whole number from 1 to 64',
    parse: numberWithin(1, 64, true),
  }),
  venues: field('venues', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'none: neutral names, and no links',
    meaning: 'JSON file with names, sites and sign-up links of the venue directory.',
    expected: 'a file',
    parse: anyText,
  }),
  composites: field('composites', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'none',
    meaning:
      'JSON file with your own composites of published numbers, served at `/composites`; with a fault in it the host does not start.',
    expected: 'a file',
    parse: anyText,
  }),
  repair: field('repair', {
    shape: undefined,
    fallback: false,
    meaning: 'Correct bad bar files by the rules bars.v1 instead of refusing them.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  skipBad: field('skipBad', {
    shape: undefined,
    fallback: false,
    meaning: 'Start without bar files that cannot be read, and log each, instead of refusing to start.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  layout: field('layout', {
    shape: LAYOUT_NAMES.join('|'),
    fallback: undefined,
    fallbackText: 'recognised from the rows',
    meaning: 'Layout of bar files without a header, if their rows do not show it.',
    expected: `one of ${LAYOUT_NAMES.join(', ')}`,
    parse: choiceOf(LAYOUT_NAMES),
  }),
  recalibration: field('recalibration', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning:
      'Corrects forecasts of the next day by past outcomes; with `off` they stay as trained. `quant/model` shows which is used.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  models: field('models', {
    shape: 'DIR',
    fallback: 'models',
    meaning:
      'Folder with `manifest.json` and the models that it lists; without a model `/quant` answers 503. The default is also searched in the folders above the host.',
    expected: 'a folder',
    parse: anyText,
  }),
  dataDir: field('dataDir', {
    shape: 'DIR',
    fallback: 'data',
    meaning: 'Folder in which a host without a database URL keeps its own PostgreSQL and the development key.',
    expected: 'a folder',
    parse: anyText,
  }),
  webhooksPrivate: field('webhooksPrivate', {
    shape: undefined,
    fallback: false,
    meaning: 'Allows webhooks to private addresses and over http: only if you trust all callers.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  webhookKey: {
    ...field('webhookKey', {
      shape: 'KEY[,KEY…]',
      fallback: undefined,
      fallbackText: 'none: secrets of webhooks are stored as they are',
      meaning:
        'Keys of 32 random bytes that encrypt the stored secrets of webhooks: the first encrypts, all decrypt; the same for all replicas.',
      expected: '64 hexadecimal digits, several separated by commas',
      parse: sealingKeysOf,
    }),
    isSecret: true,
  },
  ...STORE_FIELDS,
  publicUrl: field('publicUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: 'where it listens',
    meaning: 'Address of the service from outside; confirmation links begin with it.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  pricingUrl: field('pricingUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: 'the index of the service',
    meaning: 'Page that lists the plans; part of every 403.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  smtpUrl: {
    ...field('smtpUrl', {
      shape: 'URL',
      fallback: undefined,
      fallbackText: 'none: no mail is sent, and answers say so',
      meaning: 'Mail server for confirmation mails: `smtp://user:password@host:port` or `smtps://…`.',
      expected: 'a URL that begins with smtp:// or smtps://',
      parse: (value: string) => (/^smtps?:\/\//.test(value) ? value : undefined),
    }),
    isSecret: true,
  },
  mailFrom: field('mailFrom', {
    shape: 'ADDRESS',
    fallback: 'Barograph <barograph@localhost>',
    meaning: 'Sender of confirmation mails.',
    expected: 'an address',
    parse: (value) => (value.includes('@') ? value : undefined),
  }),
  trustedProxies: field('trustedProxies', {
    shape: 'LIST',
    fallback: undefined,
    fallbackText: 'none: the connection is the client',
    meaning: 'Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR networks, separated by commas.',
    expected: 'addresses and CIDR networks, separated by commas',
    parse: (value) => (proxiesOf(value) === undefined ? undefined : value),
  }),
  mintsPerNetwork: field('mintsPerNetwork', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.perNetwork,
    meaning: 'Keys that a client network (IPv4 /24, IPv6 /48) may create per hour.',
    expected: 'an integer within 0…1000000',
    parse: numberWithin(0, 1_000_000, true),
  }),
  mintsPerHour: field('mintsPerHour', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.perHour,
    meaning: 'Keys that all clients together may create per hour.',
    expected: 'an integer within 0…1000000',
    parse: numberWithin(0, 1_000_000, true),
  }),
  mailsPerHour: field('mailsPerHour', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.mailsPerHour,
    meaning: 'Maximum number of confirmation mails per hour; further mails wait in a queue.',
    expected: 'an integer within 0…1000000',
    parse: numberWithin(0, 1_000_000, true),
  }),
  ...PAY_FIELDS,
  corsOrigin: field('corsOrigin', {
    shape: 'ORIGIN[,ORIGIN…]',
    fallback: undefined,
    fallbackText: 'none',
    meaning: 'Origins whose pages may call the service from a browser (`https://example.org`); `*` for every page.',
    expected: '* or origins such as https://example.org, separated by commas',
    parse: originsOf,
  }),
  forcedDays: field('forcedDays', {
    shape: 'N',
    fallback: FORCED_RETENTION_V1.days,
    meaning:
      'Days for which forced closes are kept; never less than totals of 24 hours need, or what no archived file has yet.',
    expected: 'a number within 1…36500',
    parse: numberWithin(1, 36_500, false),
  }),
  sampleDays: field('sampleDays', {
    shape: 'N',
    fallback: SAMPLE_RETENTION_V1.days,
    meaning:
      'Days for which five-minute samples of funding and open interest are kept; longer if no archived file has them yet.',
    expected: `a number within ${SAMPLE_RETENTION_V1.least}…36500`,
    parse: numberWithin(SAMPLE_RETENTION_V1.least, 36_500, false),
  }),
  ledgerDigests: field('ledgerDigests', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'none',
    meaning:
      'File to which the digest of each closed day of the ledger is appended as a JSON line; missing days are added. A copy kept elsewhere proves later that nothing was edited.',
    expected: 'a file',
    parse: anyText,
  }),
  edgeGuard: field('edgeGuard', {
    shape: undefined,
    fallback: false,
    meaning:
      'Answers the default signature of one standard-library client (`Python-urllib`) with an HTML 403 on every path, before the API: for a public edge.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  logLevel: field('logLevel', {
    shape: LOG_LEVELS.join('|'),
    fallback: 'info',
    meaning: 'Lowest level of log lines that are written.',
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    parse: choiceOf(LOG_LEVELS),
  }),
};

/** Name of a field. */
export type FieldName = keyof HostConfig;

/** Names of all fields, in table order. */
export function fieldNames(): FieldName[] {
  const list: FieldName[] = [];
  let name: FieldName;
  for (name in CONFIG_FIELDS) list.push(name);
  return list;
}
