/** Model files, read and checked against their manifest. */

import { err, verifyArtifact, type DataProblem, type ModelEntry, type Result } from '@barograph/core';
import { collected, openFile, SourceError } from './byte-source.ts';

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
  try {
    const source = await openFile(path);
    try {
      const { createHash } = await import('node:crypto');
      const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
      const result = verifyArtifact(await collected(source.chunks), entry, sha256);
      return result.ok ? result : err({ ...result.error, file: path });
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof SourceError) return err({ file: path, ...error.problem });
    throw error;
  }
}
