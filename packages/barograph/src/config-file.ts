/** Config file: JSON that overrides some fields of a named config. */

import { shown } from '@barograph/core';
import { specialFile } from '@barograph/files';
import { readFile } from 'node:fs/promises';
import { CommandError } from './io.ts';

/**
 * Reads a config file and merges it over the defaults.
 *
 * @param defaults defines the allowed fields and their types; nested records are merged field by field.
 * @throws {CommandError} naming file, field, expected and actual value.
 */
export async function readConfig<Config extends object>(path: string, defaults: Config): Promise<Config> {
  return merged(path, '', defaults, parsed(path, await text(path)));
}

async function text(path: string): Promise<string> {
  const special = specialFile(path);
  if (special !== undefined) throw new CommandError(`${path}: expected a config file, got ${special}`);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : shown(error);
    throw new CommandError(`${path}: expected a config file, got ${code === 'ENOENT' ? 'no such file' : code}`, {
      cause: error,
    });
  }
}

function parsed(path: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CommandError(`${path}: expected JSON, got ${shown(json.trim())}`, { cause: error });
  }
}

function merged<Config extends object>(path: string, prefix: string, defaults: Config, overrides: unknown): Config {
  if (!isRecord(overrides)) {
    const field = prefix === '' ? '' : ` field "${prefix.slice(0, -1)}"`;
    throw new CommandError(`${path}${field}: expected an object, got ${shown(overrides)}`);
  }
  const known = new Map<string, unknown>(Object.entries(defaults));
  const result: Record<string, unknown> = Object.fromEntries(known);
  for (const [field, value] of Object.entries(overrides)) {
    const name = `${prefix}${field}`;
    if (!known.has(field)) {
      throw new CommandError(
        `${path} field "${name}": expected one of ${[...known.keys()].join(', ')}, got ${shown(field)}`,
      );
    }
    const standard = known.get(field);
    if (isRecord(standard)) {
      result[field] = merged(path, `${name}.`, standard, value);
    } else if (typeof value !== typeof standard) {
      throw new CommandError(`${path} field "${name}": expected a ${typeof standard}, got ${shown(value)}`);
    } else {
      result[field] = value;
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field exists in the defaults and has its type
  return result as Config;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
