import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsNamed } from './document-paths.ts';
import { readText, ROOT, workspaces } from './workspace.ts';

const text = readText('docs/architecture.md');
const contributing = readText('CONTRIBUTING.md');

/** File with one of its exports, written as a path followed by a name in brackets. */
interface NamedExport {
  readonly path: string;
  readonly name: string;
}

function exportsNamed(markdown: string): readonly NamedExport[] {
  return [...markdown.matchAll(/`([\w./-]+\.ts)`\s+\(`(\w+)`/g)].map(([, path, name]) => ({
    path: path!,
    name: name!,
  }));
}

/** Names that a sentence says are in a file: a name, "of" or "in", and a path. */
function namesQuoted(markdown: string): readonly NamedExport[] {
  return [...markdown.matchAll(/`(\w+)`\s+(?:of|in)\s+`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name, path]) => ({
    path: path!,
    name: name!,
  }));
}

/** Whether a source declares the export. */
function declares(source: string, name: string): boolean {
  return new RegExp(String.raw`^export (?:async )?(?:function|const|class) ${name}\b`, 'm').test(source);
}

/** Text of a section without its heading. */
function sectionOf(markdown: string, heading: string): string {
  return markdown.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

/** The numbered items of a section. */
function stepsOf(markdown: string, heading: string): readonly string[] {
  return sectionOf(markdown, heading)
    .split(/^(?=\d+\. )/m)
    .filter((part) => /^\d+\. /.test(part));
}

describe('docs/architecture.md', () => {
  const steps = stepsOf(text, 'From a venue to an answer');

  it('names files that exist', () => {
    const spans = pathsNamed(text).filter(({ isLink }) => !isLink);
    expect(spans.length).toBeGreaterThan(40);
    expect(spans.filter(({ path }) => path.includes('/') && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('links files that exist', () => {
    const links = pathsNamed(text).filter(({ isLink }) => isLink);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(({ path }) => !existsSync(join(ROOT, 'docs', path)))).toEqual([]);
  });

  it('follows a bar in twelve steps, each with a file and an export of it', () => {
    expect(steps.map((step) => Number.parseInt(step, 10))).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(steps.filter((step) => exportsNamed(step).length === 0)).toEqual([]);
  });

  it('names exports that the files have', () => {
    const named = exportsNamed(text);
    expect(named.length).toBeGreaterThanOrEqual(12);
    expect(named.filter(({ path, name }) => !declares(readText(path), name))).toEqual([]);
  });

  it.each([
    ['docs/architecture.md', text],
    ['CONTRIBUTING.md', contributing],
  ])('%s quotes names that the files have', (_, markdown) => {
    const quoted = namesQuoted(markdown);
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.filter(({ path, name }) => !new RegExp(String.raw`\b${name}\b`).test(readText(path)))).toEqual([]);
  });

  it('has every package', () => {
    const table = sectionOf(text, 'Packages');
    expect(workspaces().filter(({ folder }) => !table.includes(`\`${folder}\``))).toEqual([]);
  });

  it('names recipes of CONTRIBUTING.md', () => {
    const rows = sectionOf(text, 'Where to add things')
      .split('\n')
      .filter((line) => line.startsWith('| a'));
    const recipes = rows.map((row) => row.split('|').at(-2)!.trim());
    expect(recipes.length).toBeGreaterThan(10);
    expect(recipes.filter((recipe) => recipe !== '–' && !contributing.includes(`\n## ${recipe}\n`))).toEqual([]);
  });
});

describe('the checks of the document', () => {
  it('read a path with an export behind it, also over a line break', () => {
    expect(exportsNamed('`a/b.ts` (`f`) and `c.ts`\n   (`g`, both), `d.ts`, `e.ts` (text)')).toEqual([
      { path: 'a/b.ts', name: 'f' },
      { path: 'c.ts', name: 'g' },
    ]);
  });

  it('find a name that is not exported', () => {
    expect(declares('export function f(): void {}\nconst g = 1;', 'f')).toBe(true);
    expect(declares('export function f(): void {}\nconst g = 1;', 'g')).toBe(false);
    expect(declares('export function feed(): void {}', 'f')).toBe(false);
  });

  it('read a name of a file', () => {
    expect(namesQuoted('`A` of `b/c.ts`, `D`\n   in `e.mjs` and `F` (`g.ts`)')).toEqual([
      { path: 'b/c.ts', name: 'A' },
      { path: 'e.mjs', name: 'D' },
    ]);
  });

  it('count steps of one section', () => {
    expect(stepsOf('\n## A\n\n1. x\n   y\n2. z\n\n## B\n\n1. no\n', 'A')).toEqual(['1. x\n   y\n', '2. z\n']);
  });
});
