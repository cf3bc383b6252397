/** Walk-forward metrics of a training config, all out of sample. */

import { quantileSorted } from '@barograph/core';
import { type FlipPath, type Horizon, type LogitMap, type Regime, REGIMES } from '@barograph/nowcast';
import { bootstrapMean, type Difference } from './block-bootstrap.ts';
import { fitDrawdownMaps, type DrawdownForecast, type DrawdownOutcome } from './drawdown-forecasts.ts';
import { PIT_BINS, type BlockScores } from './score-block.ts';
import { addTallies, calibrationError, type Tally } from './tally.ts';
import { failuresOf, type Refit, type WalkForwardBlock } from './walk-forward.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';

/** Means over forecasts; lower is better for all three. */
export interface Score {
  readonly rows: number;
  /** Natural log. */
  readonly logLoss: number;
  readonly brier: number;
  /** Expected calibration error over ten bins. */
  readonly ece: number;
  /** Per non-empty bin: forecasts, mean stated probability, and observed frequency. */
  readonly reliability: readonly { readonly rows: number; readonly stated: number; readonly came: number }[];
}

/** `skill` is the reduction of the baseline's log loss, as a share; ≤ 0 means no skill. */
export interface Skill {
  readonly model: Score;
  readonly marginal: Score;
  readonly skill: number;
}

/** Scores of the forecasts of the next regime. */
export interface NextRegimeMetrics {
  /** Published forecast; `chain` is the forecast of the chain only. */
  readonly direct: Score;
  readonly chain: Score;
  readonly marginal: Score;
  readonly markov: Score;
  readonly volatility: Score;
  /** Reduction of the baseline's log loss, as a share. */
  readonly skill: Readonly<Record<'marginal' | 'markov' | 'volatility', number>>;
}

/** Metrics of a walk-forward. */
export interface WalkForwardMetrics {
  readonly protocol: WalkForwardConfig['version'];
  /** Months between two refits. */
  readonly stepMonths: number;
  /** Refits between two choices of β. */
  readonly betaEvery: number;
  readonly purgeHours: number;
  readonly embargoHours: number;
  /** Forecast hours `[from, to)`, all after training ended; epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly hours: number;
  readonly refits: readonly (Refit & { readonly at: number })[];
  readonly nextRegime: Readonly<Record<Horizon, NextRegimeMetrics>>;
  readonly direction: Readonly<Record<Horizon, Skill>>;
  readonly volatility: Readonly<Record<Horizon, Skill>>;
  readonly confidence: Readonly<Record<'raw' | 'calibrated', Score>>;
  readonly stability: {
    readonly flipsPerDay: number;
    readonly flipsByPath: Readonly<Record<FlipPath, number>>;
    /** Refits that changed the current label. */
    readonly changedByRefit: number;
    /** Share of hours whose likeliest label has more than 0.95. */
    readonly saturated: number;
    /** Hours from one change to the next: count, and the 10 %, 50 % and 90 % quantiles. Share is that of all hours. */
    readonly regimes: Readonly<Record<Regime, RegimeStability>>;
    /** Lengths of all regimes in hours, ascending. */
    readonly dwells: readonly number[];
    /** Agreement of a refit's labels with the previous model's, over the hours before it; null for a single refit. */
    readonly agreement: { readonly mean: number; readonly least: number } | null;
  };
  readonly simulation: {
    readonly origins: number;
    /** Probability below the quantile. */
    /** Share of the outcomes below it. */
    readonly coverage: readonly { readonly share: number; readonly below: number }[];
    /** Shares of outcomes per twentieth of the simulated distribution; 0.05 each is perfect. */
    readonly pit: readonly number[];
    readonly drawdown: {
      /** Fall of the price that counts, a share. */
      readonly depth: number;
      /** Share of the days with such a fall. */
      readonly observed: number;
      readonly raw: Score;
      readonly calibrated: Score;
      readonly climatology: Score;
      /** Baselines, mapped on earlier outcomes like the simulation; see `DRAWDOWN_FORECASTS`. */
      readonly withoutRegimes: Score;
      readonly volatility: Score;
      /** Reduction of climatology's Brier score by the calibrated probability, as a share. */
      readonly skill: number;
      /**
       * Brier score of a baseline minus the calibrated probability's: above 0 the simulation is better; an interval that
       * contains 0 is inconclusive. null while no outcome had a map.
       */
      readonly advantage: Readonly<Record<'withoutRegimes' | 'volatility', Difference | null>>;
      /** Map fitted on all outcomes; valid only for later forecasts. */
      readonly map: LogitMap;
    };
  };
  /** Parts of the approval rule that these hours break. */
  readonly failures: readonly string[];
}

