/** The one table of the host's configuration: flags, environment, file, help and documents come from it. */

import { parseMoment } from '@barograph/contract';
import { proxiesOf } from './accounts/client-network.ts';
import { MINT_LIMITS_V1 } from './accounts/mint-limits.ts';
import { accountsOf, choice, number, originsOf, text, trueOrFalse, webUrl } from './config-values.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { PERPDEX_STATS_URL } from './market/perpdex/accounts-config.ts';
import { OPTIONS_URL } from './market/options/config.ts';
import { PERPDEX_URL } from './market/perpdex/config.ts';

/** Everything that can be configured. */
export interface HostConfig {
  readonly host: string;
  readonly port: number;
  /** Folder of the perp venue's bar files; undefined: none. */
  readonly data: string | undefined;
  /** Folder of the spot venue's bar files; undefined: none. */
  readonly spot: string | undefined;
  /** Folder of funding and open interest beside the bar files; undefined: none. */
  readonly derivatives: string | undefined;
  /** Start of the replay, epoch ms; undefined: the last bar of files, and no replay of the simulator. */
  readonly from: number | undefined;
  readonly speed: number | undefined;
  readonly seed: string;
  /** Live data of the venues instead of files or the simulator. */
  readonly live: boolean;
  /** Base of the perp venue's requests; given, it stands for `live` too. */
  readonly perpdexUrl: string | undefined;
  /** Address of the perp venue's stream; undefined: it follows from the base. */
  readonly perpdexWsUrl: string | undefined;
  /** Base of the perp venue's statistics; undefined: it follows from the base of its requests. */
  readonly perpdexStatsUrl: string | undefined;
  /** Base of the options venue's requests; undefined: that of the venue itself with `live` alone. */
  readonly optionsUrl: string | undefined;
  /** Accounts whose fills tell of forced closes on the perp venue; undefined: none are known. */
  readonly liquidators: readonly string[] | undefined;
  /** Positions of accounts: who holds what, and where it is forced out. */
  readonly positioning: boolean;
  readonly repair: boolean;
  readonly skipBad: boolean;
  /** Folder of the manifest of models. */
  readonly models: string;
  /** Folder of the host's own data. */
  readonly dataDir: string;
  /** undefined: a PostgreSQL of the host's own. */
  readonly databaseUrl: string | undefined;
  /** undefined: where it listens. */
  readonly publicUrl: string | undefined;
  /** undefined: the service's index. */
  readonly pricingUrl: string | undefined;
  /** undefined: no mail is sent. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Addresses and CIDR networks; undefined: none is trusted. */
  readonly trustedProxies: string | undefined;
  readonly mintsPerNetwork: number;
  readonly mintsPerHour: number;
  readonly mailsPerHour: number;
  /** Origins of pages that may call the service, or `*`; undefined: none. */
  readonly corsOrigin: readonly string[] | undefined;
  readonly logLevel: LogLevel;
}

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

/** One field of the table. */
export interface Field<Value> {
  readonly flag: string;
  readonly env: string;
  /** Notation of the value in the help; a field without one is a switch. */
  readonly shape: string | undefined;
  readonly fallback: Value;
  /** The default in words, where the value itself says too little. */
  readonly fallbackText?: string;
  readonly meaning: string;
  /** Never shown: it carries a password. */
  readonly isSecret?: boolean;
  /** Expected values; part of the error message. */
  readonly expected: string;
  /** undefined when the text is not what is expected. */
  readonly parse: (text: string) => Value | undefined;
}

function field<Value>(name: string, rest: Omit<Field<Value>, 'flag' | 'env'>): Field<Value> {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { flag: `--${words}`, env: `BAROGRAPH_${words.replaceAll('-', '_').toUpperCase()}`, ...rest };
}

