/** GET /wiki/search: pages by words and filters. */

import { BACKTEST_STATUSES } from '@barograph/catalogue';
import type { WikiFilters } from '@barograph/catalogue/wiki';
import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { FIRST_RELEASE } from '../version.ts';
import { UNAVAILABLE, WIKI, wikiOf } from './port.ts';
import { resultRecord, type FoundWith } from './rows.ts';

const ANY = 'Any of these, with commas between or sent again.';
const textFilter = (what: string) => Type.Optional(Type.String({ description: `${what} ${ANY} Unknown: no results.` }));
/** Filter by one of the words, or several separated by commas. */
const wordFilter = (words: readonly string[]) => {
  const word = `(?:${words.join('|')})`;
  return Type.Optional(
    Type.String({ pattern: `^${word}(?:,${word})*$`, description: `${words.join(', ')}. ${ANY} Others: 422.` }),
  );
};

interface Found {
  readonly rows: readonly FoundWith[];
  readonly total: number;
  readonly q: string;
}
const field = fieldsOf<Found>();
const reply = record('WikiResults', {
  results: field.items(resultRecord, 'By score; newest pages first when q is empty.', ({ rows }) => rows),
  count: field.integer('Rows in results.', ({ rows }) => rows.length, { minimum: 0 }),
  total: field.integer('Pages that were found, before limit.', ({ total }) => total, { minimum: 0 }),
  q: field.text('The words, as asked.', ({ q }) => q),
});

/** Filters that need an index with strategy labels. */
const OF_STRATEGIES = ['backtestStatus', 'horizon', 'strategyType', 'complexity', 'crowdingRisk', 'market'] as const;

const listOf = (text: string | undefined): readonly string[] | undefined => {
  const values =
    text
      ?.split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '') ?? [];
  return values.length === 0 ? undefined : values;
};

export const wikiSearch = operation('wiki.search', {
  path: '/wiki/search',
  family: 'wiki',
  dataset: 'wiki',
  summary: 'Pages of the wiki by words and filters.',
  description:
    'A page is found that has one of the words; those with more of them, or in title, names and tags, stand first. Words may be begun or misspelt. Within one filter any value will do; all filters must pass. With neither, the newest pages.',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words.' })),
    type: textFilter('strategy, indicator or concept.'),
    tag: textFilter('A tag.'),
    category: textFilter('Group of an entry, or kind of a concept.'),
    backtest_status: wordFilter(BACKTEST_STATUSES),
    horizon: wordFilter(['scalp', 'intraday', 'swing', 'position', 'long-term']),
    strategy_type: textFilter('Slug of a group of strategies.'),
    complexity: wordFilter(['beginner', 'intermediate', 'advanced']),
    crowding_risk: wordFilter(['low', 'medium', 'high']),
    market: textFilter('A market, as in perps.'),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  }),
  repeatable: [
    'type',
    'tag',
    'category',
    'backtest_status',
    'horizon',
    'strategy_type',
    'complexity',
    'crowding_risk',
    'market',
  ],
  ports: [WIKI],
  reply: reply.schema,
  errors: [
    UNAVAILABLE,
    { code: 'wiki_index_outdated', when: 'The index has no labels of strategies, and a filter needs them.' },
  ],
  notes: [
    {
      date: FIRST_RELEASE,
      text: 'count, total and q; horizon, strategy_type, complexity, crowding_risk and markets of strategy',
    },
  ],
  answer: (context, { query }) => {
    const opened = wikiOf(context);
    if (!opened.ok) return opened;
    const wiki = opened.value;
    const q = query.q ?? '';
    const request: Readonly<Record<keyof WikiFilters, string | undefined>> = {
      type: query.type,
      tag: query.tag,
      category: query.category,
      backtestStatus: query.backtest_status,
      horizon: query.horizon,
      strategyType: query.strategy_type,
      complexity: query.complexity,
      crowdingRisk: query.crowding_risk,
      market: query.market,
    };
    const sent = Object.entries(request).map(([name, text]) => [name, listOf(text)] as const);
    const filters: WikiFilters = Object.fromEntries(sent.filter(([, values]) => values !== undefined));
    if (!wiki.hasStrategyLabels && OF_STRATEGIES.some((name) => filters[name] !== undefined)) {
      return err(problem('wiki_index_outdated', 'The index of the wiki is too old for filters of strategies.'));
    }
    const { found, total } = wiki.search({ q, limit: query.limit, ...filters });
    return ok(value(reply.encode({ rows: found.map((page) => ({ ...page, q })), total, q })));
  },
});
