/** The wiki of a host. */

import type { Wiki } from '@barograph/catalogue/wiki';
import { err, ok, type Result } from '@barograph/core';
import { port, type Context } from '../context.ts';
import { problem, type Problem } from '../problem.ts';

/** The wiki, or the reason why it is unavailable: still loading, or its index is missing or unreadable. */
export type WikiState =
  | { readonly kind: 'open'; readonly wiki: Wiki }
  | { readonly kind: 'loading' }
  | { readonly kind: 'unavailable' };

/** Port of the index of the wiki. */
export const WIKI = port<{ state(): WikiState }>('wiki', ['state']);

/** Retry-After while the index loads, seconds. */
const RETRY_S = 1;

/** Error of every wiki operation. */
export const UNAVAILABLE = {
  code: 'wiki_index_unavailable',
  when: 'The index is not loaded; Retry-After only while it is being read.',
} as const;

/** The wiki, or the 503 of a host without it. */
export function wikiOf(context: Context): Result<Wiki, Problem> {
  const state = context.use(WIKI).state();
  if (state.kind === 'open') return ok(state.wiki);
  const extra = state.kind === 'loading' ? { retryAfter: RETRY_S } : {};
  return err(problem('wiki_index_unavailable', 'The index of the wiki is not loaded.', extra));
}
