/** Reads a model file and checks it against its manifest. */

import { err, verifyArtifact, type DataProblem, type ModelEntry, type Result } from '@barograph/core';
import { collected, openFile, SourceError } from './byte-source.ts';

/** Returns the bytes, or the mismatch. */
export async function artifactOfFile(path: string, entry: ModelEntry): Promise<Result<Uint8Array, DataProblem>> {
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
