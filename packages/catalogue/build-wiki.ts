/// <reference types="node" />
/**
 * Builds the wiki index from the catalogue's entries and the hand-written concept pages. A fault of a page fails the
 * build, with file and line.
 */

import matter from 'gray-matter';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importSource } from '../../.ci/import-source.ts';
import type * as Generator from './src/wiki/generated-pages.ts';
import { indexOf, type WikiStamp } from './src/wiki/index-of.ts';
import type { StrategyLabels, WikiPage } from './src/wiki/page.ts';

/** Fault of a page. */
export class WikiPageError extends Error {
  override readonly name = 'WikiPageError';
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
  }
}

/** File of the wiki. */
export interface WikiFile {
  /** Path relative to the wiki folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const TYPES = ['strategy', 'indicator', 'concept'] as const;
const STATUSES = ['generated', 'written'] as const;
const BACKTEST = [
  'untested',
  'naive-backtested',
  'cost-corrected',
  'walk-forward-validated',
  'paper-traded',
  'pilot',
  'live',
  'paused',
  'retired',
] as const;
const HORIZONS = ['scalp', 'intraday', 'swing', 'position', 'long-term'] as const;
const COMPLEXITIES = ['beginner', 'intermediate', 'advanced'] as const;
const RISKS = ['low', 'medium', 'high'] as const;

/** Reads the front matter of one page. */
function frontOf(file: WikiFile, data: Readonly<Record<string, unknown>>) {
  const lines = file.text.split('\n');
  const fail = (name: string, expected: string): never => {
    const at = lines.findIndex((line) => line.startsWith(`${name}:`));
    throw new WikiPageError(
      file.path,
      Math.max(1, at + 1),
      `"${name}" expected ${expected}, got ${JSON.stringify(data[name])}`,
    );
  };
  const text = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' && value !== '' ? value : fail(name, 'a text');
  };
  return {
    fail,
    text,
    choice: (name: string, values: readonly string[]): string =>
      values.includes(text(name)) ? text(name) : fail(name, `one of ${values.join(', ')}`),
    list: (name: string, isOptional = false): readonly string[] => {
      const value = data[name];
      if (value === undefined && isOptional) return [];
      const isList = Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
      return isList ? (value as string[]) : fail(name, 'a list of texts');
    },
    numberOrNull: (name: string): number | null => {
      const value = data[name];
      return value === null || (typeof value === 'number' && Number.isFinite(value))
        ? value
        : fail(name, 'a number or null');
    },
  };
}
type Front = ReturnType<typeof frontOf>;

function labelsOf(front: Front): StrategyLabels {
  return {
    backtestStatus: front.choice('backtest-status', BACKTEST),
    horizon: front.choice('horizon', HORIZONS),
    strategyType: front.text('strategy-type'),
    complexity: front.choice('complexity', COMPLEXITIES),
    crowdingRisk: front.choice('crowding-risk', RISKS),
    markets: front.list('markets'),
    edgeSource: front.text('edge-source'),
    expectedSharpe: front.numberOrNull('expected-sharpe'),
    expectedMaxDrawdown: front.numberOrNull('expected-max-drawdown'),
    breakevenCostBps: front.numberOrNull('breakeven-cost-bps'),
  };
}

/** Whether a date exists in the calendar. */
function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

interface Read {
  readonly page: WikiPage;
  readonly file: WikiFile;
  readonly front: Front;
}

/** Parses the page of a file. @throws {WikiPageError} when the front matter is invalid. */
function pageOf(file: WikiFile): Read {
  if (!file.text.startsWith('---\n'))
    throw new WikiPageError(file.path, 1, 'expected front matter, which begins with ---');
  const { data, content } = parsed(file);
  const front = frontOf(file, data);
  const type = front.choice('type', TYPES);
  const updated = front.text('updated');
  if (!isDate(updated)) front.fail('updated', 'a date as "2026-11-23"');
  for (const id of front.list('references', true)) {
    if (!/ \(\d{4}\)$/.test(id)) front.fail('references', 'references that end in a year, as in "wilder-1978 (1978)"');
  }
  return {
    file,
    front,
    page: {
      path: file.path,
      title: front.text('title'),
      type,
      status: front.choice('status', STATUSES),
      category: front.text('category'),
      tags: front.list('tags'),
      aliases: front.list('aliases', true),
      summary: front.text('summary'),
      updated,
      markdown: content.replace(/^\n+/, ''),
      strategy: type === 'strategy' ? labelsOf(front) : null,
    },
  };
}

