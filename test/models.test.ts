import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readText, ROOT } from './workspace.ts';

interface ModelEntry {
  readonly id: string;
  readonly version: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

const MANIFEST = 'models/manifest.json';

describe('published models', () => {
  // Without a manifest nothing is published: then models/ must be empty.
  const entries = existsSync(join(ROOT, MANIFEST)) ? (JSON.parse(readText(MANIFEST)) as readonly ModelEntry[]) : [];

  it.each(entries.map((entry) => [`${entry.id}@${entry.version}`, entry] as const))('%s is what it was', (_, entry) => {
    const bytes = readFileSync(join(ROOT, 'models', entry.file));
    expect(bytes.length).toBe(entry.bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.sha256);
  });

  it('no model lies there unlisted', () => {
    const listed = new Set(entries.map(({ file }) => `models/${file}`));
    const found = filesBelow('models', '.json').filter((path) => path !== MANIFEST);
    expect(found.filter((path) => !listed.has(path))).toEqual([]);
  });
});
