/** Verifies model files: a file is trusted only when its bytes match the manifest. */

import type { DataProblem } from './errors.ts';
import { err, ok, type Result } from './result.ts';

/** Entry of the manifest of models. */
export interface ModelEntry {
  readonly id: string;
  readonly version: string;
  /** Path of the file, relative to the manifest. */
  readonly file: string;
  /** Lower-case hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  /** Length of the file, bytes. */
  readonly bytes: number;
  /** Schema of the content, such as `hmm/1`. */
  readonly schema: string;
}

/**
 * Returns the bytes when their length and hash match the manifest entry.
 *
 * @param digest lower-case hexadecimal SHA-256 of bytes; injected, because this package has no crypto.
 * @returns the bytes, or a problem with the expected and the actual length and hash.
 * @example
 * const entry = { id: 'demo', version: '1', file: 'demo.json', sha256: 'ab12', bytes: 2, schema: 'demo/1' };
 * verifyArtifact(new TextEncoder().encode('{}'), entry, () => 'ab12').ok; // → true
 * verifyArtifact(new TextEncoder().encode('[]'), entry, () => 'cd34').ok; // → false
 */
export function verifyArtifact(
  bytes: Uint8Array,
  entry: ModelEntry,
  digest: (bytes: Uint8Array) => string,
): Result<Uint8Array, DataProblem> {
  const sha256 = digest(bytes);
  if (sha256 === entry.sha256 && bytes.length === entry.bytes) return ok(bytes);
  return err({
    code: 'artifact_mismatch',
    file: entry.file,
    expected: `${entry.bytes} bytes with sha256 ${entry.sha256}`,
    got: `${bytes.length} bytes with sha256 ${sha256}`,
  });
}
