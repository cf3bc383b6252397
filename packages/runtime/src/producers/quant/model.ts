/** Running model: the newest of the manifest, when its bytes match the manifest. */

import type { CardModel, NoModel } from '@barograph/contract';
import { describeProblem, err, ok, shown, type ModelEntry, type Result } from '@barograph/core';
import { readArtifact, specialFile } from '@barograph/files';
import { loadModel, withoutRecalibration, type NowcastModel } from '@barograph/nowcast';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Loaded model with its model card. */
export interface LoadedModel extends CardModel {
  readonly model: NowcastModel;
}

/** Model and its hash, for a nowcast. */
export type QuantModel = Pick<LoadedModel, 'model' | 'sha256'>;

/** Model, or the reason it is missing. A host without a model serves everything else. */
export type ModelState = LoadedModel | NoModel;

/** Value for a host without a model. */
export const NO_MODEL: NoModel = Object.freeze({ kind: 'none', reason: 'no model is published here', version: null });

/** Kinds of manifest entries: nowcasts, and their metrics with the same version. */
const MODEL_ID = 'nowcast';
const METRICS_ID = 'nowcast-metrics';

const refused = (reason: string, version: string | null = null): NoModel => ({ kind: 'refused', reason, version });

function isEntry(value: unknown): value is ModelEntry {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['id', 'version', 'file', 'sha256', 'schema'].every((name) => typeof fields.get(name) === 'string');
  return texts && typeof fields.get('bytes') === 'number';
}

async function manifestOf(path: string): Promise<readonly ModelEntry[] | NoModel> {
  const special = specialFile(path);
  if (special !== undefined) return refused(`the manifest of models expected a file, got ${special}`);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return { kind: 'none', reason: 'there is no manifest of models', version: null };
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every(isEntry)) return parsed;
  } catch {
    // said below
  }
  return refused(`the manifest of models expected a list of entries, got ${shown(text)}`);
}

/** Text of a manifest file, when its bytes match the manifest. */
async function textOf(folder: string, entry: ModelEntry): Promise<Result<string, NoModel>> {
  const bytes = await readArtifact(join(folder, entry.file), entry);
  // Without the folder, because the card is public and should not reveal local paths.
  if (!bytes.ok) return err(refused(describeProblem({ ...bytes.error, file: entry.file }), entry.version));
  return ok(new TextDecoder().decode(bytes.value));
}

/** Published metrics of a model; null without any. */
async function metricsOf(
  folder: string,
  entries: readonly ModelEntry[],
  version: string,
): Promise<Result<unknown, NoModel>> {
  const entry = entries.findLast((entry) => entry.id === METRICS_ID && entry.version === version);
  if (entry === undefined) return ok(null);
  const text = await textOf(folder, entry);
  if (!text.ok) return text;
  try {
    return ok(JSON.parse(text.value));
  } catch {
    return err(refused(`${entry.file}: expected JSON, got ${shown(text.value)}`, version));
  }
}

/**
 * Reads the last nowcast of the manifest and its metrics.
 *
 * @param folder folder of `manifest.json`; files are relative to it.
 * @param recalibration false loads the model without its online recalibration.
 * @returns the model, or the reason it is missing. A file that does not match the manifest is refused with both hashes.
 */
export async function openModel(folder: string, recalibration: boolean = true): Promise<ModelState> {
  const entries = await manifestOf(join(folder, 'manifest.json'));
  if ('kind' in entries) return entries;
  const entry = entries.findLast(({ id }) => id === MODEL_ID);
  if (entry === undefined) return { kind: 'none', reason: 'the manifest lists no nowcast', version: null };
  const text = await textOf(folder, entry);
  if (!text.ok) return text.error;
  const loaded = loadModel(text.value, entry.file);
  if (!loaded.ok) return refused(describeProblem(loaded.error), entry.version);
  const metrics = await metricsOf(folder, entries, entry.version);
  if (!metrics.ok) return metrics.error;
  const model = recalibration ? loaded.value : withoutRecalibration(loaded.value);
  return { kind: 'loaded', model, artifact: model.artifact, sha256: entry.sha256, metrics: metrics.value };
}
