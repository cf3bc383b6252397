/** Model files: where the shipped ones lie, how one is opened, and how a new one is listed. */

import { describeProblem, type ModelEntry } from '@barograph/core';
import { readArtifact } from '@barograph/files';
import { artifactText, loadModel, type NowcastArtifact, type NowcastModel } from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, type Io } from './io.ts';
import { cardText, type TestedOn } from './model-card.ts';
import type { Evidence } from './model-evidence.ts';
import { sha256 } from './sha256.ts';
import { writeOutput } from './output.ts';

export const MANIFEST = 'manifest.json';

/** The models of the repository that this file is in; in a package, those that the build put beside it. */
export function shippedModels(): string {
  const repository = new URL('../../../', import.meta.url);
  const inRepository = existsSync(new URL('packages/barograph/package.json', repository));
  return fileURLToPath(inRepository ? new URL('models/', repository) : new URL('./models/', import.meta.url));
}

/** The entries of a folder's manifest; none where there is no manifest. @throws {CommandError} when it is no list. */
export async function readManifest(folder: string): Promise<readonly ModelEntry[]> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return [];
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (Array.isArray(value)) return value.map(entryOf);
  } catch (error) {
    throw new CommandError(`${path}: expected a list of models, got ${String(error)}`, { cause: error });
  }
  throw new CommandError(`${path}: expected a list of models, got another JSON`);
}

function entryOf(value: unknown): ModelEntry {
  const fields = new Map(Object.entries(value ?? {}));
  const text = (name: string): string => {
    const field: unknown = fields.get(name);
    if (typeof field !== 'string') throw new TypeError(`no text "${name}"`);
    return field;
  };
  const bytes: unknown = fields.get('bytes');
  if (typeof bytes !== 'number') throw new TypeError('no number "bytes"');
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
 * @param wanted its version; the last one listed when left out.
 * @throws {CommandError} no such model, bytes other than those published (the message has both hashes), or a bad file.
 */
export async function openModel(folder: string, wanted?: string): Promise<NowcastModel> {
  const entries = (await readManifest(folder)).filter(({ id }) => id === 'nowcast');
  const entry = wanted === undefined ? entries.at(-1) : entries.find(({ version }) => version === wanted);
  if (entry === undefined) {
    const known = entries.length === 0 ? 'no models' : entries.map(({ version }) => version).join(', ');
    throw new CommandError(`--model: expected one of ${known} (${folder}), got "${wanted ?? ''}"`);
  }
  const path = join(folder, entry.file);
  const bytes = await readArtifact(path, entry);
  if (!bytes.ok) throw new CommandError(describeProblem(bytes.error));
  const model = loadModel(new TextDecoder().decode(bytes.value), path);
  if (!model.ok) throw new CommandError(describeProblem(model.error));
  return model.value;
}

/**
 * Lists a file in the manifest, in the order of versions. A version that is listed stays what it is.
 *
 * @throws {CommandError} the version is listed with other bytes.
 */
export async function listModel(io: Io, folder: string, entry: ModelEntry): Promise<void> {
  const entries = await readManifest(folder);
  const same = entries.find(({ id, version }) => id === entry.id && version === entry.version);
  if (same !== undefined && same.sha256 !== entry.sha256) {
    throw new CommandError(
      `${entry.id} ${entry.version}: expected the published sha256 ${same.sha256}, got ${entry.sha256}; a changed model is a new version`,
    );
  }
  const others = entries.filter((other) => other !== same);
  const all = [...others, entry].sort((a, b) => order(`${a.id} ${a.version}`, `${b.id} ${b.version}`));
  await writeOutput(io, join(folder, MANIFEST), [`${JSON.stringify(all, null, 2)}\n`]);
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The line of the manifest for a model file. */
export function modelEntry(artifact: NowcastArtifact, text: string): ModelEntry {
  const { modelVersion: version, schema } = artifact;
  return {
    id: 'nowcast',
    version,
    file: `nowcast/${version}/model.json`,
    sha256: sha256(text),
    bytes: Buffer.byteLength(text),
    schema,
  };
}

/** Chapter of a card that is written by hand: what only a person can hold against the model. */
const NOTE = 'NOTE.md';

/** Writes CARD.md beside a model, with the note that lies there. @param metrics null where it is not tested: then a card that is there stays. */
export async function writeCard(
  io: Io,
  folder: string,
  artifact: NowcastArtifact,
  metrics: TestedOn | null,
  evidence: Evidence | null = null,
): Promise<void> {
  const path = join(folder, 'CARD.md');
  if (metrics === null && existsSync(path)) return;
  const entry = modelEntry(artifact, artifactText(artifact));
  const note = existsSync(join(folder, NOTE)) ? ['\n', await readFile(join(folder, NOTE), 'utf8')] : [];
  await writeOutput(io, path, [cardText(artifact, entry, process.version, metrics, evidence), ...note]);
}
