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
  slug: text('Stable: never given to another entry.', (strategy) => strategy.slug),
  name: text('Name.', (strategy) => strategy.name),
  group: choice(STRATEGY_GROUP_SLUGS, 'Slug of its group.', (strategy) => strategy.group),
  summary: text('The idea in one or two sentences.', (strategy) => strategy.summary),
  timeframe: choice(
    TIMEFRAMES,
    'How long a position is held, from seconds to years.',
    (strategy) => strategy.timeframe,
  ),
  complexity: choice(DIFFICULTIES, 'Difficulty of running it.', (strategy) => strategy.complexity),
  indicators: list(Type.String(), 'Slugs of the indicators that its rules name.', (strategy) => strategy.indicators),
  endpoints: list(PathSchema, 'Operations with data that it needs.', (strategy) => called(strategy.endpoints)),
};

/** Strategy in a list. */
export const strategyRow = record('StrategyRow', fields);

/** Strategy with its details. */
export const strategyDetail = record('StrategyDetail', {
  ...fields,
  edge: text('The reason why it could earn. No promise.', (strategy) => strategy.edge),
  edge_source: choice(EDGE_SOURCES, 'Kind of that reason.', (strategy) => strategy.edgeSource),
  markets: list(Type.String(), 'Markets that it trades, as in spot or perps.', (strategy) => strategy.markets),
  data_required: list(
    Type.Enum([...STRATEGY_DATA], { type: 'string' }),
    'Kinds of data that it reads.',
    (strategy) => strategy.dataRequired,
  ),
  backtest_status: choice(
    BACKTEST_STATUSES,
    'How far it was tested here; untested unless a command of the repository reproduces the result.',
    (strategy) => strategy.backtestStatus,
  ),
  tags: list(Type.String(), 'Words to find it by.', (strategy) => strategy.tags),
  wiki_path: text('Path of its page: rules, sizing, what breaks it, sources.', wikiPathOf),
  prompts: inner(promptsRecord, strategyPrompts, 'Tasks made from its fields.'),
});
