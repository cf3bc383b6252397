/** Opens the wiki of an index: search with filters, pages by path, counts. */

import MiniSearch from 'minisearch';
import { WIKI_SCHEMA, type WikiIndex, type WikiStamp } from './index-of.ts';
import type { StrategyLabels, WikiPage } from './page.ts';
import { SEARCH_OPTIONS, type IndexedPage } from './search-options.ts';

/**
 * Error of an index with another schema, or a truncated one.
 *
 * @example
 * openWiki({ ...indexOf([], { builtAt: 0, sourceCommit: 'unknown' }), schema: 'wiki/0' });
 * // → WikiIndexError: "schema" expected wiki/1, got wiki/0
 */
export class WikiIndexError extends Error {
  override readonly name = 'WikiIndexError';
}

/** Filters: any value within a filter, and all filters that are set. Values are compared exactly, in lower case. */
export interface WikiFilters {
  readonly type?: readonly string[];
  readonly tag?: readonly string[];
  readonly category?: readonly string[];
  readonly backtestStatus?: readonly string[];
  readonly horizon?: readonly string[];
  readonly strategyType?: readonly string[];
  readonly complexity?: readonly string[];
  readonly crowdingRisk?: readonly string[];
  readonly market?: readonly string[];
}

/** Query of the wiki. */
export interface WikiQuestion extends WikiFilters {
  /**
   * Words; pages with any of them match, those with more of them first. Without words, every page that passes the
   * filters.
   */
  readonly q?: string;
  /** Most hits. */
  readonly limit: number;
}

/** Page found by a query. */
export interface FoundPage {
  readonly page: WikiPage;
  /** Score, comparable within one answer only; null without words. */
  readonly score: number | null;
}

/** Size and age of an index. */
export interface WikiStats extends WikiStamp {
  /** Number of pages. */
  readonly totalPages: number;
  /** Number of pages by category. */
  readonly byCategory: Readonly<Record<string, number>>;
  /** Number of pages by type. */
  readonly byType: Readonly<Record<string, number>>;
}

/** Opened wiki. */
export interface Wiki {
  /** Pages by path. */
  readonly pages: readonly WikiPage[];
  readonly stats: WikiStats;
  /** Whether filters of strategies can be answered. */
  readonly hasStrategyLabels: boolean;
  /** Searches: by score, then by path; without words by date, newest first, then by path. */
  search(question: WikiQuestion): { readonly found: readonly FoundPage[]; readonly total: number };
  /**
   * Page by its full path or by a short form, the end of its path: `concepts/signum`, `signum.md`, `signum`. `.md` is
   * optional. Undefined when no page matches, or several do.
   */
  page(path: string): WikiPage | undefined;
  /** Paths similar to one without a page, at most five. */
  near(path: string): readonly string[];
}

const NEAR_MOST = 5;
/** Factor of a page whose title or alias equals the query: `RSI` is the index, not a strategy that uses it often. */
const NAMED = 4;

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const isNamed = ({ title, aliases }: WikiPage, words: string): boolean =>
  [title, ...aliases].some((name) => normal(name) === normal(words));

type Read = (page: WikiPage) => readonly string[];
const label =
  (read: (labels: StrategyLabels) => readonly string[]): Read =>
  ({ strategy }) =>
    strategy === null ? [] : read(strategy);

/** Values of a page that each filter reads. */
const FILTERS: Readonly<Record<keyof WikiFilters, Read>> = {
  type: ({ type }) => [type],
  tag: ({ tags }) => tags,
  category: ({ category }) => [category],
  backtestStatus: label(({ backtestStatus }) => [backtestStatus]),
  horizon: label(({ horizon }) => [horizon]),
  strategyType: label(({ strategyType }) => [strategyType]),
  complexity: label(({ complexity }) => [complexity]),
  crowdingRisk: label(({ crowdingRisk }) => [crowdingRisk]),
  market: label(({ markets }) => markets),
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the table above
const FILTER_NAMES = Object.keys(FILTERS) as readonly (keyof WikiFilters)[];

function passes(page: WikiPage, question: WikiQuestion): boolean {
  return FILTER_NAMES.every((name) => {
    const wanted = question[name];
    if (wanted === undefined) return true;
    const values = new Set(FILTERS[name](page).map((value) => value.toLowerCase()));
    return wanted.some((value) => values.has(value.toLowerCase()));
  });
}

const byPath = (a: FoundPage, b: FoundPage): number => (a.page.path < b.page.path ? -1 : 1);

/**
 * Opens an index.
 *
 * @throws {WikiIndexError} when the schema differs or the index is truncated.
 * @example
 * const wiki = openWiki(indexOf([], { builtAt: 0, sourceCommit: 'unknown' }));
 * wiki.search({ q: 'funding', limit: 5 }); // → { found: [], total: 0 }
 */
export function openWiki(index: WikiIndex): Wiki {
  const { pages, hasStrategyLabels } = index;
  if (index.schema !== WIKI_SCHEMA) throw new WikiIndexError(`"schema" expected ${WIKI_SCHEMA}, got ${index.schema}`);
  const tree = treeOf(index);
  const byName = new Map(pages.map((page) => [page.path, page]));
  const search = (question: WikiQuestion) => {
    const words = question.q?.trim() ?? '';
    const scored: FoundPage[] =
      words === ''
        ? pages.map((page) => ({ page, score: null }))
        : tree.search(words).map(({ id, score }) => {
            const page = byName.get(String(id))!;
            return { page, score: isNamed(page, words) ? score * NAMED : score };
          });
    const passing = scored
      .filter(({ page }) => passes(page, question))
      .sort(words === '' ? newestFirst : (a, b) => (b.score === a.score ? byPath(a, b) : b.score! - a.score!));
    return { found: passing.slice(0, question.limit), total: passing.length };
  };
  return {
    pages,
    hasStrategyLabels,
    stats: statsOf(index),
    search,
    page: (path) => byName.get(path) ?? onlyPage(pages, path),
    near: (path) => {
      const words = path.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').slice(-200);
      return search({ q: words.trim() === '' ? 'wiki' : words, limit: NEAR_MOST }).found.map(({ page }) => page.path);
    },
  };
}

function newestFirst(a: FoundPage, b: FoundPage): number {
  if (a.page.updated !== b.page.updated) return a.page.updated < b.page.updated ? 1 : -1;
  return byPath(a, b);
}

/** Page whose path ends with the text at a folder boundary; undefined for several. Paths are keys, never files. */
function onlyPage(pages: readonly WikiPage[], path: string): WikiPage | undefined {
  const end = path.endsWith('.md') ? path : `${path}.md`;
  const exact = pages.find((page) => page.path === end);
  if (exact !== undefined) return exact;
  const matching = pages.filter((page) => page.path.endsWith(`/${end}`));
  return matching.length === 1 ? matching[0] : undefined;
}

function treeOf(index: WikiIndex): MiniSearch<IndexedPage> {
  try {
    const tree = MiniSearch.loadJS<IndexedPage>(index.search, SEARCH_OPTIONS);
    if (tree.documentCount === index.pages.length) return tree;
  } catch {
    // reported below: the library names fields of its own form
  }
  throw new WikiIndexError('"search" expected the tree of all pages, got another');
}

function statsOf({ pages, builtAt, sourceCommit }: WikiIndex): WikiStats {
  const count = (read: (page: WikiPage) => string): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const name of pages.map(read).sort()) counts[name] = (counts[name] ?? 0) + 1;
    return counts;
  };
  return {
    totalPages: pages.length,
    builtAt,
    sourceCommit,
    byCategory: count(({ category }) => category),
    byType: count(({ type }) => type),
  };
}
