/** Compares the generated sources of the client with the contract, and builds them in an empty folder. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGenerated, buildPython } from '../build-generated.ts';
import { generatedPython } from './generate-python.ts';
import { generated } from './generate.ts';

const files = [
  ...Object.entries(generated()).map(([name, text]) => [`../src/generated/${name}`, text] as const),
  ['../../python/barograph/_operations.py', generatedPython()] as const,
];

describe('the generated files of the client', () => {
  it.each(files)('%s is what the operation table says', (path, text) => {
    const file = new URL(path, import.meta.url);
    expect(readFileSync(file, 'utf8') === text, 'the contract changed since the last build: "npm run build"').toBe(
      true,
    );
  });

  it('are written by the build', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'barograph-generated-'));
    try {
      await buildGenerated(join(folder, 'generated'));
      const files = readdirSync(join(folder, 'generated'));
      const written = files.map((name) => [name, readFileSync(join(folder, 'generated', name), 'utf8')]);
      expect(Object.fromEntries(written)).toEqual(generated());
      await buildPython(join(folder, 'python'));
      expect(readFileSync(join(folder, 'python', '_operations.py'), 'utf8')).toBe(generatedPython());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
