/** `key create|list|revoke`: manages the keys of a store without HTTP, also while hosts run on it. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import { isFlag, unknownFlag } from '../config.ts';
import { hashOf, KEY_PREFIX, newKey, type KeyRecord, type Keys, TIERS, type Tier } from '@barograph/store';

/** Command on keys. */
export type KeyCommand =
  | {
      readonly word: 'create';
      readonly tier: Tier;
      /** Days until the tier falls back to free; undefined: never. */
      readonly days: number | undefined;
      readonly count: number;
      readonly email: string | null;
    }
  | { readonly word: 'list'; readonly isAll: boolean }
  | { readonly word: 'revoke'; readonly name: string };

const MOST_KEYS = 1000;
const MOST_DAYS = 36_500;

/** The lines of the help. */
export const KEY_HELP: readonly string[] = [
  `key create --tier ${TIERS.join('|')} [--days N] [--count N] [--email ADDRESS]\n      Creates keys and prints each on its own line, only this once. The tier ends after N days; without --days never.`,
  'key list [--all]\n      Lists live keys, tab-separated with a heading; --all adds revoked and replaced ones.',
  'key revoke KEY|PREFIX|ID\n      Ends a key at once.',
];

function integer(name: string, text: string, most: number): Result<number, string> {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most
    ? ok(value)
    : err(`${name}: expected an integer within 1…${most}, got "${text}" (--${name})`);
}

interface Split {
  readonly options: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  /** Flags of the configuration. */
  readonly rest: readonly string[];
}

/** Options of the command by name; everything since the first unknown flag belongs to the configuration. */
function split(argv: readonly string[], valued: readonly string[], switches: readonly string[]): Result<Split, string> {
  const options = new Map<string, string>();
  const words: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = argv[i]!.split(/=(.*)/s, 2);
    const name = flag.slice(2);
    if (!flag.startsWith('--')) {
      words.push(argv[i]!);
    } else if (switches.includes(name)) {
      options.set(name, 'true');
    } else if (valued.includes(name)) {
      const value = inline ?? argv[++i];
      if (value === undefined) return err(`${name}: expected a value after ${flag}`);
      options.set(name, value);
    } else {
      rest.push(argv[i]!);
      if (inline === undefined && argv[i + 1]?.startsWith('--') === false) rest.push(argv[++i]!);
    }
  }
  return ok({ options, words, rest });
}

function createOf(options: ReadonlyMap<string, string>): Result<KeyCommand, string> {
  const tier = TIERS.find((tier) => tier === options.get('tier'));
  if (tier === undefined) {
    return err(`tier: expected one of ${TIERS.join(', ')}, got ${JSON.stringify(options.get('tier') ?? '')} (--tier)`);
  }
  const email = options.get('email') ?? null;
  if (email !== null && !email.includes('@')) return err(`email: expected an address, got "${email}" (--email)`);
  const days = options.get('days');
  const givenDays = days === undefined ? ok(undefined) : integer('days', days, MOST_DAYS);
  if (!givenDays.ok) return givenDays;
  const count = integer('count', options.get('count') ?? '1', MOST_KEYS);
  return count.ok ? ok({ word: 'create', tier, days: givenDays.value, count: count.value, email }) : count;
}

/**
 * Parses the words after `key`.
 *
 * @returns the command with the flags of the configuration, or one line with the error.
 */
export function readKeyCommand(
  argv: readonly string[],
): Result<{ readonly command: KeyCommand; readonly flags: readonly string[] }, string> {
  const [word, ...more] = argv;
  if (word !== 'create' && word !== 'list' && word !== 'revoke') {
    return err(`key: expected create, list or revoke, got "${word ?? ''}"`);
  }
  const valued = word === 'create' ? ['tier', 'days', 'count', 'email'] : [];
  const switches = word === 'list' ? ['all'] : [];
  const found = split(more, valued, switches);
  if (!found.ok) return found;
  const { options, words, rest: flags } = found.value;
  const extra = words[word === 'revoke' ? 1 : 0];
  if (extra !== undefined) return err(`key ${word}: expected no further word, got "${extra}"`);
  // Unknown flags are checked before missing ones: a mistyped --tier is why --tier is missing.
  const stranger = flags.map((flag) => flag.split('=', 1)[0]!).find((flag) => flag.startsWith('--') && !isFlag(flag));
  if (stranger !== undefined) {
    return err(
      unknownFlag(
        stranger,
        [...valued, ...switches].map((name) => `--${name}`),
      ),
    );
  }
  switch (word) {
    case 'create': {
      const command = createOf(options);
      return command.ok ? ok({ command: command.value, flags }) : command;
    }
    case 'list':
      return ok({ command: { word, isAll: options.has('all') }, flags });
    case 'revoke':
      return words[0] === undefined
        ? err('key revoke: expected a key, a prefix or an id')
        : ok({ command: { word, name: words[0] }, flags });
  }
}

const momentOf = (time: number | null, none: string): string => (time === null ? none : new Date(time).toISOString());

function rowOf(key: KeyRecord): string {
  const { id, prefix, tier, tierExpiresAt, email, createdAt, revokedAt, replacedBy } = key;
  const state =
    revokedAt === null ? 'live' : `${replacedBy === null ? 'revoked' : 'replaced'} ${momentOf(revokedAt, '')}`;
  return [id, prefix, tier, momentOf(tierExpiresAt, 'never'), email ?? '-', momentOf(createdAt, ''), state].join('\t');
}

async function create(
  keys: Keys,
  command: Extract<KeyCommand, { word: 'create' }>,
  now: number,
): Promise<Result<readonly string[], string>> {
  const { tier, days, count, email } = command;
  const made: string[] = [];
  for (let i = 0; i < count; i++) {
    const { text, hash, prefix } = newKey();
    const tierExpiresAt = days === undefined ? null : now + days * DAY_MS;
    const created = await keys.create({ hash, prefix, email, tier, tierExpiresAt }, now);
    if (!created.ok) {
      return err(
        `email: a key of ${email} was revoked; expected a moment from ${momentOf(created.error.until, '')} on`,
      );
    }
    made.push(text);
  }
  return ok(made);
}

/** Live keys that match a text, a prefix or an id. */
async function named(keys: Keys, name: string): Promise<readonly KeyRecord[]> {
  const isWhole = name.startsWith(KEY_PREFIX) && name.length > KEY_PREFIX.length + 8;
  const whole = isWhole ? await keys.findByHash(hashOf(name)) : undefined;
  if (whole !== undefined) return [whole];
  return (await keys.list()).filter(({ id, prefix }) => id === name || prefix === name);
}

async function revoke(keys: Keys, name: string, now: number): Promise<Result<readonly string[], string>> {
  const [key, ...others] = await named(keys, name);
  if (key === undefined) return err('key revoke: expected a live key, prefix or id, got none of that name');
  if (others.length > 0) return err(`key revoke: ${others.length + 1} keys begin with ${name}; expected an id`);
  await keys.revoke(key.id, now);
  return ok([`revoked ${key.prefix} (${key.id})`]);
}

/** @returns the lines to print, or one line that states why nothing changed. */
export async function performKeyCommand(
  keys: Keys,
  command: KeyCommand,
  now: number,
): Promise<Result<readonly string[], string>> {
  switch (command.word) {
    case 'create':
      return create(keys, command, now);
    case 'list': {
      const heading = ['id', 'prefix', 'tier', 'tier_expires_at', 'email', 'created_at', 'state'].join('\t');
      return ok([heading, ...(await keys.list({ isAll: command.isAll })).map(rowOf)]);
    }
    case 'revoke':
      return revoke(keys, command.name, now);
  }
}
