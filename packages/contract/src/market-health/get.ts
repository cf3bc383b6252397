/** GET /market-health, /market-health/components and /market-health/component/{name}. */

import { err, ok } from '@barograph/core';
import { HEALTH_COMPONENTS, type HealthComponentName } from '@barograph/stress';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import type { Context } from '../context.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { FIRST_RELEASE } from '../version.ts';
import { HEALTH_ERRORS, publishedHealth, stampRow, type Stamped } from './answer.ts';
import { healthComponent, marketHealthBody, type MarketHealthWire } from './row.ts';

const FAMILY = { family: 'market-health', dataset: 'market_health', pointInTime: true } as const;
const field = fieldsOf<MarketHealthWire & Stamped>();
const whole = Type.Object({ ...marketHealthBody.schema.properties, ...stampRow.schema.properties }, { title: 'MarketHealth' }); // prettier-ignore

/** Builds an answer from {@link PublishedHealth}, cached until the next publication. */
function answering(encode: (row: MarketHealthWire & Stamped, name: string) => object) {
  const kept = keptByView<ValueBody<never>>();
  return (context: Context, question: object, name = '') => {
    const published = publishedHealth(context);
    if (!published.ok) return published;
    const { view, health } = published.value;
    const make = (): ValueBody<never> => {
      const { asOf, dataSource } = view;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own fields
      return value(provenanced(encode({ ...health, asOf, dataSource }, name), view)) as ValueBody<never>;
    };
    return ok(kept(view, question, () => name, make));
  };
}

const answerWhole = answering(({ asOf, dataSource, ...health }) => ({
  ...health,
  ...stampRow.encode({ asOf, dataSource }),
}));
export const marketHealthGet = operation('market_health.get', {
  ...FAMILY,
  path: '/market-health',
  summary: 'Health of the market: a long-term and a short-term score of eleven components, and the total.',
  description:
    'Every 15 minutes. A component that is not available has score null and leaves its weight to the others of its group; partial says so. Points of inputs are piecewise linear between published knots, five of them bend on purpose.',
  reply: withProvenance(whole),
  errors: HEALTH_ERRORS,
  notes: [
    {
      date: FIRST_RELEASE,
      text: 'score of a component is null while available is false: the contract has integers alone; the answer also carries partial, config_version, inputs_version, as_of and data_source, and each component group, available and exact_score',
    },
  ],
  answer: (context, { query }) => answerWhole(context, query),
});

const componentsReply = record('MarketHealthComponentList', {
  components: {
    schema: marketHealthBody.fields.components.schema,
    read: (row: MarketHealthWire & Stamped) => row.components,
  },
  partial: field.flag('A component is not available.', ({ partial }) => partial),
  config_version: field.text('Version of weights and maps.', ({ config_version: version }) => version),
  ...stampRow.fields,
});
const answerComponents = answering(componentsReply.encode);
export const marketHealthComponents = operation('market_health.components', {
  ...FAMILY,
  path: '/market-health/components',
  summary: 'The eleven components with their inputs, points and weights.',
  reply: withProvenance(componentsReply.schema),
  errors: HEALTH_ERRORS,
  answer: (context, { query }) => answerComponents(context, query),
});

const componentReply = Type.Object(
  {
    name: Type.String({ description: 'Name of the component.' }),
    ...healthComponent.schema.properties,
    ...stampRow.schema.properties,
  },
  { title: 'MarketHealthOneComponent' },
);
const isComponent = (name: string): name is HealthComponentName =>
  HEALTH_COMPONENTS.some((component) => component === name);
const answerComponent = answering(({ components, asOf, dataSource }, name) =>
  isComponent(name) ? { name, ...components[name], ...stampRow.encode({ asOf, dataSource }) } : {},
);
export const marketHealthComponent = operation('market_health.component', {
  ...FAMILY,
  path: '/market-health/component/{name}',
  summary: 'One component with its inputs, points and weights.',
  pathParameters: Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: 40,
      examples: ['price_trend'],
      description: `One of ${HEALTH_COMPONENTS.join(', ')}.`,
    }),
  }),
  reply: withProvenance(componentReply),
  errors: [{ code: 'not_found', when: 'A name that is no component; suggestions has all of them.' }, ...HEALTH_ERRORS],
  answer: (context, { path }) => {
    if (isComponent(path.name)) return answerComponent(context, path, path.name);
    const message = `No component is named ${path.name}.`;
    return err(problem('not_found', message, { suggestions: HEALTH_COMPONENTS }));
  },
});
