/** Model files, read and checked against their manifest. */

import type { DataProblem, ModelEntry, Result } from '@barograph/core';

/**
 * The bytes of a model file, when they are the ones that the manifest names.
 *
 * @param path where the file is; the manifest knows it only relative to itself.
 * @returns the bytes, or what is wrong: no such file, or another length or hash than published.
 * @example
 * const entry = { id: 'demo', version: '1', file: 'model.json', schema: 'demo/1', bytes: 20, sha256: 'ab12' };
 * const read = await readArtifact('model.json', entry);
 * read.ok ? read.value.length : read.error.code; // → 'artifact_mismatch'
 */
export async function readArtifact(path: string, entry: ModelEntry): Promise<Result<Uint8Array, DataProblem>> {
  const { artifactOfFile } = await import('./reading.ts');
  return artifactOfFile(path, entry);
}
