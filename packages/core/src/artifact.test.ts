import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyArtifact, type ModelEntry } from './artifact.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** The hash of "abc" that FIPS 180-2 prints. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const entry: ModelEntry = {
  id: 'sample',
  version: '2026.01',
  file: 'sample/2026.01/model.json',
  sha256: ABC,
  bytes: 3,
  schema: 'sample/1',
};
const abc = new TextEncoder().encode('abc');

describe('verifyArtifact', () => {
  it('gives back the very bytes that were published', () => {
    const result = verifyArtifact(abc, entry, sha256);
    expect(result).toEqual({ ok: true, value: abc });
    expect(result.ok && result.value === abc).toBe(true);
  });

  it('names file, expected and found hash when one bit differs', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 }), fc.nat({ max: 7 }), (at, bit) => {
        const changed = abc.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
        expect(verifyArtifact(changed, entry, sha256)).toEqual({
          ok: false,
          error: {
            code: 'artifact_mismatch',
            file: 'sample/2026.01/model.json',
            expected: `3 bytes with sha256 ${ABC}`,
            got: `3 bytes with sha256 ${sha256(changed)}`,
          },
        });
      }),
    );
  });

  it('does not trust a hash without the length', () => {
    expect(verifyArtifact(abc, { ...entry, bytes: 4 }, sha256)).toMatchObject({
      ok: false,
      error: { expected: `4 bytes with sha256 ${ABC}`, got: `3 bytes with sha256 ${ABC}` },
    });
  });
});
