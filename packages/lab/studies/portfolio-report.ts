/** Report of the test of portfolio risk, as Markdown. */

import { table } from '../src/markdown.ts';
import { WORLDS } from './portfolio-forecasts.ts';
import { BOOK_KINDS } from './portfolio-books.ts';
import {
  dateOf,
  ENGINE,
  GOALS,
  type HorizonReport,
  type LevelReport,
  type ModelSummary,
  type PartDifference,
} from './portfolio-run.ts';

/** Result of the study. Plain JSON. */
export interface Report {
  readonly version: 'portfolio_risk/1';
  readonly config: string;
  readonly seed: string;
  /** Epoch ms: first origin, and the end of the last outcome. */
  readonly from: number;
  readonly to: number;
  /** Epoch ms of the first hour that no model has learnt. */
  readonly learntTo: number;
  readonly coins: readonly string[];
  readonly horizons: readonly HorizonReport[];
}

const percent = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)} %`;
const signed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');
const nameOf = ({ horizon }: HorizonReport): string => `${horizon.slice(1)} hours`;

function engineOf({ summaries }: LevelReport): ModelSummary {
  return summaries.find(({ model, kind }) => model === ENGINE && kind === 'all')!;
}

function goalsText(horizons: readonly HorizonReport[]): string {
  const rows = horizons.flatMap((horizon) =>
    horizon.levels.map((level) => {
      const { inSet, near, coverage } = engineOf(level);
      const { mean, low, high, reachGoal, atMostObserved } = level.worlds;
      const verdict = (share: number, goal: number): string => `${percent(share)}, ${share >= goal ? 'met' : 'missed'}`;
      return [
        `${nameOf(horizon)}, ${percent(level.level)}`,
        verdict(inSet, GOALS.inSet),
        percent(coverage, 2),
        level.level === 0.05 ? verdict(near, GOALS.near) : `${percent(near)}, no goal`,
        `${percent(mean)} (${percent(low)} … ${percent(high)})`,
        percent(reachGoal, 1),
        percent(atMostObserved, 1),
      ];
    }),
  );
  const head = [
    'horizon, level',
    `books with the engine in the 90 % set, goal ${percent(GOALS.inSet)}`,
    'mean share of hits',
    `books within ±1 point of 5 % (±0.5 of 1 %), goal ${percent(GOALS.near)}`,
    'the same in worlds in which the engine is right (5 % … 95 %)',
    'such worlds that reach the goal',
    'such worlds at or below the observed share',
  ];
  return table(head, rows);
}

function modelsText({ summaries, level, near }: LevelReport, kind: ModelSummary['kind']): string {
  const rows = summaries
    .filter((summary) => summary.kind === kind)
    .map((summary) => [
      summary.model,
      percent(summary.coverage, 2),
      percent(summary.near),
      percent(summary.kupiec),
      percent(summary.christoffersen),
      signed(summary.z2, 3),
      percent(summary.acerbiSzekely),
      signed(summary.fz0, 4),
      percent(summary.inSet),
      percent(summary.best),
    ]);
  const head = [
    'model',
    `mean share of hits (${percent(level)} expected)`,
    `within ±${100 * near} points`,
    'Kupiec kept',
    'Christoffersen kept',
    'mean Z2',
    'Acerbi–Székely kept',
    'mean FZ0',
    'in the 90 % set',
    'least FZ0',
  ];
  return table(head, rows);
}

/** Kinds of books, months and labels in which the engine is not the best. */
function losesText(horizon: HorizonReport, { level, summaries, months, labels, bestRival }: LevelReport): string {
  const kinds = BOOK_KINDS.flatMap((kind) => {
    const own = summaries.filter((summary) => summary.kind === kind);
    const engine = own.find(({ model }) => model === ENGINE)!;
    const best = own.reduce((a, b) => (a.fz0 <= b.fz0 ? a : b));
    return best === engine ? [] : [`${kind} books (${signed(engine.fz0, 3)}, ${best.model} ${signed(best.fz0, 3)})`];
  });
  const lost = (parts: readonly PartDifference[]): string =>
    parts
      .filter(({ minusRival }) => minusRival > 0)
      .map(({ part, bars }) => `${part} (${bars})`)
      .join(', ') || 'none';
  return `- ${nameOf(horizon)}, ${percent(level)}. Kinds with a rival of a lower mean FZ0: ${kinds.join(', ') || 'none'}. Against ${bestRival}, months
  (origins): ${lost(months)}; labels (origins): ${lost(labels)}.`;
}

function partsText(parts: readonly PartDifference[], name: string): string {
  const rows = parts.map(({ part, bars, coverage, minusRival }) => [
    part,
    bars,
    percent(coverage, 1),
    signed(minusRival, 3),
    minusRival > 0 ? 'loses' : '',
  ]);
  return table([name, 'origins', 'share of hits', 'FZ0 minus the best rival', ''], rows);
}

function horizonText(horizon: HorizonReport): string {
  const degrees = Object.entries(horizon.degrees).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  return `## ${nameOf(horizon)}