/** Every field, in the order of the help. */
export const CONFIG_FIELDS: { readonly [Name in keyof HostConfig]: Field<HostConfig[Name]> } = {
  host: field('host', {
    shape: 'ADDRESS',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on.',
    expected: 'an address',
    parse: text,
  }),
  port: field('port', {
    shape: 'PORT',
    fallback: 8787,
    meaning: 'Port to listen on; 0 takes any free one.',
    expected: 'an integer within 0…65535',
    parse: number(0, 65_535, true),
  }),
  data: field('data', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'the simulator',
    meaning: "Folder of bar files of the perp venue (CSV, NDJSON, Parquet, also gzip; the name is the coin's).",
    expected: 'a folder',
    parse: text,
  }),
  spot: field('spot', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'none',
    meaning: 'Folder of bar files of the spot venue.',
    expected: 'a folder',
    parse: text,
  }),
  derivatives: field('derivatives', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'none',
    meaning:
      'Folder of CSV files: funding/COIN.csv and open-interest/COIN.csv of the perps, dvol/COIN.csv of implied volatility, long-short/COIN.csv of account ratios; the simulator has its own.',
    expected: 'a folder',
    parse: text,
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
    parse: number(0, 1_000_000, false),
  }),
  seed: field('seed', {
    shape: 'TEXT',
    fallback: 'barograph',
    meaning: 'Seed of the simulator.',
    expected: 'a text',
    parse: text,
  }),
  live: field('live', {
    shape: undefined,
    fallback: false,
    meaning: 'Live data of the perp venue, instead of bar files or the simulator.',
    expected: 'true or false',
    parse: trueOrFalse,
  }),
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
    parse: (value) => (/^wss?:\/\/\S+$/.test(value) ? value : undefined),
  }),
  perpdexStatsUrl: field('perpdexStatsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${PERPDEX_STATS_URL}\` of the venue itself, else \`perpdexUrl\``,
    meaning: 'Base of the statistics of the perp venue, whose leaderboard names the accounts that are followed.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  optionsUrl: field('optionsUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${OPTIONS_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: 'Base of the requests of the options venue, beside live data.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
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
  positioning: field('positioning', {
    shape: 'on|off',
    fallback: true,
    fallbackText: 'on',
    meaning: 'Positions of accounts; `off` answers 503 `positioning_disabled` on every operation that is made of them.',
    expected: 'on or off',
    parse: (value) => (value === 'on' ? true : value === 'off' ? false : undefined),
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
  models: field('models', {
    shape: 'DIR',
    fallback: 'models',
    meaning:
      'Folder with `manifest.json` and the models that it lists; without one `/quant` answers 503. The default is also looked for above the host.',
    expected: 'a folder',
    parse: text,
  }),
  dataDir: field('dataDir', {
    shape: 'DIR',
    fallback: 'data',
    meaning: 'Where a host without a database URL keeps its own PostgreSQL and the development key.',
    expected: 'a folder',
    parse: text,
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
    parse: number(0, 1_000_000, true),
  }),
  mintsPerHour: field('mintsPerHour', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.perHour,
    meaning: 'Keys that all together may make per hour.',
    expected: 'an integer within 0…1000000',
    parse: number(0, 1_000_000, true),
  }),
  mailsPerHour: field('mailsPerHour', {
    shape: 'N',
    fallback: MINT_LIMITS_V1.mailsPerHour,
    meaning: 'Confirmation mails that are sent per hour; what is above waits in the queue.',
    expected: 'an integer within 0…1000000',
    parse: number(0, 1_000_000, true),
  }),
  corsOrigin: field('corsOrigin', {
    shape: 'ORIGIN[,ORIGIN…]',
    fallback: undefined,
    fallbackText: 'none',
    meaning: 'Origins whose pages may call the service from a browser (`https://example.org`); `*` for every page.',
    expected: '* or origins such as https://example.org, separated by commas',
    parse: originsOf,
  }),
  logLevel: field('logLevel', {
    shape: LOG_LEVELS.join('|'),
    fallback: 'info',
    meaning: 'Least severe log lines that are written.',
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    parse: choice(LOG_LEVELS),
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

/** The table as Markdown: the host's README carries exactly this. */
export function configTable(): string {
  const rows = fieldNames().map((name) => {
    const { flag, env, shape, fallback, fallbackText, meaning } = CONFIG_FIELDS[name];
    const usage = shape === undefined ? flag : `${flag} ${shape.replaceAll('|', '\\|')}`;
    return `| \`${name}\` | \`${usage}\` | \`${env}\` | ${fallbackText ?? `\`${String(fallback)}\``} | ${meaning} |`;
  });
  return ['| field | flag | environment | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The configuration as the log may show it. */
export function shownConfig(config: HostConfig): Readonly<Record<string, unknown>> {
  const shown = (name: FieldName): unknown =>
    CONFIG_FIELDS[name].isSecret === true && config[name] !== undefined ? '[hidden]' : config[name];
  return Object.fromEntries(fieldNames().map((name) => [name, shown(name)]));
}

/** Text of `--help`. @param words the commands beside serving, with what they do. */
export function helpText(words: readonly string[] = []): string {
  const rows = fieldNames().map((name) => {
    const { flag, env, shape, fallback, fallbackText, meaning } = CONFIG_FIELDS[name];
    const usage = shape === undefined ? flag : `${flag} ${shape}`;
    return `  ${usage}\n      ${meaning} Default: ${fallbackText ?? String(fallback)}. Environment: ${env}.`;
  });
  const foot = [
    '  --config FILE\n      JSON object of fields (data, from, logLevel …). Flags win over the environment, that over the file. Environment: BAROGRAPH_CONFIG.',
    '  --help, --version',
  ];
  const list = words.length === 0 ? [] : ['', 'Words, each with the flags above:', ...words.map((word) => `  ${word}`)];
  return [
    'barograph-host [flags]',
    'Serves market regimes over HTTP until it is told to stop.',
    '',
    ...rows,
    ...foot,
    ...list,
  ].join('\n');
}
