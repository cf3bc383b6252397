/** Rows and details of strategies. */

import {
  BACKTEST_STATUSES,
  EDGE_SOURCES,
  STRATEGY_DATA,
  STRATEGY_GROUP_SLUGS,
  strategyPrompts,
  TIMEFRAMES,
  wikiPathOf,
  type Strategy,
} from '@barograph/catalogue';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { called, DIFFICULTIES, PathSchema, promptsRecord } from './parts.ts';

const { text, choice, list, inner } = fieldsOf<Strategy>();
const fields = {
  slug: text('Stable: never given to another entry.', (one) => one.slug),
  name: text('Name.', (one) => one.name),
  group: choice(STRATEGY_GROUP_SLUGS, 'Slug of its group.', (one) => one.group),
  summary: text('The idea in one or two sentences.', (one) => one.summary),
  timeframe: choice(TIMEFRAMES, 'How long a position is held, from seconds to years.', (one) => one.timeframe),
  complexity: choice(DIFFICULTIES, 'Difficulty of running it.', (one) => one.complexity),
  indicators: list(Type.String(), 'Slugs of the indicators that its rules name.', (one) => one.indicators),
  endpoints: list(PathSchema, 'Operations with data that it needs.', (one) => called(one.endpoints)),
};

/** A strategy of a list. */
export const strategyRow = record('StrategyRow', fields);

/** One strategy: the row, and what is added to it. */
export const strategyDetail = record('StrategyDetail', {
  ...fields,
  edge: text('The reason why it could earn. No promise.', (one) => one.edge),
  edge_source: choice(EDGE_SOURCES, 'Kind of that reason.', (one) => one.edgeSource),
  markets: list(Type.String(), 'Markets that it trades, as in spot or perps.', (one) => one.markets),
  data_required: list(
    Type.Enum([...STRATEGY_DATA], { type: 'string' }),
    'Kinds of data that it reads.',
    (one) => one.dataRequired,
  ),
  backtest_status: choice(
    BACKTEST_STATUSES,
    'How far it was tested here; untested unless a command of the repository reproduces the result.',
    (one) => one.backtestStatus,
  ),
  tags: list(Type.String(), 'Words to find it by.', (one) => one.tags),
  wiki_path: text('Path of its page: rules, sizing, what breaks it, sources.', wikiPathOf),
  prompts: inner(promptsRecord, strategyPrompts, 'Tasks made from its fields.'),
});
