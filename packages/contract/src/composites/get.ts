/** GET /composites/{name}: one composite of the operator. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { problem } from '../problem.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { OWN_COMPOSITES, type ScoredComposite } from './port.ts';
import { ADDED, ownCompositeFields } from './row.ts';

interface Found {
  readonly composite: ScoredComposite;
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const reply = record('OwnCompositeNow', {
  ...within(({ composite }: Found) => composite, ownCompositeFields),
  ...within((found: Found) => found, { ...stampFields, source: sourceFields.source }),
});

export const compositeGet = operation('composites.get', {
  family: 'composites',
  path: '/composites/{name}',
  dataset: 'composites',
  ports: [OWN_COMPOSITES],
  summary: 'One composite of the operator, with the numbers that it is made of.',
  description: 'A part whose expression reads a number that is not known is missing; the others make up for it.',
  notes: ADDED,
  pathParameters: Type.Object({ name: Type.String({ minLength: 1, maxLength: 80, examples: ['mine'] }) }),
  reply: reply.schema,
  errors: [{ code: 'not_found', when: 'A name that the operator does not define; suggestions has those that are.' }],
  answer: (context, { path: { name } }) => {
    const composites = context.use(OWN_COMPOSITES);
    if (!composites.names.includes(name)) {
      const suggestions = composites.names;
      return err(problem('not_found', `This service has no composite of the name ${name}.`, { suggestions }));
    }
    const found = { composite: composites.score(name), asOf: context.now(), dataSource: context.dataSource };
    return ok(value(reply.encode(found)));
  },
});
