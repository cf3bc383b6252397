/** GET /composites: composites of the operator. */

import { ok } from '@barograph/core';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { OWN_COMPOSITES, type ScoredComposite } from './port.ts';
import { ADDED, ownCompositeRow } from './row.ts';

interface Composites {
  readonly rows: readonly ScoredComposite[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Composites>();
const reply = record('OwnComposites', {
  items: field.items(ownCompositeRow, 'In the order of the file; none without one.', ({ rows }) => rows),
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  ...stampFields,
  source: sourceFields.source,
});

export const compositeList = operation('composites.list', {
  family: 'composites',
  path: '/composites',
  dataset: 'composites',
  ports: [OWN_COMPOSITES],
  summary: 'Composites that the operator of this service defines over its published numbers.',
  description: 'Pro, because they may read numbers that are.',
  notes: ADDED,
  reply: reply.schema,
  answer: (context) => {
    const composites = context.use(OWN_COMPOSITES);
    const rows = composites.names.map((name) => composites.score(name));
    return ok(value(reply.encode({ rows, asOf: context.now(), dataSource: context.dataSource })));
  },
});
