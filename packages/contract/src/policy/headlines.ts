/** GET /policy/headlines: live headlines of US regulation, classified. */

import { err, ok } from '@barograph/core';
import { value } from '../body.ts';
import { fieldsOf, record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { noSource } from '../shapes/no-source.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedRisk, RISK_SOURCES, riskStamp, riskStampFields, type RiskStamp } from '../shapes/risk.ts';
import { ofPolicy } from './answer.ts';
import { liveHeadlines, policyHeadlineRow, pressureFields, RULES_VERSION, type LiveHeadlines } from './headlines-of.ts';
import { policyPublication } from './publication.ts';

type Live = LiveHeadlines & RiskStamp;
const field = fieldsOf<Live>();
const reply = record('PolicyHeadlineList', {
  items: field.items(policyHeadlineRow, 'Of the last 72 hours, the newest first.', ({ live }) => live),
  count: field.integer('Rows in items.', ({ live }) => live.length, { minimum: 0 }),
  ...within((headlines: Live) => headlines, pressureFields),
  rules_version: field.text('Version of the rules of classes.', () => RULES_VERSION),
  ...riskStampFields,
});

export const policyHeadlines = operation('policy.headlines', {
  ...ofPolicy,
  path: '/policy/headlines',
  dataset: 'policy',
  ports: [RISK_SOURCES],
  pointInTime: true,
  summary: 'Live headlines of US regulation, classified.',
  description:
    'Classes come from an ordered list of rules, not from a model; the first rule that fits decides, and rule names it. Live-only: no headline is archived. Headlines that name neither crypto nor those who regulate it are left out.',
  reply: withProvenance(reply.schema),
  answer: (context) => {
    const found = publishedRisk(context, 'policy', policyPublication);
    if (!found.ok) return found;
    if (!context.use(RISK_SOURCES).hasHeadlines) return err(noSource('headlines'));
    const view = found.value;
    const live = liveHeadlines(view.head.headlines, view.asOf);
    if (live === null) {
      const retryAfter = context.retryAfter(policyPublication);
      return err(problem('source_unavailable', 'The sources of headlines did not answer.', { retryAfter }));
    }
    return ok(value(provenanced(reply.encode({ ...live, ...riskStamp(view, ['headlines']) }), view)));
  },
});
