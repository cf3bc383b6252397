/** Reads the host's configuration from flags, environment and file. */

import { err, ok, shown, type Result } from '@barograph/core';
import { specialFile } from '@barograph/files';
import { CONFIG_FIELDS, fieldNames, type FieldName } from './config-fields.ts';
import { askedAddresses, liveUrl } from '@barograph/sources';
import type { HostConfig } from './host-config.ts';
import { payFault } from './config-pay-fields.ts';
import { didYouMean } from './mistyped.ts';

/** Text per field name, with the place it came from. */
export type Given = Readonly<Record<string, { readonly text: string; readonly place: string }>>;

const LAST_WORDS = { '--help': 'help', '-h': 'help', '--version': 'version', '-V': 'version' } as const;

/** Commands other than serving. */
const WORDS = ['export', 'import', 'import-etf', 'key', 'page-link', 'config', 'help'] as const;

/** Parsed command line. */
export type Asked = { readonly kind: 'serve'; readonly config: HostConfig } | { readonly kind: 'help' | 'version' };

/** Sources of a configuration. */
export interface ConfigPlaces {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a text file. Throws when the file is missing. */
  readonly readFile: (path: string) => string;
}

/** Whether the host has such a flag. */
export function isFlag(word: string): boolean {
  return word === '--config' || fieldNames().some((name) => CONFIG_FIELDS[name].flag === word);
}

/** One line for an unknown flag or word. @param others known flags that are not configuration fields. */
export function unknownFlag(word: string, others: readonly string[] = []): string {
  const flags = [...fieldNames().map((name) => CONFIG_FIELDS[name].flag), '--config', '--help', '--version', ...others];
  const [kind, known] = word.startsWith('-') ? ['flag', flags] : ['word', WORDS];
  return `unknown ${kind} ${word}${didYouMean(word, known)}; --help lists them`;
}

function fromFlags(argv: readonly string[]): Result<{ given: Given; file: string | undefined }, string> {
  const given: Record<string, { text: string; place: string }> = {};
  let file: string | undefined;
  for (let i = 0; i < argv.length; i++) {
    const at = argv[i]!.startsWith('--') ? argv[i]!.indexOf('=') : -1;
    const word = at === -1 ? argv[i]! : argv[i]!.slice(0, at);
    const name = fieldNames().find((name) => CONFIG_FIELDS[name].flag === word);
    if (!isFlag(word)) return err(unknownFlag(word));
    const isSwitch = name !== undefined && CONFIG_FIELDS[name].shape === undefined;
    const next = argv[i + 1];
    let value = at === -1 ? undefined : argv[i]!.slice(at + 1);
    if (value === undefined && next !== undefined && (!isSwitch || next === 'true' || next === 'false')) {
      value = next;
      i++;
    }
    value ??= isSwitch ? 'true' : undefined;
    if (value === undefined) return err(`${name ?? 'config'}: expected a value after ${word}`);
    if (name === undefined) file = value;
    else given[name] = { text: value, place: word };
  }
  return ok({ given, file });
}

