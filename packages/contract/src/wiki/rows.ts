/** Pages and search results on the wire. */

import type { FoundPage, StrategyLabels, WikiPage } from '@barograph/catalogue/wiki';
import { Type } from 'typebox';
import { fieldsOf, record, within } from '../fields.ts';
import { API_PREFIX } from '../version.ts';
import { snippetOf } from './snippet.ts';

/** Licence of every page. */
export const WIKI_LICENSE = 'CC BY 4.0';

/**
 * URL of a page below the origin of the service.
 *
 * @example
 * addressOf('strategies/turtle.md'); // → '/api/v1/wiki/page?path=strategies%2Fturtle.md'
 */
export const addressOf = (path: string): string => `${API_PREFIX}/wiki/page?path=${encodeURIComponent(path)}`;

const field = fieldsOf<WikiPage>();
const head = {
  path: field.text('Path of the page; path of wiki/page.', (page) => page.path),
  title: field.text('Title.', (page) => page.title),
  type: field.text('strategy, indicator or concept.', (page) => page.type),
  status: field.text('generated from the catalogue, or written by hand.', (page) => page.status),
  category: field.text('Group of an entry, or kind of a concept.', (page) => page.category),
  tags: field.list(Type.String(), 'Words to find it by.', (page) => page.tags),
  updated: field.text('UTC date of the last change, YYYY-MM-DD.', (page) => page.updated),
};

/** A page. */
export const pageRecord = record('WikiPage', {
  ...head,
  markdown: field.text('Text, without front matter. Links are relative to the path.', (page) => page.markdown),
  url: field.text('Address of the page, below the origin of the service.', (page) => addressOf(page.path)),
  license: field.text('Licence of the text.', () => WIKI_LICENSE),
});

const labels = fieldsOf<StrategyLabels>();
const STATED = 'Null unless the source that the page cites states it; of the sample that the page names.';
const strategy = record(null, {
  backtest_status: labels.text('How far it was tested here.', (labels) => labels.backtestStatus),
  horizon: labels.text('Its timeframe; day is intraday here.', (labels) => labels.horizon),
  strategy_type: labels.text('Slug of its group.', (labels) => labels.strategyType),
  complexity: labels.text('beginner, intermediate or advanced.', (labels) => labels.complexity),
  crowding_risk: labels.text('low, medium or high.', (labels) => labels.crowdingRisk),
  markets: labels.list(Type.String(), 'Markets that it trades.', (labels) => labels.markets),
  edge_source: labels.text('Kind of the reason why it could earn.', (labels) => labels.edgeSource),
  expected_sharpe: labels.numberOrNull(`Sharpe ratio a year. ${STATED}`, (labels) => labels.expectedSharpe),
  expected_max_drawdown: labels.numberOrNull(`Percent. ${STATED}`, (labels) => labels.expectedMaxDrawdown),
  breakeven_cost_bps: labels.numberOrNull(`Basis points a trade. ${STATED}`, (labels) => labels.breakevenCostBps),
  expected_sharpe_source: labels.choice(
    ['author_estimate'],
    'Always the same: what an author says, never a result of this service.',
    () => 'author_estimate',
  ),
});

/** Search result with its query. */
export interface FoundWith extends FoundPage {
  readonly q: string;
}
const found = fieldsOf<FoundWith>();
/** A result of a search. */
export const resultRecord = record('WikiResult', {
  ...within(({ page }: FoundWith) => page, head),
  snippet: found.text(
    'The passage around the first word that was asked; the summary where none stands in the text.',
    snippetOf,
  ),
  score: found.numberOrNull(
    'Weight of the match, comparable within one answer; null when q is empty.',
    (page) => page.score,
  ),
  read: found.text('Request that has the whole page.', ({ page }) => `GET ${addressOf(page.path)}`),
  url: found.text('Address of the page, below the origin of the service.', ({ page }) => addressOf(page.path)),
  strategy: found.innerOrNull(strategy, 'Labels of a strategy; null on other pages.', ({ page }) => page.strategy),
});
