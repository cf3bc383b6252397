/** Report of the comparison of expected volatility with its rivals, as Markdown. */

import type { LossDifference } from '../src/index.ts';
import { table } from '../src/markdown.ts';

/** One model on the hours of a coin. */
export interface ModelReport {
  readonly model: string;
  /** Mean QLIKE, with the 95 % interval of a bootstrap of weeks. */
  readonly qlike: { readonly mean: number; readonly low: number; readonly high: number };
  /** Mean squared error of the variance, in percent to the fourth. */
  readonly squaredError: number;
  /** Mean realised variance over mean forecast variance. */
  readonly realisedToExpected: number;
  /** QLIKE of the model minus that of the served forecast; null for the served forecast. */
  readonly versusServed: LossDifference | null;
  /** p-values of the confidence set: `T_max` and `T_R` with blocks of a week, and `T_max` by mean block. */
  readonly set: {
    readonly max: number;
    readonly range: number;
    readonly byBlock: readonly number[];
    readonly inSet: boolean;
  };
  /** Mean QLIKE and the set when each rival is scaled to the realised mean of the last learnt year. */
  readonly scaled: { readonly qlike: number; readonly p: number; readonly inSet: boolean };
}

/** Lowest mean QLIKE among models that are not HAR+. */
const bestRival = ({ models }: CoinReport): ModelReport =>
  models.filter(({ model }) => !model.startsWith('HAR+')).reduce((a, b) => (a.qlike.mean <= b.qlike.mean ? a : b));

/** All models on the hours of a coin. */
export interface CoinReport {
  readonly coin: string;
  readonly hours: number;
  /** Fits whose search ended without convergence. */
  readonly unconverged: number;
  /** The served forecast first. */
  readonly models: readonly ModelReport[];
}

/** Result of the study. Plain JSON. */
export interface Report {
  readonly version: 'volatility_rivals/1';
  readonly model: string;
  /** Epoch ms: first tested hour, and the end of the last whose outcome is known. */
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly lags: number;
  /** Mean blocks of the bootstrap, hours. */
  readonly blocks: readonly number[];
  readonly draws: number;
  /** Series whose fit on the whole training equals the shipped one to the bit, of how many. */
  readonly equalFits: readonly [equal: number, series: number];
  readonly coins: readonly CoinReport[];
  /** Coins of the goal without bars. */
  readonly absent: readonly string[];
}

/** Coins that the goal names, and how many of them must be in the set. */
export const GOAL = { coins: ['BTC', 'ETH', 'SOL', 'DOGE', 'XRP'], least: 4 };

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const chance = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));
const signed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');

function verdict({ coins, absent, level }: Report): string {
  const inSet = coins.filter(({ models }) => models[0]!.set.inSet).map(({ coin }) => coin);
  const counted = inSet.filter((coin) => GOAL.coins.includes(coin));
  const kept = counted.length >= GOAL.least ? 'met' : 'missed';
  const missing = absent.length === 0 ? '' : ` ${absent.join(', ')}: not measured, there are no bars of it.`;
  const outside = coins.filter(({ models }) => !models[0]!.set.inSet).map(({ coin }) => coin);
  const out = outside.length === 0 ? '' : ` Outside: ${outside.join(', ')}.`;
  const all =
    coins.length > GOAL.coins.length
      ? ` Of all ${coins.length} coins with bars of these hours it is in the set of ${inSet.length}.`
      : '';
  return `**Goal ${kept}**: the served forecast is in the ${100 * level} % confidence set of ${counted.length} coins (${counted.join(', ')}); the goal is ${GOAL.least} of ${GOAL.coins.length}.${missing}${all}${out}`;
}

