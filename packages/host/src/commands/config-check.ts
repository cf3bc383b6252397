/** `config check`: the effective configuration, the hosts it would contact, and missing parts. */

import { err, ok, type Result } from '@barograph/core';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { askedAddresses, marketMode, readEtfFolder, SOURCES } from '@barograph/sources';
import { CONFIG_FIELDS, fieldNames } from '../config-fields.ts';
import { shownConfig } from '../config-text.ts';
import { unknownVariables } from '../config.ts';
import { checkPort } from '../free-port.ts';
import type { HostConfig } from '../host-config.ts';
import { modelsFolder } from '../models-folder.ts';
import { readVenueDirectory } from '@barograph/runtime';

/** The line of the help. */
export const CONFIG_HELP: readonly string[] = [
  'config check\n      Prints the configuration, the addresses that it would contact and what is missing; starts nothing. Exit code 1: the host could not start.',
];

/** Findings of a check. */
export interface ConfigChecked {
  readonly lines: readonly string[];
  /** False when a host with this configuration would not start. */
  readonly canStart: boolean;
}

/** @returns the flags after the command, or one line that states what was expected. */
export function readConfigCommand(argv: readonly string[]): Result<readonly string[], string> {
  const [word, ...flags] = argv;
  return word === 'check' ? ok(flags) : err(`config: expected check, got ${word ?? 'nothing'}`);
}

/** Address without user, password and query, which may contain secrets. */
function shownAddress(text: string): string {
  if (!URL.canParse(text)) return '[hidden]';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** Names and addresses of everything that a host with this configuration contacts. */
function addresses(config: HostConfig): readonly (readonly [name: string, address: string])[] {
  const mode = marketMode(config);
  const found = [
    ...(mode === undefined ? [] : askedAddresses(config, mode)),
    ['PostgreSQL', config.databaseUrl] as const,
    ['PostgreSQL, read replica', config.databaseReadUrl] as const,
    ['mail server', config.smtpUrl] as const,
  ];
  return found.flatMap(([name, address]) => (address === undefined ? [] : [[name, shownAddress(address)] as const]));
}

/** Nearest existing folder above a path. */
function existing(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) || dirname(whole) === whole ? whole : existing(dirname(whole));
}

function isWritable(path: string): boolean {
  try {
    accessSync(existing(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Faults that keep the host from starting. */
async function faults(config: HostConfig): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of ['data', 'spot', 'derivatives', 'reference', 'etf'] as const) {
    const folder = config[name];
    if (folder === undefined) continue;
    if (!existsSync(folder)) found.push(`${name}: expected a folder, got nothing at ${folder}`);
    else if (!statSync(folder).isDirectory()) found.push(`${name}: expected a folder, got a file: ${folder}`);
  }
  // A missing folder is reported already.
  const etf = config.etf === undefined || found.length > 0 ? ok(undefined) : await readEtfFolder(config.etf);
  const venues = readVenueDirectory(config.venues);
  if (!venues.ok) found.push(venues.error);
  found.push(...SOURCES.flatMap((source) => source.faults(config)));
  if (!etf.ok) found.push(etf.error);
  if (config.databaseUrl === undefined && !isWritable(config.dataDir)) {
    found.push(`dataDir: expected a folder that can be written, got ${config.dataDir}`);
  }
  const port = await checkPort(config.host, config.port);
  if (!port.ok) found.push(port.error);
  return found;
}

/** Parts that would be missing while the host serves. */
function gaps(config: HostConfig, variables: readonly string[]): readonly string[] {
  const found: string[] = [];
  const models = modelsFolder(config.models);
  if (!existsSync(join(models, 'manifest.json')))
    found.push(`models: no manifest.json in ${models}; /quant answers 503`);
  if (config.smtpUrl === undefined) found.push('smtpUrl: none; no confirmation mail is sent');
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(config.host);
  if (!isLoopback && config.publicUrl === undefined)
    found.push('publicUrl: none; links begin with the address of the host');
  if (!isLoopback && config.webhooksPrivate) found.push('webhooksPrivate: callers can reach addresses of this network');
  if (config.reference !== undefined) found.push('reference: sources of data that its files have are not used');
  if (config.archiveDays === 0) found.push('archiveDays: 0; no answers of the past');
  if (variables.length > 0) found.push(`unknown environment variables, ignored: ${variables.join(', ')}`);
  return found;
}

const list = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [`${title}: nothing`] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

/** Checks a configuration. Opens nothing except the port, for a moment. */
export async function checkConfig(
  config: HostConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ConfigChecked> {
  const shown = shownConfig(config);
  const effective = fieldNames().flatMap((name) => {
    const value = shown[name];
    if (value === undefined) return [];
    const isDefault = config[name] === CONFIG_FIELDS[name].fallback;
    return [`${name} = ${JSON.stringify(hidden(value))}${isDefault ? ' (default)' : ''}`];
  });
  const wrong = await faults(config);
  const lines = [
    ...list('configuration', effective),
    ...list(
      'asked outside',
      addresses(config).map(([name, address]) => `${name}: ${address}`),
    ),
    ...list('missing', gaps(config, unknownVariables(env))),
    ...list('keeps it from starting', wrong),
  ];
  return { lines, canStart: wrong.length === 0 };
}

/** Removes the password from an address, in any field. */
function hidden(value: unknown): unknown {
  if (typeof value !== 'string' || !URL.canParse(value)) return value;
  const { username, password, search } = new URL(value);
  return username === '' && password === '' && search === '' ? value : shownAddress(value);
}
