/** Tasks for a programmer or a language model, built from the fields of an entry without added facts. */

import type { Indicator } from './indicator.ts';
import { INDICATORS } from './indicators.ts';
import { REFERENCES } from './references.ts';
import type { Strategy } from './strategy.ts';

/** Two tasks: to build an entry, and to test it. */
export interface Prompts {
  readonly build: string;
  readonly backtest: string;
}

const NAMES: ReadonlyMap<string, string> = new Map(INDICATORS.map(({ slug, name }) => [slug, name]));
const SOURCES: ReadonlyMap<string, string> = new Map(
  REFERENCES.map(({ id, authors, year, title }) => [id, `${authors} (${year}), ${title}`]),
);
const text = (lines: readonly (string | false)[]): string => lines.filter((line) => line !== false).join('\n');
const sourcesOf = (ids: readonly string[]): string => ids.map((id) => SOURCES.get(id) ?? id).join('; ');

/**
 * Builds the tasks of a strategy: its rules, their data, and a test that counts costs and reads no later bar.
 *
 * @example
 * const { backtest } = strategyPrompts(STRATEGIES[0]);
 * backtest.includes(STRATEGIES[0].exit); // → true
 */
export function strategyPrompts(strategy: Strategy): Prompts {
  const { name, markets, timeframe, dataRequired, indicators, endpoints, entry, exit, sizing } = strategy;
  const named = indicators.map((slug) => `${NAMES.get(slug) ?? slug} (${slug})`).join(', ');
  const rules = [`Entry: ${entry}`, `Exit: ${exit}`, `Sizing: ${sizing}`];
  return {
    build: text([
      `Write the trading strategy "${name}" as a function of one bar or event at a time.`,
      `Markets: ${markets.join(', ')}. Timeframe: ${timeframe}. Data: ${dataRequired.join(', ')}.`,
      named !== '' && `Indicators: ${named}.`,
      endpoints.length > 0 && `Data by HTTP, below /api/v1: ${endpoints.join(', ')}.`,
      ...rules,
      'Keep every number a named parameter. Decide from what had closed or arrived by then, and send orders after it. Without data a rule needs, do nothing and say so.',
      `Sources: ${sourcesOf(strategy.sources)}.`,
    ]),
    backtest: text([
      `Test the trading strategy "${name}" (${timeframe}; ${markets.join(', ')}) bar by bar. Its rules:`,
      ...rules,
      'Fill at the next price after a decision. Subtract fees, half the spread, slippage that grows with size, and funding where a perp is held. Use coins as they were listed then, those that are gone included.',
      'Choose parameters on the first part of the sample only; report the rest once, with trades, turnover, exposure, drawdown, and the cost per trade at which nothing is left. Compare with holding, and with entries at random of the same number and length.',
      `It is expected to lose here; show those periods apart: ${strategy.breaks}`,
      strategy.isAnalogue === true &&
        'Its sources study other markets than coins: take none of their figures as a target.',
    ]),
  };
}

/**
 * Builds the tasks of an indicator: to compute it, and to test its information.
 *
 * @example
 * const { build } = indicatorPrompts(INDICATORS[0]);
 * build.includes(INDICATORS[0].formula); // → true
 */
export function indicatorPrompts(indicator: Indicator): Prompts {
  const { name, slug, formula, symbols, inputs, parameters, lookback, range, note } = indicator;
  const defined = Object.entries(symbols).map(([symbol, meaning]) => `${symbol}: ${meaning}`);
  const defaults = Object.entries(parameters).map(([key, value]) => `${key} ${value}`);
  const bounds = [range.least !== undefined && `from ${range.least}`, range.most !== undefined && `to ${range.most}`];
  return {
    build: text([
      `Write the indicator "${name}" as a function of columns that gives a column of the same length.`,
      `Formula: ${formula}.`,
      defined.length > 0 && `Symbols: ${defined.join('; ')}.`,
      `Inputs: ${inputs.join(', ')}. Defaults: ${defaults.length > 0 ? defaults.join(', ') : 'none'}.`,
      `Unit: ${[range.unit, ...bounds].filter((part) => part !== false).join(' ')}. The first value stands at index ${lookback}; before it and where an input is missing the value is NaN.`,
      note !== undefined && `Note: ${note}`,
      indicator.implementedBy.by !== 'none' &&
        `Compare with the column of: npx barograph indicator ${slug} bars.csv.gz. No value may change when later bars do.`,
      `Sources: ${sourcesOf(indicator.sources)}.`,
    ]),
    backtest: text([
      `Test whether the indicator "${name}" says anything of later returns.`,
      `Compute it with its defaults (${defaults.length > 0 ? defaults.join(', ') : 'it has none'}) on closed bars. Sort the bars by its value into five groups, and give mean, median and spread of the returns that follow over 1, 5 and 20 bars for each.`,
      'Returns that overlap are not independent: use blocks for the errors. Repeat on each half of the sample, on coins that are gone too, and on the same values shifted at random; say how often chance does as well.',
      'Trade the difference of the outer groups, less costs, before any claim.',
    ]),
  };
}
