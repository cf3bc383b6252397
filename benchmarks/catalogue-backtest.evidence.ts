/**
 * Runs one strategy of the catalogue, or all runnable ones, bar by bar on the simulator. Prints trades, turnover and the net
 * result with and without costs. Profits here prove nothing about markets: the simulator has trends and reversals by
 * construction. The figures show that the text can be executed, how often it trades and what that costs.
 *
 * `node --import tsx --conditions source benchmarks/catalogue-backtest.evidence.ts [slug]`
 */

import { STRATEGIES } from '@barograph/catalogue';
import { backtest, FREE, type Run } from '../test/catalogue/backtester.ts';
import { panelOf } from '../test/catalogue/panels.ts';
import { NOT_RUN, RULES } from '../test/catalogue/rules.ts';

const only = process.argv[2];
const rules = RULES.filter(({ slug }) => only === undefined || slug === only);
if (rules.length === 0) {
  const entry = STRATEGIES.find(({ slug }) => slug === only);
  const reason =
    entry === undefined ? 'the catalogue has no such strategy' : (NOT_RUN[entry.group] ?? 'it is not coded');
  console.error(`"slug" expected one that runs, got ${only}: ${reason}`);
  process.exit(1);
}

const result = ({ equity }: Run): string => `${(100 * (equity.at(-1)! - 1)).toFixed(1)} %`;
const drawdown = ({ equity }: Run): string => {
  let [top, worst] = [0, 0];
  for (const value of equity) {
    top = Math.max(top, value);
    worst = Math.max(worst, 1 - value / top);
  }
  return `${(100 * worst).toFixed(1)} %`;
};
/** Positions opened or turned. */
const trades = ({ units }: Run): number =>
  units.reduce(
    (sum, column) =>
      sum + column.filter((now, i) => now !== 0 && Math.sign(now) !== Math.sign(column[i - 1] ?? 0)).length,
    0,
  );

console.log('Simulator, not a market: the results say nothing about what these rules earn anywhere.');
for (const { slug, every, symbols, costs, start } of rules) {
  const panel = panelOf(symbols, every);
  const run = backtest(panel, start(panel), costs);
  const free = backtest(panel, start(panel), FREE);
  const days = (panel.time.length * every) / 24;
  console.log(
    [
      `\n${slug}: ${symbols.join(' ')}, ${panel.time.length} bars of ${every} h`,
      `  trades ${trades(run)}, fills ${run.fills.length}, turnover ${((run.turnover * 365) / days).toFixed(1)} × equity a year`,
      `  costs ${costs.takerBp} bp (limit ${costs.makerBp} bp) a side${costs.paysFunding ? ', funding' : ''}`,
      `  net ${result(run)} with costs, ${result(free)} without; deepest fall ${drawdown(run)}`,
    ].join('\n'),
  );
}
