import type { ModelEntry } from '@barograph/core';
import { readArtifact } from '@barograph/files';
import { loadModel } from '@barograph/nowcast';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readText, ROOT } from './workspace.ts';

const MANIFEST = 'models/manifest.json';

interface Metrics {
  readonly bars: { readonly sha256: string };
  readonly refits: readonly { readonly at: number; readonly trainedTo: number }[];
}

describe('published models', () => {
  // Without a manifest nothing is published: then models/ must be empty.
  const entries = existsSync(join(ROOT, MANIFEST)) ? (JSON.parse(readText(MANIFEST)) as readonly ModelEntry[]) : [];
  const named = entries.map((entry) => [`${entry.id}@${entry.version}`, entry] as const);
  // the others are what was measured of them
  const models = named.filter(([, { id }]) => id === 'nowcast');

  it.each(named)('%s is what it was', (_, entry) => {
    const bytes = readFileSync(join(ROOT, 'models', entry.file));
    expect(bytes.length).toBe(entry.bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.sha256);
  });

  it.each(models)('%s opens as the version that it is listed as, passed by the checks of its fit', async (_, entry) => {
    const bytes = await readArtifact(join(ROOT, 'models', entry.file), entry);
    const model = bytes.ok ? loadModel(new TextDecoder().decode(bytes.value)) : bytes;
    expect(model).toMatchObject({ ok: true });
    const { artifact } = model.ok ? model.value : expect.fail();
    expect(artifact.schema).toBe(entry.schema);
    expect(artifact.modelVersion).toBe(entry.version);
    expect(artifact.approval.accepted).toBe(true);
  });

  it.each(models)('%s with any one byte changed is refused with both hashes', async (_, entry) => {
    const folder = mkdtempSync(join(tmpdir(), 'barograph-model-'));
    try {
      const bytes = readFileSync(join(ROOT, 'models', entry.file));
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const altered = Buffer.from(bytes);
        altered[at]! ^= 1;
        const path = join(folder, 'model.json');
        writeFileSync(path, altered);
        const found = createHash('sha256').update(altered).digest('hex');
        expect(await readArtifact(path, entry)).toEqual({
          ok: false,
          error: {
            code: 'artifact_mismatch',
            file: path,
            expected: `${entry.bytes} bytes with sha256 ${entry.sha256}`,
            got: `${entry.bytes} bytes with sha256 ${found}`,
          },
        });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(models)(
    '%s has a card with its hash and that of its bars, and metrics of no hour learnt from',
    (_, entry) => {
      const folder = `models/${dirname(entry.file)}`;
      const model = JSON.parse(readText(`models/${entry.file}`)) as { training: { bars: { sha256: string } } };
      const card = readText(`${folder}/CARD.md`);
      const measured = entries.find(({ id, version }) => id === 'nowcast-metrics' && version === entry.version)!;
      const metrics = JSON.parse(readText(`models/${measured.file}`)) as Metrics;
      expect(card).toContain(entry.sha256);
      const training = `${folder}/evidence/training.md`;
      expect(existsSync(join(ROOT, training)) ? readText(training) : card).toContain(model.training.bars.sha256);
      expect(metrics.bars.sha256).toBe(model.training.bars.sha256);
      const evidence = `${folder}/evidence.json`;
      if (existsSync(join(ROOT, evidence))) {
        expect(JSON.parse(readText(evidence))).toMatchObject({ version: 'evidence/1', bars: metrics.bars });
        expect(card).toContain('### Surrogates');
      }
      for (const { at, trainedTo } of metrics.refits) expect(trainedTo).toBeLessThan(at);
      for (const [, name] of card.matchAll(/\]\(([^)]+)\)/g)) expect(existsSync(join(ROOT, folder, name!))).toBe(true);
    },
  );

  it('no model lies there unlisted', () => {
    const listed = new Set(
      entries.flatMap(({ file }) => [
        `models/${file}`,
        `models/${dirname(file)}/metrics.json`,
        `models/${dirname(file)}/evidence.json`,
      ]),
    );
    const found = filesBelow('models', '.json').filter((path) => path !== MANIFEST);
    expect(found.filter((path) => !listed.has(path))).toEqual([]);
  });
});
