/** GET /market-health/summary: scores and sentiments, as JSON or as a note. */

import { ok } from '@barograph/core';
import { HEALTH_COMPONENTS } from '@barograph/stress';
import { Type } from 'typebox';
import { text, value, type Body } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { formatParameter } from '../shapes/format.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { HEALTH_ERRORS, publishedHealth, stampRow } from './answer.ts';
import { healthSummary, type MarketHealthWire } from './row.ts';

const field = fieldsOf<MarketHealthWire>();
const reply = record('MarketHealthSummary', {
  ...healthSummary.fields,
  available: field.integer(
    'Components that are available, of eleven.',
    ({ components }) => HEALTH_COMPONENTS.filter((name) => components[name].available).length,
    { minimum: 0, maximum: HEALTH_COMPONENTS.length },
  ),
});
const schema = Type.Object(
  { ...reply.schema.properties, ...stampRow.schema.properties },
  { title: 'MarketHealthSummary' },
);
const kept = keptByView<Body<never>>();

/** Formats the scores as a Markdown note, with the contents of the JSON. */
export function healthNote(
  health: Omit<MarketHealthWire, 'components'> & {
    readonly components: Readonly<
      Record<string, Pick<MarketHealthWire['components']['price_trend'], 'score' | 'group' | 'weight'>>
    >;
  },
  { asOf, dataSource }: { readonly asOf: number; readonly dataSource: DataSource },
): string {
  const minute = new Date(asOf).toISOString().slice(0, 16).replace('T', ' ');
  const lines = Object.entries(health.components).map(
    ([name, { score, group, weight }]) =>
      `| ${name} | ${group} | ${weight} | ${score === null ? 'not available' : score} |`,
  );
  return [
    `# Market health ${health.total_score}, ${health.sentiment}, ${minute} UTC`,
    `Long term ${health.long_term_score} (${health.long_term_sentiment}), short term ${health.short_term_score} (${health.short_term_sentiment}).`,
    ['| component | term | weight | score |', '|---|---|---|---|', ...lines].join('\n'),
    ...(health.partial ? ['Scores are means of the components that are available.'] : []),
    `_Source: ${dataSource}._`,
  ]
    .join('\n\n')
    .concat('\n');
}

export const marketHealthSummary = operation('market_health.summary', {
  family: 'market-health',
  dataset: 'market_health',
  pointInTime: true,
  path: '/market-health/summary',
  summary: 'Scores and sentiments of market health, as JSON or as a note.',
  query: Type.Object(formatParameter),
  otherTypes: ['text/markdown'],
  reply: withProvenance(schema),
  errors: HEALTH_ERRORS,
  answer: (context, { query }) => {
    const published = publishedHealth(context);
    if (!published.ok) return published;
    const { view, health } = published.value;
    const { asOf, dataSource } = view;
    const make = (): Body<never> => {
      if (query.format === 'markdown') return text(healthNote(health, view), 'text/markdown; charset=utf-8');
      const wire = { ...reply.encode(health), ...stampRow.encode({ asOf, dataSource }) };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own fields
      return value(provenanced(wire, view)) as Body<never>;
    };
    return ok(kept(view, query, () => query.format ?? 'json', make));
  },
});