${horizon.books} books, ${horizon.rows} origins, ${horizon.filled} hours without a return in all bars. Degrees of freedom: ${degrees.join(', ')}.

${horizon.levels
  .map(
    (level) => `### ${percent(level.level)} of ${nameOf(horizon)}

${modelsText(level, 'all')}

${BOOK_KINDS.map((kind) => `${kind[0]!.toUpperCase()}${kind.slice(1)}:\n\n${modelsText(level, kind)}`).join('\n\n')}

Against the rival with the least mean FZ0, ${level.bestRival}, by month and by the market's label at the origin (mean of all books;
above 0 the engine loses):

${partsText(level.months, 'month')}

${partsText(level.labels, 'label')}
`,
  )
  .join('\n')}`;
}

/** The report as a Markdown document. */
export function reportText(report: Report): string {
  const { config, seed, from, to, learntTo, coins, horizons } = report;
  return `# Portfolio risk ${config} against its rivals

Written by \`packages/lab/studies/portfolio-risk.evidence.ts\`; the numbers are also in portfolio-risk.json.

${goalsText(horizons)}

Random books (as many of each kind, seed \`${seed}\`) of ${coins.length} Binance USDT-M perps, ${dateOf(from)} … ${dateOf(to - 1)}. The return of a book of constant
notional over the next 24 hours is forecast at every midnight UTC, over the next 4 hours at every fourth hour. The nowcast, GARCH and
DCC are fitted on hours that end before ${dateOf(learntTo)}, and never again. The nowcast is trained as 2026.12.0 is. The engine draws its dates from the
hours before each origin, as historical simulation does.

Coins, the most traded of the year before first: ${coins.join(', ')}.

| books | content |
| --- | --- |
| long only | 2 to ${Math.min(30, coins.length)} coins, exponential weights |
| long/short | the same, each side by a fair coin |
| levered | cross margin, gross 2 to 10 times the capital, as much short as long |
| concentrated | 2 to 5 coins, 60 to 90 % of the capital in one, a position is short with a probability of 0.3 |

| model | content |
| --- | --- |
| ${ENGINE} | ${config}: filtered historical simulation with common dates |
| historical simulation | windows that begin at every hour of the last 500 days, as far as all coins of the book have them |
| EWMA-t | covariance of bars with a decay of 0.94 a day |
| CCC-GARCH-t, DCC-GARCH-t | GARCH(1,1)-t of each coin on bars of the horizon, constant and dynamic correlation in two steps |
| DCC-GARCH-t of hours | the same with GARCH(1,1)-t of hours, summed over the horizon |

The degrees of freedom of Student's law are those of the same books in the last learnt year, which favours the rivals. Shares of books
are those whose test does not reject at 5 % (p-values by 199 simulations). The set is that of Hansen, Lunde and Nason by FZ0, with 2,000 draws of a
stationary bootstrap with blocks of a week in the mean. Z2 is 0 for a correct forecast and below 0 where risk was underestimated. The
books share their days, so their shares of hits miss the level together: the worlds in which the engine is right draw each origin's outcome
of all books from its own scenarios, ${WORLDS} times.

Limits. The P&L is that of marks: without funding, fees and liquidations. Leverage of a cross book scales its P&L, so it changes neither hits nor
differences of FZ0. Coins that were delisted before the end are not in the books.
Rivals do not know the hour of the day, which HAR+ does; it matters at 4 hours. The last hours are those of July 2025.

## Where it loses

${horizons.flatMap((horizon) => horizon.levels.map((level) => losesText(horizon, level))).join('\n')}

${horizons.map(horizonText).join('\n')}`;
}
