/** Compares the catalogue with the operations it names and with the code that computes its entries. */

import { INDICATORS, STRATEGIES } from '@barograph/catalogue';
import { FEATURES } from '@barograph/contract';
import { generatedPages } from '@barograph/catalogue/wiki';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { runCommand } from './run-command.ts';

const paths = new Set(FEATURES.flatMap(({ operations }) => operations.map(({ path }) => path.replace('/api/v1', ''))));

describe('the catalogue', () => {
  it('keeps its slugs: none is given to another', async () => {
    const slugs = [...INDICATORS, ...STRATEGIES].map(({ slug }) => slug);
    await expect(`${slugs.join('\n')}\n`).toMatchFileSnapshot('api-surface/catalogue-slugs.txt');
  });

  it('names only operations that there are', () => {
    const missing = [...INDICATORS, ...STRATEGIES].flatMap(({ slug, endpoints }) =>
      endpoints.filter((path) => !paths.has(path)).map((path) => `${slug}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('says of a strategy only data that its indicators do not go beyond', () => {
    const needs: Readonly<Record<string, string>> = {
      funding: 'funding',
      open_interest: 'open_interest',
      trades: 'trades',
      book: 'book',
      positions: 'positions',
      options: 'options',
      chain: 'chain',
    };
    const bySlug = new Map(INDICATORS.map((indicator) => [indicator.slug, indicator]));
    const short = STRATEGIES.flatMap(({ slug, indicators, dataRequired }) =>
      indicators
        .flatMap((indicator) => bySlug.get(indicator)!.inputs)
        .filter((input) => input in needs && !dataRequired.some((data) => data === needs[input]))
        .map((input) => `${slug}: ${input}`),
    );
    expect([...new Set(short)]).toEqual([]);
  });

  it('has a page of each entry, which `npm run wiki` writes', async () => {
    expect(inject('stalePackages'), 'changed since the last build: "npm run build"').not.toContain('catalogue');
    const root = mkdtempSync(join(tmpdir(), 'barograph-wiki-'));
    try {
      const left = join(root, 'docs/wiki/strategies/of-no-entry.md');
      for (const folder of [dirname(left), join(root, 'packages')]) mkdirSync(folder, { recursive: true });
      writeFileSync(left, '');
      const { code, stdout, stderr } = await runCommand(process.execPath, ['.ci/wiki.mjs', '--root', root]);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'wrote 504 pages\n', stderr: '' });
      const wiki = join(root, 'docs/wiki');
      const written = readdirSync(wiki, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.md'))
        .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(wiki, path), 'utf8')] as const);
      expect(new Map(written)).toEqual(generatedPages());
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
