/** Pages and results on the wire. */

import type { FoundPage, StrategyLabels, WikiPage } from '@barograph/catalogue/wiki';
import { Type } from 'typebox';
import { fieldsOf, record, within } from '../fields.ts';
import { API_PREFIX } from '../version.ts';
import { snippetOf } from './snippet.ts';

/** Licence of every page. */
export const WIKI_LICENSE = 'CC BY 4.0';

/**
 * Address of a page below the origin of the service.
 *
 * @example
 * addressOf('strategies/turtle.md'); // → '/api/v1/wiki/page?path=strategies%2Fturtle.md'
 */
export const addressOf = (path: string): string => `${API_PREFIX}/wiki/page?path=${encodeURIComponent(path)}`;

const of = fieldsOf<WikiPage>();
const head = {
  path: of.text('Path of the page; path of wiki/page.', (one) => one.path),
  title: of.text('Title.', (one) => one.title),
  type: of.text('strategy, indicator or concept.', (one) => one.type),
  status: of.text('generated from the catalogue, or written by hand.', (one) => one.status),
  category: of.text('Group of an entry, or kind of a concept.', (one) => one.category),
  tags: of.list(Type.String(), 'Words to find it by.', (one) => one.tags),
  updated: of.text('UTC date of the last change, YYYY-MM-DD.', (one) => one.updated),
};

/** A page. */
export const pageRecord = record('WikiPage', {
  ...head,
  markdown: of.text('Text, without front matter. Links are relative to the path.', (one) => one.markdown),
  url: of.text('Address of the page, below the origin of the service.', (one) => addressOf(one.path)),
  license: of.text('Licence of the text.', () => WIKI_LICENSE),
});

const labels = fieldsOf<StrategyLabels>();
const STATED = 'Null unless the source that the page cites states it; of the sample that the page names.';
const strategy = record(null, {
  backtest_status: labels.text('How far it was tested here.', (one) => one.backtestStatus),
  horizon: labels.text('Its timeframe; day is intraday here.', (one) => one.horizon),
  strategy_type: labels.text('Slug of its group.', (one) => one.strategyType),
  complexity: labels.text('beginner, intermediate or advanced.', (one) => one.complexity),
  crowding_risk: labels.text('low, medium or high.', (one) => one.crowdingRisk),
  markets: labels.list(Type.String(), 'Markets that it trades.', (one) => one.markets),
  edge_source: labels.text('Kind of the reason why it could earn.', (one) => one.edgeSource),
  expected_sharpe: labels.numberOrNull(`Sharpe ratio a year. ${STATED}`, (one) => one.expectedSharpe),
  expected_max_drawdown: labels.numberOrNull(`Percent. ${STATED}`, (one) => one.expectedMaxDrawdown),
  breakeven_cost_bps: labels.numberOrNull(`Basis points a trade. ${STATED}`, (one) => one.breakevenCostBps),
  expected_sharpe_source: labels.choice(
    ['author_estimate'],
    'Always the same: what an author says, never a result of this service.',
    () => 'author_estimate',
  ),
});

/** A result with the words that were asked. */
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
    (one) => one.score,
  ),
  read: found.text('Request that has the whole page.', ({ page }) => `GET ${addressOf(page.path)}`),
  url: found.text('Address of the page, below the origin of the service.', ({ page }) => addressOf(page.path)),
  strategy: found.innerOrNull(strategy, 'Labels of a strategy; null on other pages.', ({ page }) => page.strategy),
});
