/** Links between the Markdown files of the repository, the part of a page that a link names included. */

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readText, ROOT } from './workspace.ts';

const FOLDERS = ['.changeset', 'benchmarks', 'docs', 'fixtures', 'models', 'packages', 'payments', 'site', 'test'];
/** Copies that a build makes, and wiki pages, whose links the build of the wiki checks. */
const NOT_WRITTEN = /^packages\/[^/]+\/dist\/|^docs\/wiki\//;

const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...FOLDERS.flatMap((folder) => filesBelow(folder, '.md')).filter((path) => !NOT_WRITTEN.test(path)),
];

const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^```.*?^```$/gms, '');

/** Targets of links to files of ours: code and addresses of other sites are left out. */
function linksOf(markdown: string): readonly string[] {
  return [
    ...withoutBlocks(markdown)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(\s*<?([^)\s>]+)/g),
  ]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** Anchors of a page's headings, as GitHub and the site derive them. */
function anchorsOf(markdown: string): readonly string[] {
  return [...withoutBlocks(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/\]\([^)]*\)/g, '')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

/** Links of a document that lead to no file, or to no heading of that file. */
function brokenLinks(path: string, markdown: string): readonly string[] {
  return linksOf(markdown).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : posix.join(posix.dirname(path), file);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !(target.endsWith('.md') && anchorsOf(readText(target)).includes(anchor));
  });
}

describe('the links of the Markdown files', () => {
  it('lead to files and headings that exist', () => {
    expect(documents.length).toBeGreaterThan(95);
    const links = documents.flatMap((path) => linksOf(readText(path)));
    expect(links.length).toBeGreaterThan(300);
    expect(links.filter((link) => link.includes('#')).length).toBeGreaterThan(30);
    expect(documents.flatMap((path) => brokenLinks(path, readText(path)).map((link) => `${path} ${link}`))).toEqual([]);
  });

  it('are reported when the file or the heading is missing', () => {
    const text =
      '[a](CONTRIBUTING.md#commits) [b](NOTHING.md) [c](#nothing) [d](CONTRIBUTING.md#nothing) `[e](E.md)`\n# A';
    expect(
      brokenLinks('README.md', `${text}\n[f](https://b.c) ![g](docs/packages.svg) [h](package.json#name)`),
    ).toEqual(['NOTHING.md', '#nothing', 'CONTRIBUTING.md#nothing', 'package.json#name']);
  });
});
