/** GET /wiki/stats: size and age of the index. */

import type { WikiStats } from '@barograph/catalogue/wiki';
import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { UNAVAILABLE, WIKI, wikiOf } from './port.ts';

const { integer, text, custom } = fieldsOf<WikiStats>();
const counts = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });
const reply = record('WikiStats', {
  total_pages: integer('Pages.', (stats) => stats.totalPages, { minimum: 0 }),
  built_at: integer('Moment of the commit that the index was built from. Unix seconds.', (stats) => stats.builtAt, {
    minimum: 0,
  }),
  source_commit: text(
    'Commit of the pages; unknown where they were built without a repository.',
    (stats) => stats.sourceCommit,
  ),
  by_category: custom(counts('Pages of each category.'), (stats) => ({ ...stats.byCategory })),
  by_type: custom(counts('Pages of each type.'), (stats) => ({ ...stats.byType })),
});

export const wikiStats = operation('wiki.stats', {
  path: '/wiki/stats',
  family: 'wiki',
  dataset: 'wiki',
  summary: 'Size and age of the index of the wiki.',
  ports: [WIKI],
  reply: reply.schema,
  errors: [UNAVAILABLE],
  answer: (context) => {
    const opened = wikiOf(context);
    return opened.ok ? ok(value(reply.encode(opened.value.stats))) : opened;
  },
});
