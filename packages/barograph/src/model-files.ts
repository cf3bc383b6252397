/** Model files that a command writes: how a new one is listed, and its card. */

import type { ModelEntry } from '@barograph/core';
import { artifactText, type NowcastArtifact } from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type Io } from './io.ts';
import { cardText, type TestedOn } from './model-card.ts';
import type { Evidence } from './model-evidence.ts';
import { sha256 } from './sha256.ts';
import { MANIFEST, readManifest } from './shipped-models.ts';
import { writeOutput } from './output.ts';

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
