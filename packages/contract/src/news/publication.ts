/** Publication of news: the perps that titles can name. Reports are in the archive. */

import { Type } from 'typebox';
import { publication } from '../published.ts';

/** Universe of a run. */
export interface NewsHead {
  /** Active perps, in order. */
  readonly perps: readonly string[];
  /** Perps that only a cashtag can name, in order. */
  readonly unresolvable: readonly string[];
  readonly wordsVersion: string;
}

/** Published each minute after its items and reactions are stored; it has no records. */
export const newsPublication = publication<never, NewsHead>('news', 'news-snapshot/1', {
  head: Type.Object({
    perps: Type.Array(Type.String()),
    unresolvable: Type.Array(Type.String()),
    wordsVersion: Type.String(),
  }),
  record: Type.Object({}),
});