function coinText({ coin, hours, unconverged, models }: CoinReport, blocks: readonly number[]): string {
  const rows = models.map(({ model, qlike, squaredError, realisedToExpected, versusServed, set, scaled }) => [
    model,
    `${qlike.mean.toFixed(4)} (${qlike.low.toFixed(3)} … ${qlike.high.toFixed(3)})`,
    versusServed === null || versusServed.low === null
      ? '–'
      : `${signed(versusServed.mean, 4)} (${signed(versusServed.low, 3)} … ${signed(versusServed.high!, 3)})`,
    versusServed === null || versusServed.p === null ? '–' : chance(versusServed.p),
    squaredError.toFixed(1),
    realisedToExpected.toFixed(3),
    chance(set.max),
    chance(set.range),
    set.byBlock.map(chance).join(', '),
    set.inSet ? 'yes' : 'no',
    scaled.qlike.toFixed(4),
    chance(scaled.p),
  ]);
  const head = [
    'model',
    'QLIKE',
    'minus served',
    'p',
    'squared error, %⁴',
    'realised / expected',
    'p of the set, T_max',
    'p of the set, T_R',
    `T_max by blocks of ${blocks.map((hours) => hours / 24).join(', ')} days`,
    'in the set',
    'QLIKE, rivals scaled',
    'p of the set, rivals scaled',
  ];
  return `## ${coin}\n\n${hours} hours; ${unconverged} fits without convergence.\n\n${table(head, rows)}\n`;
}

function summaryText(coins: readonly CoinReport[]): string {
  const rows = coins.map((report) => {
    const [served, bars] = report.models;
    const best = bestRival(report);
    return [
      report.coin,
      served!.qlike.mean.toFixed(4),
      bars!.qlike.mean.toFixed(4),
      `${best.model} ${best.qlike.mean.toFixed(4)}`,
      served!.realisedToExpected.toFixed(3),
      chance(served!.set.max),
      served!.set.inSet ? 'yes' : 'no',
      chance(served!.scaled.p),
      served!.scaled.inSet ? 'yes' : 'no',
    ];
  });
  const head = [
    'coin',
    'QLIKE as served',
    'QLIKE of bars',
    'best rival',
    'realised / expected',
    'p of the set',
    'served in the set',
    'p, rivals scaled',
    'served in the set, rivals scaled',
  ];
  return table(head, rows);
}

/** The report as a Markdown document. */
export function reportText(report: Report): string {
  const { model, from, to, level, lags, draws, blocks, coins, equalFits } = report;
  return `# Expected volatility ${model} against its rivals

Written by \`packages/lab/studies/volatility-rivals.evidence.ts\`; the numbers are also in volatility-rivals.json.

${verdict(report)}

Variance of the next 24 hours, forecast at every hour of ${day(from)} … ${day(to - 1)} on Binance USDT-M perps, against the sum of 24 squared
hourly log returns. Every model is refitted on the first of each month on hours that end 120 hours before it; HAR+ on all 35 series of
its training. Fits of HAR+ on the whole training equal those of the shipped file to the bit in ${equalFits[0]} of ${equalFits[1]} series, so
what is tested is the shipped procedure. The shipped fit itself has seen these hours.

| model | content |
| --- | --- |
| HAR+ as served | with funding and open interest where both are known |
| HAR+ of bars | the same without them |
| EWMA-t, GARCH-t, GJR-t | hourly returns, Student's law, maximum likelihood; 24 steps ahead |
| HARQ | least squares on realised variance of a day, a week and a month, with the quarticity |
| realised GARCH | log-linear, daily, on the range variance of the day; days begin at every hour |
| past day | realised variance of the last 24 hours |

QLIKE has the 95 % interval of a bootstrap of weeks. "Minus served" is the mean difference with its 95 % interval, and p its two-sided
test of Diebold and Mariano (Bartlett weights, ${lags} lags, the factor of Harvey, Leybourne and Newbold for 24 steps); above 0 the served
forecast is better. p of the set is that of Hansen, Lunde and Nason by ${draws} draws of a stationary bootstrap with blocks of a week in
the mean; below ${(1 - level).toFixed(1)} a model is not in the ${100 * level} % set. "Rivals scaled": each rival times realised over forecast variance of the last learnt year,
which takes its bias away; HAR+ and the past day as they are.

Limits. That funding and open interest enter at all was decided after a look at three years that include these hours (the card says so under
"Choices made on years that are tested"); inputs and windows of HAR+ of bars were written down once, and its pooling chosen on 2021–2023. Rivals see one coin, without
calendar, funding or open interest. The set is not corrected for the number of coins, whose losses move together. One year has about 52
independent weeks. Hours after July 2025 are not in this data, so a bias
that was measured on them cannot be checked here.

## All coins

${summaryText(coins)}

${coins
  .filter(({ coin }) => GOAL.coins.includes(coin))
  .map((coin) => coinText(coin, blocks))
  .join('\n')}`;
}