function parsed(file: WikiFile): { readonly data: Readonly<Record<string, unknown>>; readonly content: string } {
  try {
    // options disable its cache, and code in front matter is not executed
    return matter(file.text, { language: 'yaml', engines: { javascript: { parse: () => ({}) } } });
  } catch (error) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors of the YAML reader have both
    const { mark, reason } = error as { readonly mark?: { readonly line: number }; readonly reason?: string };
    // the parser counts lines from 0, starting below the first line
    throw new WikiPageError(file.path, (mark?.line ?? 0) + 2, `front matter expected YAML: ${reason ?? String(error)}`);
  }
}

/** Checks that the links of a page and its listed indicators lead to pages. */
function assertLinks({ file, page, front }: Read, paths: ReadonlySet<string>, indicators: ReadonlySet<string>): void {
  for (const slug of front.list('indicators', true)) {
    if (!indicators.has(slug)) front.fail('indicators', `slugs of indicators (unknown: ${slug})`);
  }
  for (const [row, line] of file.text.split('\n').entries()) {
    for (const [, target = ''] of line.matchAll(/\]\(([^)\s]+\.md)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const path = posix.join(posix.dirname(page.path), target);
      if (!paths.has(path)) throw new WikiPageError(file.path, row + 1, `link expected a page, got ${target}`);
    }
  }
}

/** Parses the pages of files. @throws {WikiPageError} for the first fault, in the order of the files. */
export function wikiPages(files: readonly WikiFile[]): readonly WikiPage[] {
  const seen = new Set<string>();
  for (const { path } of files) {
    const name = path.toLowerCase();
    if (seen.has(name)) throw new WikiPageError(path, 1, 'expected a path of its own, got that of another page');
    seen.add(name);
  }
  const read = files.map(pageOf);
  const paths = new Set(files.map(({ path }) => path));
  const indicators = new Set(
    read.filter(({ page }) => page.type === 'indicator').map(({ page }) => posix.basename(page.path, '.md')),
  );
  for (const page of read) assertLinks(page, paths, indicators);
  return read.map(({ page }) => page);
}

/** Files of the wiki by path: Markdown files of the concepts folder, and generated pages. */
export function wikiFiles(concepts: string, pages: ReadonlyMap<string, string>): readonly WikiFile[] {
  const written = readdirSync(concepts)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      path: `concepts/${name}`,
      text: readFileSync(join(concepts, name), 'utf8').replaceAll('\r\n', '\n'),
    }));
  const generated = [...pages].map(([path, text]) => ({ path, text }));
  return [...written, ...generated].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Origin of the pages: commit and time of the last commit that touched a concept or the catalogue, so that a second
 * build gives the same bytes. Without a repository `SOURCE_COMMIT` and `SOURCE_DATE_EPOCH`; without these `unknown`,
 * and the newest date of a page.
 */
function stampOf(concepts: string, pages: readonly WikiPage[]): WikiStamp {
  const newest =
    pages
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? '1970-01-01';
  const { SOURCE_COMMIT: commit, SOURCE_DATE_EPOCH: epoch } = process.env;
  const otherwise = {
    sourceCommit: commit ?? 'unknown',
    builtAt: epoch === undefined ? Date.parse(newest) / 1000 : Number(epoch),
  };
  try {
    const args = ['log', '-1', '--format=%H %ct', '--', concepts, 'packages/catalogue/src'];
    const answer = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [hash = '', seconds = ''] = answer.trim().split(' ');
    return hash === '' ? otherwise : { sourceCommit: hash, builtAt: Number(seconds) };
  } catch {
    return otherwise; // no git or no repository: the image is built from files only
  }
}

/**
 * Writes the wiki index. Runs in the root of the repository.
 *
 * @param concepts - folder of the hand-written pages
 * @param to - file of the index
 * @throws {WikiPageError} when a page is invalid; nothing is then written.
 */
export async function buildWiki(concepts: string, to: string): Promise<void> {
  const { generatedPages } = await importSource<typeof Generator>('packages/catalogue/src/wiki/generated-pages.ts');
  const pages = wikiPages(wikiFiles(concepts, generatedPages()));
  writeFileSync(to, JSON.stringify(indexOf(pages, stampOf(concepts, pages))));
}
