import type { ModelEntry } from '@barograph/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArtifact } from './read-artifact.ts';

let folder = '';
let path = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-artifact-'));
  path = join(folder, 'model.json');
  writeFileSync(path, 'abc');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @source FIPS 180-2, appendix B.1: the digest of "abc". */
const SHA256_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const entry: ModelEntry = {
  id: 'toy',
  version: '1',
  file: 'toy/1/model.json',
  sha256: SHA256_ABC,
  bytes: 3,
  schema: 'toy/1',
};

describe('readArtifact', () => {
  it('gives the bytes that the manifest names', async () => {
    const result = await readArtifact(path, entry);
    expect(result.ok && Buffer.from(result.value).toString()).toBe('abc');
  });

  it('refuses other bytes and says which', async () => {
    const sha256 = '0'.repeat(64);
    expect(await readArtifact(path, { ...entry, sha256 })).toStrictEqual({
      ok: false,
      error: {
        code: 'artifact_mismatch',
        file: path,
        expected: `3 bytes with sha256 ${sha256}`,
        got: `3 bytes with sha256 ${SHA256_ABC}`,
      },
    });
    expect(await readArtifact(path, { ...entry, bytes: 4 })).toMatchObject({ error: { code: 'artifact_mismatch' } });
  });

  it('says that there is no file', async () => {
    expect(await readArtifact(join(folder, 'nowhere'), entry)).toMatchObject({
      ok: false,
      error: { code: 'missing_file', file: join(folder, 'nowhere'), got: 'no such file' },
    });
  });
});
