/** GET /strategies and /indicators/catalog: rows of the catalogues. */

import {
  CATALOG_VERSION,
  INDICATOR_GROUP_SLUGS,
  INDICATORS,
  STRATEGIES,
  STRATEGY_GROUP_SLUGS,
  type Indicator,
  type Strategy,
} from '@barograph/catalogue';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { byGroup } from './by-group.ts';
import { indicatorRow } from './indicator-row.ts';
import { ADDED, groupQuery } from './parts.ts';
import { strategyRow } from './strategy-row.ts';

interface Found<Entry> {
  readonly entries: readonly Entry[];
  readonly group: string | undefined;
}

const envelope = <Entry>() => {
  const { integer, textOrNull, text } = fieldsOf<Found<Entry>>();
  return {
    count: integer('Rows.', ({ entries }) => entries.length, { minimum: 0 }),
    group: textOrNull('The filter; null where none was sent.', ({ group }) => group ?? null),
    catalog_version: text('Version of the contents, by year and month.', () => CATALOG_VERSION),
  };
};
const strategyReply = record('Strategies', {
  strategies: fieldsOf<Found<Strategy>>().items(
    strategyRow,
    'In the order of the catalogue.',
    (found) => found.entries,
  ),
  ...envelope<Strategy>(),
});
const indicatorReply = record('Indicators', {
  indicators: fieldsOf<Found<Indicator>>().items(
    indicatorRow,
    'In the order of the catalogue.',
    (found) => found.entries,
  ),
  ...envelope<Indicator>(),
});

const within = <Entry extends Strategy | Indicator>(entries: readonly Entry[], group: string | undefined) => ({
  entries: group === undefined ? entries : entries.filter((entry) => entry.group === group),
  group,
});
const strategiesOf = byGroup(STRATEGY_GROUP_SLUGS, (group) => strategyReply.encode(within(STRATEGIES, group)), {
  validGroups: STRATEGY_GROUP_SLUGS,
});
const indicatorsOf = byGroup(INDICATOR_GROUP_SLUGS, (group) => indicatorReply.encode(within(INDICATORS, group)));

export const strategyList = operation('strategies.list', {
  path: '/strategies',
  family: 'catalogue',
  dataset: 'catalogue',
  summary: '317 trading strategies as ideas with rules, by group. None of them is a promise.',
  description: 'strategies/{slug} has the reason, the data and two tasks; its wiki page has the rules.',
  notes: ADDED,
  query: groupQuery('breakout', '/strategies/groups'),
  reply: strategyReply.schema,
  errors: [{ code: 'unknown_group', when: 'A group that is not in valid_groups.' }],
  answer: (_, { query }) => strategiesOf(query.group),
});

export const indicatorList = operation('indicators.catalog', {
  path: '/indicators/catalog',
  family: 'catalogue',
  dataset: 'catalogue',
  summary: '187 indicators by group, with other names and the operations that serve them.',
  description: 'indicators/catalog/{slug} has the strategies that use one; its wiki page has the formula.',
  notes: ADDED,
  query: groupQuery('momentum', '/indicators/catalog/groups'),
  reply: indicatorReply.schema,
  errors: [{ code: 'unknown_group', when: 'A group that is not one of /indicators/catalog/groups.' }],
  answer: (_, { query }) => indicatorsOf(query.group),
});
