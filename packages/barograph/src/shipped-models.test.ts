import { QuantError } from '@barograph/core';
import { nowcastHistory, openModel } from '@barograph/nowcast';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadShippedModel, openModelIn, readManifest, shippedModels } from './shipped-models.ts';
import { hourly } from './test-support.ts';

const entries = (await readManifest(shippedModels())).filter(({ id }) => id === 'nowcast');
const [oldest, newest] = [entries[0]!, entries.at(-1)!];
const text = readFileSync(join(shippedModels(), newest.file), 'utf8');

/** A folder of models of one's own, gone afterwards. */
async function withModels<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-models-'));
  try {
    cpSync(shippedModels(), folder, { recursive: true });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const messageOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof QuantError ? error.message : `not ours: ${String(error)}`),
  );

describe('loadShippedModel', () => {
  it('opens the last of the manifest, or the version that is named', async () => {
    expect(entries.length).toBeGreaterThan(1);
    expect((await loadShippedModel()).artifact.modelVersion).toBe(newest.version);
    expect((await loadShippedModel(oldest.version)).artifact.modelVersion).toBe(oldest.version);
  });

  it('lists what is shipped when another version is named', async () => {
    const message = await messageOf(loadShippedModel('1999.1.0'));
    for (const { version } of entries) expect(message).toContain(version);
    expect(message).toContain('got "1999.1.0"');
  });

  it('holds the file to the hash of its manifest', async () => {
    const message = await withModels(async (folder) => {
      // A byte that changes no number: only the hash can tell.
      writeFileSync(join(folder, newest.file), `${text} `);
      return messageOf(openModelIn(folder));
    });
    expect(message).toContain(newest.sha256.slice(0, 12));
  });
});

describe('openModel', () => {
  it('makes the same model of its text and of what it parses to', async () => {
    const shipped = await loadShippedModel();
    const wanted = nowcastHistory(shipped, hourly);
    const parsed: unknown = JSON.parse(text);
    for (const json of [text, parsed]) {
      const history = nowcastHistory(openModel(json), hourly);
      expect(history.now).toEqual(wanted.now);
      expect(history.label).toEqual(wanted.label);
    }
    expect(Object.isFrozen(parsed)).toBe(false);
  });

  it('says what is no model', async () => {
    const failed = (json: unknown): string => {
      try {
        openModel(json);
        return 'no error';
      } catch (error) {
        return error instanceof QuantError ? error.message : `not ours: ${String(error)}`;
      }
    };
    expect(failed('{')).toContain('expected JSON');
    expect(failed({ schema: 'other/1' })).toContain('schema');
    expect(failed(null)).toContain('schema');
    expect(failed({ ...(JSON.parse(text) as object), hmm: 1 })).toContain('hmm');
    expect(failed(undefined)).toContain('expected');
  });
});