/** Share and lengths of the spells of a regime. */
export interface RegimeStability {
  readonly share: number;
  readonly count: number;
  readonly p10: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
}

/**
 * Computes the metrics of a walk-forward from its blocks.
 * @param blocks of one walk-forward, in order; at least one.
 * @example
 * const blocks = steps.map(({ block }) => block);
 * const { hours, nextRegime } = walkForwardMetrics(blocks, small);
 * hours; // → 696
 * Object.keys(nextRegime); // → [ 'h4', 'h24' ]
 */
export function walkForwardMetrics(blocks: readonly WalkForwardBlock[], config: WalkForwardConfig): WalkForwardMetrics {
  const scores = blocks.map((block) => block.scores);
  const total = (valueOf: (block: BlockScores) => number): number =>
    scores.reduce((sum, block) => sum + valueOf(block), 0);
  const hours = total((block) => block.hours);
  const flips = (path: FlipPath): number => total((block) => block.flips[path]);
  const flipsByPath = { floor: flips('floor'), override: flips('override'), margin: flips('margin') };
  const both = <T>(valueOf: (horizon: Horizon) => T): Readonly<Record<Horizon, T>> => ({
    h4: valueOf('h4'),
    h24: valueOf('h24'),
  });
  const agreements = blocks.flatMap(({ refit }) => (refit.agreement === null ? [] : [refit.agreement]));
  return {
    protocol: config.version,
    stepMonths: config.stepMonths,
    betaEvery: config.betaEvery,
    purgeHours: config.purgeHours,
    embargoHours: config.embargoHours,
    from: blocks[0]!.from,
    to: blocks.at(-1)!.to,
    hours,
    refits: blocks.map(({ from, refit }) => ({ at: from, ...refit })),
    nextRegime: both((horizon) => nextRegimeOf(scores.map(({ nextRegime }) => nextRegime[horizon]))),
    direction: both((horizon) => skillOf(scores.map(({ direction }) => direction[horizon]))),
    volatility: both((horizon) => skillOf(scores.map(({ volatility }) => volatility[horizon]))),
    confidence: {
      raw: scoreOf(scores.map(({ confidence }) => confidence.raw)),
      calibrated: scoreOf(scores.map(({ confidence }) => confidence.calibrated)),
    },
    stability: {
      flipsPerDay: (24 * (flipsByPath.floor + flipsByPath.override + flipsByPath.margin)) / hours,
      flipsByPath,
      saturated: total((block) => block.saturated) / hours,
      ...dwellsOf(scores),
      agreement:
        agreements.length === 0
          ? null
          : {
              mean: agreements.reduce((sum, value) => sum + value, 0) / agreements.length,
              least: Math.min(...agreements),
            },
    },
    simulation: simulationOf(scores, config),
    failures: failuresOf(scores, config.approval, config.monteCarlo.shares),
  };
}

function scoreOf(tallies: readonly Tally[]): Score {
  const tally = addTallies(tallies);
  const { rows, loss, brier, count, stated, came } = tally;
  return {
    rows,
    logLoss: loss / rows,
    brier: brier / rows,
    ece: calibrationError(tally),
    reliability: count.flatMap((n, bin) =>
      n === 0 ? [] : [{ rows: n, stated: stated[bin]! / n, came: came[bin]! / n }],
    ),
  };
}

function nextRegimeOf(blocks: readonly BlockScores['nextRegime'][Horizon][]): NextRegimeMetrics {
  const score = (forecast: keyof BlockScores['nextRegime'][Horizon]): Score =>
    scoreOf(blocks.map((block) => block[forecast]));
  const direct = score('direct');
  const [marginal, markov, volatility] = [score('marginal'), score('markov'), score('volatility')];
  const over = (baseline: Score): number => 1 - direct.logLoss / baseline.logLoss;
  const skill = { marginal: over(marginal), markov: over(markov), volatility: over(volatility) };
  return { direct, chain: score('chain'), marginal, markov, volatility, skill };
}

