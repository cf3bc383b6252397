/** Metrics of a training config from the evidence of its blocks, each with an interval and a test. */

import type { Horizon } from '@barograph/nowcast';
import type { BlockBootstrapConfig, Bootstrapped, Interval } from './block-bootstrap.ts';
import { BLOCK_BOOTSTRAP_V1, bootstrapSums, intervalOf } from './block-bootstrap.ts';
import { dieboldMariano, type DieboldMariano } from './diebold-mariano.ts';
import type { EvidenceBlock } from './evidence.ts';
import { holmAdjusted } from './holm.ts';
import type { Surrogate } from './surrogates.ts';
import { addTallies, type Tally } from './tally.ts';
import type { WeekScores } from './week-scores.ts';

/** One forecast against another, on the same hours. */
export interface SkillTest {
  readonly rows: number;
  /** Mean losses. */
  readonly model: number;
  /** Mean loss of the baseline, in the unit of the loss. */
  readonly baseline: number;
  /** Reduction of the baseline's loss, as a share, with the interval of a bootstrap of weeks. */
  readonly skill: Interval;
  readonly test: DieboldMariano;
  /** p-value after Holm's correction over all tests of these metrics. */
  readonly adjusted: number | null;
}

/** Baseline of forecasts of the next regime. */
export type NextBaseline = 'marginal' | 'markov' | 'volatility' | 'table' | 'tableConfidence';

/** Baseline of forecasts of a drawdown. */
export type FallBaseline = 'withoutRegimes' | 'volatility' | 'climatology' | 'lastYear' | 'har';

/** Baselines of the skill on surrogates: the usual one, and the strongest. */
export const SURROGATE_BASELINES = ['markov', 'tableConfidence'] as const;

/** Baseline of the skill on surrogates. */
export type SurrogateBaseline = (typeof SURROGATE_BASELINES)[number];

/** Skill of one model on real and surrogate hours, over the baseline on the same hours. */
export interface SurrogateSkill {
  readonly skill: Readonly<Record<Surrogate | 'real', Interval>>;
  /** Skill on real hours minus skill on the surrogate; weeks are drawn independently. */
  readonly left: Readonly<Record<Surrogate, Interval>>;
}

type ByHorizon<Value> = Readonly<Record<Horizon, Value>>;

/** Skill of the published forecasts over baselines, with intervals and tests. */
export interface EvidenceMetrics {
  readonly version: 'evidence/1';
  readonly bootstrap: Pick<BlockBootstrapConfig, 'version' | 'level'>;
  readonly weeks: number;
  /** Number of tests in Holm's correction. */
  readonly tests: number;
  /** By log loss. */
  readonly nextRegime: ByHorizon<Readonly<Record<NextBaseline, SkillTest>>>;
  readonly direction: ByHorizon<Readonly<Record<'marginal', SkillTest>>>;
  readonly volatility: ByHorizon<Readonly<Record<'marginal' | 'har', SkillTest>>>;
  /** By Brier score; null when no origin had a map. */
  readonly drawdown: Readonly<Record<FallBaseline, SkillTest>> | null;
  /** Calibration errors of the likeliest next label, and of the published confidence. */
  readonly calibration: Readonly<Record<Horizon | 'confidence', Interval>>;
  readonly flipsPerDay: Interval;
  readonly surrogates: {
    readonly hours: number;
    readonly flipsPerDay: Readonly<Record<Surrogate | 'real', number>>;
    readonly nextRegime: ByHorizon<Readonly<Record<SurrogateBaseline, SurrogateSkill>>>;
    /** Direction over the shares of its buckets, and volatility over those of its own. */
    readonly direction: ByHorizon<Readonly<Record<Surrogate | 'real', Interval>>>;
    readonly volatility: ByHorizon<Readonly<Record<Surrogate | 'real', Interval>>>;
  };
}

type Measure = 'loss' | 'brier';
type Target = 'nextRegime' | 'direction' | 'volatility';
export type Surrogates = Readonly<Record<Surrogate | 'real', readonly EvidenceBlock[]>>;

