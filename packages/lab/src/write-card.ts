/** Writes a model's card, and its manifest entry. */

import type { ModelEntry } from '@barograph/core';
import { artifactText, type NowcastArtifact } from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cardText, type TestedOn } from './model-card.ts';
import type { Evidence } from './model-evidence.ts';
import type { RunIo } from './run-io.ts';
import { sha256 } from './sha256.ts';

/**
 * Manifest entry of a model file.
 *
 * @example
 * const { id, schema } = modelEntry(model.artifact, artifactText(model.artifact));
 * [id, schema]; // → [ 'nowcast', 'nowcast/3' ]
 */
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

/** Hand-written chapter of a card with a person's objections to the model. */
const NOTE = 'NOTE.md';
/** Folder next to a published model's hand-written card; runs write there. */
const EVIDENCE = 'evidence';

/**
 * Writes CARD.md next to a model, followed by the folder's NOTE.md. When the folder contains `evidence`, writes
 * evidence/training.md instead.
 *
 * @param metrics null for a model without a walk-forward; an existing card then stays.
 * @param evidence null for a walk-forward without evidence. @default null
 * @example
 * const write = async (path, pieces) => writeFile(path, pieces);
 * await writeCard({ say: console.error, progress, write }, 'models/nowcast/2026.12.0', model.artifact, null);
 */
export async function writeCard(
  io: Pick<RunIo, 'write'>,
  folder: string,
  artifact: NowcastArtifact,
  metrics: TestedOn | null,
  evidence: Evidence | null = null,
): Promise<void> {
  const path = existsSync(join(folder, EVIDENCE)) ? join(folder, EVIDENCE, 'training.md') : join(folder, 'CARD.md');
  if (metrics === null && existsSync(path)) return;
  const entry = modelEntry(artifact, artifactText(artifact));
  const note = existsSync(join(folder, NOTE)) ? ['\n', await readFile(join(folder, NOTE), 'utf8')] : [];
  await io.write(path, [cardText(artifact, entry, process.version, metrics, evidence), ...note]);
}
