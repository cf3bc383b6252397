/** The one table of the host's configuration: flags, environment, file, help and documents come from it. */

import { parseMoment } from '@barograph/contract';
import { LAYOUT_NAMES } from '@barograph/files';
import { ARCHIVE_V1, archivePlace, FORCED_RETENTION_V1, SAMPLE_RETENTION_V1 } from '@barograph/runtime';
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
import { sealingKeysOf, LOG_LEVELS } from '@barograph/store';

/** Every field, in the order of the help. */
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
      'Folder of CSV files of coins, raw categories, unlock schedules, macro series, fear and greed and releases, also in `market`, `events`, `macro` and `sentiment` within it; used before what the simulator or live data say of the same.',
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
    meaning: 'Replayed seconds per second, with --from; 0 stands still.',
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
    meaning: 'Positions of accounts; `off` answers 503 `positioning_disabled` on every operation that is made of them.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  pageSession: field('pageSession', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning:
      'Whether a host with a development key prints a link with a secret, by which the page reads with that key.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  kernels: field('kernels', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning:
      'Hot loops in WebAssembly SIMD, in all threads; `off` computes in JavaScript alone, with the same results to the bit.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  threads: field('threads', {
    shape: 'N',
    fallback: undefined,
    fallbackText: 'a core each but one, at most 4',
    meaning:
      'Worker threads of refreshes and histories; each takes 100 to 300 MB of a large market. Results do not depend on it.',
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
      'JSON file with composites of your own over published numbers, served at `/composites`; a fault in it refuses the start.',
    expected: 'a file',
    parse: anyText,
  }),
  repair: field('repair', {
    shape: undefined,
    fallback: false,
    meaning: 'Mend bar files by the rules of bars.v1 instead of refusing them.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  skipBad: field('skipBad', {
    shape: undefined,
    fallback: false,
    meaning: 'Start without the bar files that cannot be read, each named in the log, instead of refusing to start.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
  layout: field('layout', {
    shape: LAYOUT_NAMES.join('|'),
    fallback: undefined,
    fallbackText: 'what every row confirms',
    meaning: 'What the cells of bar files without a header are, where their rows do not confirm it.',
    expected: `one of ${LAYOUT_NAMES.join(', ')}`,
    parse: choiceOf(LAYOUT_NAMES),
  }),
  recalibration: field('recalibration', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning:
      'What came of the forecasts of the next day moves the next ones; `off` leaves them as training made them. Either way `quant/model` says which.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
  }),
  models: field('models', {
    shape: 'DIR',
    fallback: 'models',
    meaning:
      'Folder with `manifest.json` and the models that it lists; without one `/quant` answers 503. The default is also looked for above the host.',
    expected: 'a folder',
    parse: anyText,
  }),
  dataDir: field('dataDir', {
    shape: 'DIR',
    fallback: 'data',
    meaning: 'Where a host without a database URL keeps its own PostgreSQL and the development key.',
    expected: 'a folder',
    parse: anyText,
  }),
  webhooksPrivate: field('webhooksPrivate', {
    shape: undefined,
    fallback: false,
    meaning: 'Webhooks may go to private addresses, and over http: for a service whose callers are trusted.',
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
  archive: field('archive', {
    shape: 'PLACE',
    fallback: undefined,
    fallbackText: '`archive` in the data folder',
    meaning:
      'Place of the files of archived days, for `/backtesting`: a folder, or `s3://BUCKET/PREFIX` that all replicas share (keys, region and endpoint from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`); `off` writes none.',
    expected: 'a folder, s3://BUCKET/PREFIX or off',
    parse: archivePlace,
  }),
  archiveDays: field('archiveDays', {
    shape: 'N',
    fallback: ARCHIVE_V1.days,
    meaning: 'Days of published snapshots that are kept, for answers of the past (`as_of`); 0 keeps none.',
    expected: 'a number within 0…36500',
    parse: numberWithin(0, 36_500, false),
  }),
  archiveGigabytes: field('archiveGigabytes', {
    shape: 'N',
    fallback: ARCHIVE_V1.bytes / 1e9,
    meaning: 'Most gigabytes of packed snapshots; the oldest make room.',
    expected: 'a number within 0.001…1000000',
    parse: numberWithin(0.001, 1_000_000, false),
  }),
  databaseUrl: {
    ...field('databaseUrl', {
      shape: 'URL',
      fallback: undefined,
      fallbackText: 'a PostgreSQL of its own',
      meaning: 'PostgreSQL 15 or newer, shared by all replicas: `postgres://user:password@host:port/database`.',
      expected: 'a URL that begins with postgres:// or postgresql://',
      parse: (value: string) => (/^postgres(?:ql)?:\/\//.test(value) ? value : undefined),
    }),
    env: 'DATABASE_URL',
    isSecret: true,
  },
  publicUrl: field('publicUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: 'where it listens',
    meaning: 'Where the service is reached from outside; confirmation links begin with it.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  pricingUrl: field('pricingUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: 'the index of the service',
    meaning: 'Where plans are listed; part of every 403.',
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
    meaning: 'Proxies whose `X-Forwarded-For` is believed: addresses and CIDR networks, separated by commas.',
    expected: 'addresses and CIDR networks, separated by commas',
    parse: (value) => (proxiesOf(value) === undefined ? undefined : value),
  }),
  mintsPerNetwork: field('mintsPerNetwork', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.perNetwork,
    meaning: 'Keys that a client network (IPv4 /24, IPv6 /48) may make per hour.',
    expected: 'an integer within 0…1000000',
    parse: numberWithin(0, 1_000_000, true),
  }),
  mintsPerHour: field('mintsPerHour', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.perHour,
    meaning: 'Keys that all together may make per hour.',
    expected: 'an integer within 0…1000000',
    parse: numberWithin(0, 1_000_000, true),
  }),
  mailsPerHour: field('mailsPerHour', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.mailsPerHour,
    meaning: 'Confirmation mails that are sent per hour; what is above waits in the queue.',
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
      'Days of forced closes that are kept; at least what the totals of 24 hours need, and what no archived file has yet.',
    expected: 'a number within 1…36500',
    parse: numberWithin(1, 36_500, false),
  }),
  sampleDays: field('sampleDays', {
    shape: 'N',
    fallback: SAMPLE_RETENTION_V1.days,
    meaning:
      'Days of funding and open interest, sampled every five minutes, that are kept; longer what no archived file has yet.',
    expected: `a number within ${SAMPLE_RETENTION_V1.least}…36500`,
    parse: numberWithin(SAMPLE_RETENTION_V1.least, 36_500, false),
  }),
  ledgerDigests: field('ledgerDigests', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'none',
    meaning:
      'File that gets a JSON line with the digest of each closed day of the ledger, once; days that it lacks are added. A copy kept elsewhere proves later that nothing was edited.',
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
    meaning: 'Least severe log lines that are written.',
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    parse: choiceOf(LOG_LEVELS),
  }),
};

/** Name of a field. */
export type FieldName = keyof HostConfig;

/** Every field's name, in the order of the table. */
export function fieldNames(): FieldName[] {
  const list: FieldName[] = [];
  let name: FieldName;
  for (name in CONFIG_FIELDS) list.push(name);
  return list;
}