/**
 * Computes the metrics of the evidence of a walk-forward.
 * @param blocks of one walk-forward on real bars, in order; at least one.
 * @param surrogates of the same models on real bars and on every surrogate, over the same hours.
 * @example
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const { outcomes } = block.scores.simulation;
 * const real = scoreEvidence(openInForce(inForce, rows), block, outcomes, harInputs(months), small);
 * const shuffled = surrogateBars(months, 'hours');
 * const again = observeFor(shuffled, small.training);
 * const onHours = scoreSurrogate(inForce, again, block, harInputs(shuffled), small);
 * const surrogates = { real: [real], hours: [onHours], days: [onHours], signs: [onHours] }; // really: each of its own bars
 * const metrics = evidenceMetrics([real], surrogates);
 * [metrics.weeks, metrics.tests, metrics.nextRegime.h24.markov.rows]; // → [ 5, 16, 672 ]
 * metrics.nextRegime.h24.markov.skill.mean.toFixed(3); // → '0.002'
 * // share of the baseline's loss that the model takes away; its interval is in `low` and `high`
 */
export function evidenceMetrics(blocks: readonly EvidenceBlock[], surrogates: Surrogates): EvidenceMetrics {
  const both = <Value>(valueOf: (horizon: Horizon) => Value): ByHorizon<Value> => ({
    h4: valueOf('h4'),
    h24: valueOf('h24'),
  });
  const on = (target: Target, horizon: Horizon) => merged(blocks.map((block) => block[target][horizon]));
  const falls = merged(blocks.map(({ drawdown }) => drawdown ?? []));
  const fall = (baseline: FallBaseline): SkillTest => skillTest(falls, 'simulated', baseline, 'brier');
  const calibrated = merged(blocks.map(({ confidence }) => confidence ?? []));
  const measured = {
    nextRegime: both((horizon) => {
      const weeks = on('nextRegime', horizon);
      const over = (baseline: NextBaseline): SkillTest => skillTest(weeks, 'direct', baseline, 'loss');
      return {
        marginal: over('marginal'),
        markov: over('markov'),
        volatility: over('volatility'),
        table: over('table'),
        tableConfidence: over('tableConfidence'),
      };
    }),
    direction: both((horizon) => ({ marginal: skillTest(on('direction', horizon), 'model', 'marginal', 'loss') })),
    volatility: both((horizon) => {
      const weeks = on('volatility', horizon);
      return {
        marginal: skillTest(weeks, 'model', 'marginal', 'loss'),
        har: skillTest(weeks, 'model', 'har', 'loss'),
      };
    }),
    drawdown:
      falls.length < 2
        ? null
        : {
            withoutRegimes: fall('withoutRegimes'),
            volatility: fall('volatility'),
            climatology: fall('climatology'),
            lastYear: fall('lastYear'),
            har: fall('har'),
          },
  };
  const { tests, ...corrected } = adjusted(measured);
  const eceOf = (weeks: readonly WeekScores[], forecast: string): Interval =>
    intervalOf(
      bootstrapSums(
        weeks.map(({ scores }) => binsOf(scores[forecast]!)),
        calibrationOf,
      ),
    );
  return {
    version: 'evidence/1',
    bootstrap: { version: BLOCK_BOOTSTRAP_V1.version, level: BLOCK_BOOTSTRAP_V1.level },
    weeks: on('nextRegime', 'h24').length,
    tests,
    ...corrected,
    calibration: {
      h4: eceOf(on('nextRegime', 'h4'), 'direct'),
      h24: eceOf(on('nextRegime', 'h24'), 'direct'),
      confidence: eceOf(calibrated, 'calibrated'),
    },
    flipsPerDay: intervalOf(
      bootstrapSums(
        blocks.map(({ hours, flips }) => [flips, hours]),
        ([flips, hours]) => (24 * flips!) / hours!,
      ),
    ),
    surrogates: surrogatesOf(surrogates),
  };
}

/** Weeks of all blocks; a week shared by two blocks is merged. */
export function merged(blocks: readonly (readonly WeekScores[])[]): readonly WeekScores[] {
  const known = new Map<number, WeekScores>();
  for (const { week, scores } of blocks.flat()) {
    const before = known.get(week)?.scores;
    const sum = (forecast: string, tally: Tally): Tally =>
      before === undefined ? tally : addTallies([before[forecast]!, tally]);
    const all = Object.entries(scores).map(([forecast, tally]) => [forecast, sum(forecast, tally)] as const);
    known.set(week, { week, scores: Object.fromEntries(all) });
  }
  return [...known.values()];
}