function skillOf(blocks: readonly BlockScores['direction'][Horizon][]): Skill {
  const model = scoreOf(blocks.map((block) => block.model));
  const marginal = scoreOf(blocks.map((block) => block.marginal));
  return { model, marginal, skill: 1 - model.logLoss / marginal.logLoss };
}

/** Lengths of published regimes, across refits. Skips the first and last, which are cut off. */
function dwellsOf(
  scores: readonly BlockScores[],
): Pick<WalkForwardMetrics['stability'], 'changedByRefit' | 'regimes' | 'dwells'> {
  const dwells = REGIMES.map((): number[] => []);
  const counts = REGIMES.map(() => 0);
  let [label, length, whole, changedByRefit] = [-1, 0, false, 0];
  scores.forEach(({ labels }, block) => {
    labels.forEach((now, i) => {
      if (now < 0) return;
      counts[now]!++;
      if (now === label) {
        length++;
        return;
      }
      if (whole) dwells[label]!.push(length);
      if (block > 0 && i === 0) changedByRefit++;
      whole = label >= 0;
      [label, length] = [now, 1];
    });
  });
  const all = counts.reduce((sum, count) => sum + count, 0);
  const stability = (id: number): RegimeStability => {
    const sorted = Float64Array.from(dwells[id]!).sort();
    const at = (share: number): number | null => (sorted.length === 0 ? null : quantileSorted(sorted, share));
    return { share: counts[id]! / all, count: sorted.length, p10: at(0.1), p50: at(0.5), p90: at(0.9) };
  };
  return {
    changedByRefit,
    regimes: {
      strong_trend_bull: stability(0),
      strong_trend_bear: stability(1),
      range_low_vol: stability(2),
      choppy_high_vol: stability(3),
      vol_spike: stability(4),
      squeeze: stability(5),
    },
    dwells: dwells.flat().sort((a, b) => a - b),
  };
}

function simulationOf(
  scores: readonly BlockScores[],
  { monteCarlo }: WalkForwardConfig,
): WalkForwardMetrics['simulation'] {
  const blocks = scores.map(({ simulation }) => simulation);
  const origins = blocks.reduce((sum, block) => sum + block.origins, 0);
  const share = (valueOf: (block: BlockScores['simulation']) => number): number =>
    blocks.reduce((sum, block) => sum + valueOf(block), 0) / origins;
  const outcomes = blocks.flatMap((block) => block.outcomes);
  const score = (forecast: 'raw' | 'climatology' | DrawdownForecast): Score =>
    scoreOf(blocks.map(({ drawdown }) => drawdown[forecast]));
  const [calibrated, climatology] = [score('simulated'), score('climatology')];
  return {
    origins,
    coverage: monteCarlo.shares.map((quantile, i) => ({ share: quantile, below: share(({ below }) => below[i]!) })),
    pit: Array.from({ length: PIT_BINS }, (_, bin) => share(({ pit }) => pit[bin]!)),
    drawdown: {
      depth: monteCarlo.drawdown,
      observed: outcomes.filter(({ drawdown }) => drawdown).length / origins,
      raw: score('raw'),
      calibrated,
      climatology,
      withoutRegimes: score('withoutRegimes'),
      volatility: score('volatility'),
      skill: 1 - calibrated.brier / climatology.brier,
      advantage: {
        withoutRegimes: advantageOver('withoutRegimes', outcomes),
        volatility: advantageOver('volatility', outcomes),
      },
      map: fitDrawdownMaps(outcomes, monteCarlo).simulated,
    },
  };
}

function advantageOver(baseline: DrawdownForecast, outcomes: readonly DrawdownOutcome[]): Difference | null {
  const rows = outcomes.flatMap(({ time, mapped, drawdown }) => {
    if (mapped === null) return [];
    const brier = (forecast: DrawdownForecast): number => (mapped[forecast] - Number(drawdown)) ** 2;
    return [{ time, difference: brier(baseline) - brier('simulated') }];
  });
  return rows.length === 0 ? null : bootstrapMean(rows);
}
