/** GET /strategies/groups and /indicators/catalog/groups. */

import {
  CATALOG_VERSION,
  INDICATOR_GROUPS,
  INDICATORS,
  STRATEGIES,
  STRATEGY_GROUPS,
  type IndicatorGroup,
  type StrategyGroup,
} from '@barograph/catalogue';
import { ok } from '@barograph/core';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { ADDED, called, PathSchema } from './parts.ts';

const { text } = fieldsOf<StrategyGroup | IndicatorGroup>();
const texts = {
  slug: text('Value of the filter group of the list.', (group) => group.slug),
  name: text('Name.', (group) => group.name),
  description: text('What its entries have in common.', (group) => group.description),
};
const strategies = fieldsOf<StrategyGroup>();
const strategyGroup = record('StrategyGroup', {
  ...texts,
  strategy_count: strategies.integer(
    'Strategies in it.',
    ({ slug }) => STRATEGIES.filter(({ group }) => group === slug).length,
    { minimum: 0 },
  ),
});

const indicators = fieldsOf<IndicatorGroup>();
const inGroup = (slug: string) => INDICATORS.filter(({ group }) => group === slug);
const indicatorGroup = record('IndicatorGroup', {
  ...texts,
  indicator_count: indicators.integer('Indicators in it.', ({ slug }) => inGroup(slug).length, { minimum: 0 }),
  endpoints: indicators.list(PathSchema, 'Operations that its indicators name, each once.', ({ slug }) =>
    called([...new Set(inGroup(slug).flatMap(({ endpoints }) => endpoints))]),
  ),
});

const all = fieldsOf<undefined>();
const version = all.text('Version of the contents, by year and month.', () => CATALOG_VERSION);
const strategyReply = record('StrategyGroups', {
  groups: all.items(strategyGroup, 'The groups.', () => STRATEGY_GROUPS),
  count: all.integer('Groups.', () => STRATEGY_GROUPS.length, { minimum: 0 }),
  catalog_version: version,
});
const indicatorReply = record('IndicatorGroups', {
  groups: all.items(indicatorGroup, 'The groups.', () => INDICATOR_GROUPS),
  count: all.integer('Groups.', () => INDICATOR_GROUPS.length, { minimum: 0 }),
  catalog_version: version,
});
const strategyBody = value(strategyReply.encode(undefined));
const indicatorBody = value(indicatorReply.encode(undefined));

export const strategyGroups = operation('strategies.groups', {
  path: '/strategies/groups',
  family: 'catalogue',
  dataset: 'catalogue',
  summary: '22 groups of strategies, with the number of strategies in each.',
  notes: ADDED,
  reply: strategyReply.schema,
  answer: () => ok(strategyBody),
});

export const indicatorGroups = operation('indicators.catalog_groups', {
  path: '/indicators/catalog/groups',
  family: 'catalogue',
  dataset: 'catalogue',
  summary: '12 groups of indicators, with the number of indicators in each and the operations that they name.',
  notes: ADDED,
  reply: indicatorReply.schema,
  answer: () => ok(indicatorBody),
});