function skillOf(weeks: readonly WeekScores[], model: string, baseline: string, by: Measure, salt = ''): Bootstrapped {
  return bootstrapSums(
    weeks.map(({ scores }) => [scores[model]![by], scores[baseline]![by]]),
    ([own, other]) => 1 - own! / other!,
    salt,
  );
}

/** Tests one forecast against another on the same weeks. */
export function skillTest(weeks: readonly WeekScores[], model: string, baseline: string, by: Measure): SkillTest {
  const total = (forecast: string): number => weeks.reduce((sum, { scores }) => sum + scores[forecast]![by], 0);
  const rows = weeks.reduce((sum, { scores }) => sum + scores[model]!.rows, 0);
  const differences = weeks.map(({ week, scores }) => ({
    week,
    rows: scores[model]!.rows,
    sum: scores[baseline]![by] - scores[model]![by],
  }));
  return {
    rows,
    model: total(model) / rows,
    baseline: total(baseline) / rows,
    skill: intervalOf(skillOf(weeks, model, baseline, by)),
    test: dieboldMariano(differences),
    adjusted: null,
  };
}

/** Corrects the p-values of all tests in a record for their number. */
export function adjusted<Record extends object>(measured: Record): Record & { readonly tests: number } {
  const found: SkillTest[] = [];
  const isTest = (value: object): value is SkillTest => 'test' in value && 'skill' in value;
  const walk = (value: unknown, into: (test: SkillTest) => unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (isTest(value)) return into(value);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part, into)]));
  };
  walk(measured, (test) => found.push(test));
  const corrected = holmAdjusted(found.map(({ test }) => test.p));
  const result = walk(measured, (test) => ({ ...test, adjusted: corrected[found.indexOf(test)]! }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the walk keeps every key
  return { ...(result as Record), tests: found.length };
}

const binsOf = ({ rows, stated, came }: Tally): number[] => [rows, ...stated.map((value, bin) => value - came[bin]!)];

function calibrationOf([rows, ...distances]: Float64Array): number {
  return distances.reduce((sum, distance) => sum + Math.abs(distance), 0) / rows!;
}

function surrogatesOf(surrogates: Surrogates): EvidenceMetrics['surrogates'] {
  const each = <Value>(valueOf: (kind: Surrogate | 'real') => Value): Readonly<Record<Surrogate | 'real', Value>> => ({
    real: valueOf('real'),
    hours: valueOf('hours'),
    days: valueOf('days'),
    signs: valueOf('signs'),
  });
  const both = <Value>(valueOf: (horizon: Horizon) => Value): ByHorizon<Value> => ({
    h4: valueOf('h4'),
    h24: valueOf('h24'),
  });
  const total = (kind: Surrogate | 'real', valueOf: (block: EvidenceBlock) => number): number =>
    surrogates[kind].reduce((sum, block) => sum + valueOf(block), 0);
  const skills = (target: Target, horizon: Horizon, model: string, baseline: string) =>
    each((kind) =>
      skillOf(merged(surrogates[kind].map((block) => block[target][horizon])), model, baseline, 'loss', `|${kind}`),
    );
  const over = (horizon: Horizon, baseline: SurrogateBaseline): SurrogateSkill => {
    const drawn = skills('nextRegime', horizon, 'direct', baseline);
    const left = (kind: Surrogate): Interval => intervalOf(drawn.real, drawn[kind]);
    return {
      skill: each((kind) => intervalOf(drawn[kind])),
      left: { hours: left('hours'), days: left('days'), signs: left('signs') },
    };
  };
  const heads = (target: 'direction' | 'volatility', horizon: Horizon) => {
    const drawn = skills(target, horizon, 'model', 'marginal');
    return each((kind) => intervalOf(drawn[kind]));
  };
  return {
    hours: total('real', ({ hours }) => hours),
    flipsPerDay: each((kind) => (24 * total(kind, ({ flips }) => flips)) / total(kind, ({ hours }) => hours)),
    nextRegime: both((horizon) => ({
      markov: over(horizon, 'markov'),
      tableConfidence: over(horizon, 'tableConfidence'),
    })),
    direction: both((horizon) => heads('direction', horizon)),
    volatility: both((horizon) => heads('volatility', horizon)),
  };
}
