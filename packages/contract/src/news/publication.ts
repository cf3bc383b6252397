/** Publication of news: the perps that can be named. What was reported lies in the archive. */

import { Type } from 'typebox';
import { publication } from '../published.ts';

/** Universe of a run. */
export interface NewsHead {
  /** Active perps, in order. */
  readonly perps: readonly string[];
  /** Those that only a cashtag can name, in order. */
  readonly unresolvable: readonly string[];
  readonly wordsVersion: string;
}

/** Published minute by minute, once items and reactions of the minute are kept; it has no records. */
export const newsPublication = publication<never, NewsHead>('news', 'news-snapshot/1', {
  head: Type.Object({
    perps: Type.Array(Type.String()),
    unresolvable: Type.Array(Type.String()),
    wordsVersion: Type.String(),
  }),
  record: Type.Object({}),
});
