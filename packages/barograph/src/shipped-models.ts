/** Models shipped with the package: their folder, and how to open a model. */

import { QuantError, unwrap, type ModelEntry } from '@barograph/core';
import { readArtifact, specialFile } from '@barograph/files';
import { loadModel, withoutRecalibration, type NowcastModel } from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** File name of the model list. */
export const MANIFEST = 'manifest.json';

/** Folder of the models: the repository's, or the build's copy in a published package. */
export function shippedModels(): string {
  const repository = new URL('../../../', import.meta.url);
  const inRepository = existsSync(new URL('packages/barograph/package.json', repository));
  return fileURLToPath(inRepository ? new URL('models/', repository) : new URL('./models/', import.meta.url));
}

/** Entries of a folder's manifest; empty without a manifest. @throws {QuantError} when the manifest is not a list. */
export async function readManifest(folder: string): Promise<readonly ModelEntry[]> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return [];
  const wrong = (got: string, cause?: unknown): QuantError =>
    new QuantError('unreadable_file', `${path}: expected a list of models, got ${got}`, { cause });
  const special = specialFile(path);
  if (special !== undefined) throw wrong(special);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'no JSON' : 'a file that cannot be read', error);
  }
  if (!Array.isArray(value)) throw wrong('another JSON');
  return value.map((entry) => entryOf(entry, wrong));
}

function entryOf(value: unknown, wrong: (got: string) => QuantError): ModelEntry {
  const fields = new Map(Object.entries(value ?? {}));
  const text = (name: string): string => {
    const field: unknown = fields.get(name);
    if (typeof field !== 'string') throw wrong(`an entry without a text "${name}"`);
    return field;
  };
  const bytes: unknown = fields.get('bytes');
  if (typeof bytes !== 'number') throw wrong('an entry without a number "bytes"');
  return {
    id: text('id'),
    version: text('version'),
    file: text('file'),
    sha256: text('sha256'),
    bytes,
    schema: text('schema'),
  };
}

/**
 * Opens a model that the manifest of a folder lists.
 *
 * @param wanted version. @default the last one listed
 * @param name what messages call the version.
 * @param recalibration false ignores the outcomes of earlier forecasts.
 * @throws {QuantError} when the model is missing, its hash differs from the manifest (the message has both), or the file is invalid.
 */
export async function openModelIn(
  folder: string,
  wanted?: string,
  name: string = '"version"',
  recalibration: boolean = true,
): Promise<NowcastModel> {
  const entries = (await readManifest(folder)).filter(({ id }) => id === 'nowcast');
  const entry = wanted === undefined ? entries.at(-1) : entries.find(({ version }) => version === wanted);
  if (entry === undefined) {
    const known = entries.length === 0 ? 'no models' : entries.map(({ version }) => version).join(', ');
    throw new QuantError('missing_file', `${name} expected one of ${known} (${folder}), got "${wanted ?? ''}"`);
  }
  const path = join(folder, entry.file);
  const model = unwrap(loadModel(new TextDecoder().decode(unwrap(await readArtifact(path, entry))), path));
  return recalibration ? model : withoutRecalibration(model);
}

/**
 * Loads the nowcast model shipped with this package, and checks it against the hash in the manifest.
 *
 * @param version a shipped version. @default the last one
 * @throws {QuantError} when the version is not shipped (the message lists those that are), or the package is damaged.
 * @example
 * const history = nowcastHistory(await loadShippedModel(), hours);
 * const { label } = toColumns(history);
 * [hours.length, label!.length]; // → [ 1440, 1440 ]
 */
export async function loadShippedModel(version?: string): Promise<NowcastModel> {
  return openModelIn(shippedModels(), version);
}
