/** Wiki index: pages and search tree in one JSON value. Uses no other package of ours, because the build creates it. */

import MiniSearch, { type AsPlainObject } from 'minisearch';
import type { WikiPage } from './page.ts';
import { SEARCH_OPTIONS, type IndexedPage } from './search-options.ts';

/** Schema of the index. Other schemas are refused. */
export const WIKI_SCHEMA = 'wiki/1';

/** Origin of an index. */
export interface WikiStamp {
  /** Build time, epoch seconds. */
  readonly builtAt: number;
  /** Commit of the pages; `unknown` without a repository. */
  readonly sourceCommit: string;
}

/** Wiki index. */
export interface WikiIndex extends WikiStamp {
  readonly schema: string;
  /** Whether its pages carry the labels of strategies. */
  readonly hasStrategyLabels: boolean;
  /** Pages by path. */
  readonly pages: readonly WikiPage[];
  readonly search: AsPlainObject;
}

/**
 * Builds the index of pages. The same pages and stamp give the same value, whatever their order.
 *
 * @example
 * const about = { type: 'concept', status: 'written', category: 'perps', tags: [], aliases: [], strategy: null };
 * const text = { title: 'Funding', summary: 'Paid by longs to shorts.', markdown: '# Funding', updated: '2026-10-01' };
 * const index = indexOf([{ path: 'concepts/funding.md', ...about, ...text }], { builtAt: 0, sourceCommit: 'unknown' });
 * openWiki(index).page('funding')?.title; // → 'Funding'
 */
export function indexOf(pages: readonly WikiPage[], stamp: WikiStamp): WikiIndex {
  const sorted = pages.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const search = new MiniSearch<IndexedPage>(SEARCH_OPTIONS);
  search.addAll(sorted.map(indexed));
  return {
    schema: WIKI_SCHEMA,
    builtAt: stamp.builtAt,
    sourceCommit: stamp.sourceCommit,
    hasStrategyLabels: true,
    pages: sorted,
    search: search.toJSON(),
  };
}

function indexed(page: WikiPage): IndexedPage {
  return {
    id: page.path,
    title: page.title,
    aliases: page.aliases.join(' '),
    slug: page.path.split('/').at(-1)!.replace(/\.md$/, ''),
    tags: [...page.tags, page.category, page.type].join(' '),
    summary: page.summary,
    text: page.markdown,
  };
}
