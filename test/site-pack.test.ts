/** Packing of the built site for the package of the page. */

import * as fc from 'fast-check';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readText } from './workspace.ts';

const { packFolder, MOST_BYTES } = (await import(new URL('../site/pack.mjs', import.meta.url).href)) as {
  readonly packFolder: (folder: string, most?: number) => number;
  readonly MOST_BYTES: number;
};
const root = mkdtempSync(join(tmpdir(), 'barograph-site-pack-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the packed site', () => {
  it('has a Brotli twin for every file, and nothing is packed twice', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.uint8Array({ maxLength: 2000 }), (page, font) => {
        const folder = mkdtempSync(join(root, 'one-'));
        mkdirSync(join(folder, 'assets'));
        writeFileSync(join(folder, 'assets', 'a.js'), page);
        writeFileSync(join(folder, 'font.woff2'), font);
        const bytes = packFolder(folder);
        const names = readdirSync(folder, { recursive: true }).map(String).toSorted();
        expect(names).toEqual(['assets', join('assets', 'a.js.br'), 'font.woff2']);
        expect(bytes).toBe(statSync(join(folder, 'assets', 'a.js.br')).size + font.length);
        expect(packFolder(folder)).toBe(bytes);
        expect(new Uint8Array(brotliDecompressSync(readFileSync(join(folder, 'assets', 'a.js.br'))))).toEqual(page);
        expect(() => packFolder(folder, bytes - 1)).toThrow(`at most ${bytes - 1} bytes packed, got ${bytes}`);
      }),
      { numRuns: 20 },
    );
  });

  it('has its bound, and a page is not packed without it', () => {
    expect(MOST_BYTES).toBe(6_000_000);
    expect(readText('site/build.mjs')).toContain('packFolder(OUT)');
    expect(readText('.ci/prepack.mjs')).toContain('dist/docs/index.html.br');
  });
});
