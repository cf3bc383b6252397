/** Reads model files and checks them against their manifest. */

import type { DataProblem, ModelEntry, Result } from '@barograph/core';

/**
 * Reads the bytes of a model file that matches its manifest.
 *
 * @param path path of the file; the manifest's path is relative to the manifest.
 * @returns the bytes, or the problem: missing file, or a different length or hash than published.
 * @example
 * const entry = { id: 'demo', version: '1', file: 'model.json', schema: 'demo/1', bytes: 20, sha256: 'ab12' };
 * const read = await readArtifact('model.json', entry);
 * read.ok ? read.value.length : read.error.code; // → 'artifact_mismatch'
 */
export async function readArtifact(path: string, entry: ModelEntry): Promise<Result<Uint8Array, DataProblem>> {
  const { artifactOfFile } = await import('./reading.ts');
  return artifactOfFile(path, entry);
}
