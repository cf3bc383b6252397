/** GET /wiki/page: one page as Markdown. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { API_PREFIX } from '../version.ts';
import { UNAVAILABLE, WIKI, wikiOf } from './port.ts';
import { pageRecord } from './rows.ts';

/** Search URL for a path that names no page. */
function searchFor(path: string): string {
  // A split surrogate pair would be invalid text.
  const words = path
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/[\uD800-\uDBFF]$/, '');
  return `${API_PREFIX}/wiki/search?q=${encodeURIComponent(words)}`;
}

export const wikiPage = operation('wiki.page', {
  path: '/wiki/page',
  family: 'wiki',
  dataset: 'wiki',
  summary: 'One page of the wiki as Markdown; CC BY 4.0.',
  description: 'path may be short, the end of the path, as long as one page alone has it; .md may be left out.',
  query: Type.Object({ path: Type.String({ examples: ['indicators/breadth/arms-index.md'] }) }),
  ports: [WIKI],
  reply: pageRecord.schema,
  errors: [
    UNAVAILABLE,
    { code: 'page_not_found', when: 'No page has the path, or more than one; suggestions has up to five near to it.' },
  ],
  answer: (context, { query: { path } }) => {
    const opened = wikiOf(context);
    if (!opened.ok) return opened;
    const page = opened.value.page(path);
    if (page !== undefined) return ok(value(pageRecord.encode(page)));
    const extra = { suggestions: opened.value.near(path), searchUrl: searchFor(path) };
    return err(problem('page_not_found', 'The path names no page, or more than one.', extra));
  },
});