/** Text of a file that a flag or variable names. @param field name for the error message. */
function textOf(field: string, what: string, path: string, readFile: ConfigPlaces['readFile']): Result<string, string> {
  const special = specialFile(path);
  if (special !== undefined) return err(`${field}: expected ${what}, got ${special}: ${path}`);
  try {
    return ok(readFile(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no file';
    return err(`${field}: expected ${what}, got ${code === 'ENOENT' ? 'no such file' : code}: ${path}`);
  }
}

function fromFile(path: string, readFile: ConfigPlaces['readFile']): Result<Given, string> {
  const read = textOf('config', 'a JSON file', path, readFile);
  if (!read.ok) return read;
  const text = read.value;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return err(`config: expected a JSON object in ${path}, got ${shown(text.trim())}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return err(`config: expected a JSON object in ${path}, got ${shown(parsed)}`);
  }
  const given: Record<string, { text: string; place: string }> = {};
  for (const [name, value] of Object.entries(parsed) as [string, unknown][]) {
    if (!fieldNames().some((fieldName) => fieldName === name)) return err(`${name}: unknown field in ${path}`);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return err(`${name}: expected a text, number or boolean in ${path}, got ${shown(value)}`);
    }
    given[name] = { text: String(value), place: path };
  }
  return ok(given);
}

/** Variable with the path of a file that contains a secret field. */
const fileVariable = (name: FieldName): string | undefined =>
  CONFIG_FIELDS[name].isSecret === true ? `${CONFIG_FIELDS[name].env}_FILE` : undefined;

function fromEnvironment({ env, readFile }: ConfigPlaces): Result<Given, string> {
  const given: Record<string, { text: string; place: string }> = {};
  for (const name of fieldNames()) {
    const { env: variable } = CONFIG_FIELDS[name];
    const ofFile = fileVariable(name);
    const path = ofFile === undefined ? undefined : env[ofFile];
    const value = env[variable];
    if (value !== undefined) given[name] = { text: value, place: variable };
    if (ofFile === undefined || path === undefined) continue;
    if (value !== undefined) return err(`${name}: expected ${variable} or ${ofFile}, got both`);
    const read = textOf(name, 'a file with the value', path, readFile);
    if (!read.ok) return err(`${read.error} (${ofFile})`);
    given[name] = { text: read.value.trim(), place: ofFile };
  }
  return ok(given);
}

/** @throws {BadField} when the text of the field is not what the table expects. */
function read<N extends FieldName>(name: N, given: Given): HostConfig[N] {
  const { parse, fallback, expected, isSecret } = CONFIG_FIELDS[name];
  const found = given[name];
  if (found === undefined) return fallback;
  const value = parse(found.text);
  if (value === undefined)
    throw new BadField(
      `${name}: expected ${expected}, got ${isSecret === true ? 'another text' : `"${found.text}"`} (${found.place})`,
    );
  return value;
}

class BadField extends Error {}

/** Fields that apply only to files and the simulator. */
const NOT_LIVE = ['data', 'spot', 'derivatives', 'from', 'speed', 'seed', 'repair', 'skipBad', 'layout'] as const;

/** Fields of a replayed market. */
const REPLAYED = ['data', 'spot', 'from'] as const;

/** Whether on-chain sources are requested, live or simulated: a replay cannot use their current answers. */
function asksChains(config: HostConfig): boolean {
  return askedAddresses(config, 'simulated').some(([, url]) => url !== undefined);
}

function check(config: HostConfig, given: Given): string | undefined {
  if (liveUrl(config) !== undefined) {
    const other = NOT_LIVE.find((name) => given[name] !== undefined && given[name].text !== 'false');
    if (other !== undefined) return `${other}: expected without live, got both (${given[other]!.place})`;
  }
  if (asksChains(config)) {
    const replayed = REPLAYED.find((name) => given[name] !== undefined);
    if (replayed !== undefined) {
      return `${replayed}: expected without live pools, got both (${given[replayed]!.place})`;
    }
  }
  if (config.speed !== undefined && config.from === undefined) return 'speed: expected together with from';
  return payFault(config);
}

/** Variables with the host's prefix that name no field: most likely mistyped. */
export function unknownVariables(env: ConfigPlaces['env']): readonly string[] {
  const known = new Set([
    'BAROGRAPH_CONFIG',
    ...fieldNames().flatMap((name) => [CONFIG_FIELDS[name].env, fileVariable(name)]),
  ]);
  return Object.keys(env).filter((name) => name.startsWith('BAROGRAPH_') && !known.has(name));
}

/**
 * Reads the configuration. Flags override the environment, the environment overrides the file (`--config` or
 * BAROGRAPH_CONFIG), and the file overrides the defaults.
 *
 * @returns the config, or one line that names the wrong field.
 */
export function readConfig(places: ConfigPlaces): Result<Asked, string> {
  const { argv, env, readFile } = places;
  const last = argv.find((word): word is keyof typeof LAST_WORDS => Object.hasOwn(LAST_WORDS, word));
  if (last !== undefined) return ok({ kind: LAST_WORDS[last] });
  const flags = fromFlags(argv);
  if (!flags.ok) return flags;
  const path = flags.value.file ?? env['BAROGRAPH_CONFIG'];
  const file = path === undefined ? ok({}) : fromFile(path, readFile);
  if (!file.ok) return file;
  const environment = fromEnvironment(places);
  if (!environment.ok) return environment;
  const given: Given = { ...file.value, ...environment.value, ...flags.value.given };
  try {
    const entries = fieldNames().map((name) => [name, read(name, given)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has every field, each with a value of its type
    const config = Object.fromEntries(entries) as HostConfig;
    const problem = check(config, given);
    return problem === undefined ? ok({ kind: 'serve', config }) : err(problem);
  } catch (error) {
    if (error instanceof BadField) return err(error.message);
    throw error;
  }
}
