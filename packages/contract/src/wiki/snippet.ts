/** Excerpt of a page around the search words. */

import type { FoundPage } from '@barograph/catalogue/wiki';

/** Length of an excerpt, characters. */
const LENGTH = 200;
/** Characters before the matched word. */
const BEFORE = 60;

/** Text of Markdown on one line, without markup and links. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*#|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Excerpt around the first search word of at least three letters found in the text; otherwise the summary.
 *
 * @example
 * const head = { path: 'turtle.md', title: 'Turtle', type: 'strategy', status: 'generated', category: 'trend' };
 * const rest = { tags: [], aliases: [], updated: '2026-11-01', strategy: null, summary: 'A trend rule.' };
 * const page = { ...head, ...rest, markdown: '# Turtle\n\nBuys a **breakout** of 20 days.' };
 * snippetOf({ page, score: 1, q: 'breakout' }); // → 'Turtle Buys a breakout of 20 days.'
 * snippetOf({ page, score: 1, q: 'carry' }); // → 'A trend rule.'
 */
export function snippetOf({ page, q }: FoundPage & { readonly q: string }): string {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (words.length === 0) return page.summary;
  const text = plain(page.markdown);
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).find((place) => place >= 0);
  if (at === undefined) return page.summary;
  const begin = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const from = begin > at ? at : begin;
  const end = from + LENGTH >= text.length ? text.length : Math.max(text.lastIndexOf(' ', from + LENGTH), at + 1);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
