/** Metrics of the alternatives, with intervals and tests, over the surrogates' hours. */

import type { Horizon } from '@barograph/nowcast';
import { bootstrapSums, intervalOf, type Interval } from '../block-bootstrap.ts';
import type { EvidenceBlock } from '../evidence.ts';
import {
  adjusted,
  merged,
  skillTest,
  SURROGATE_BASELINES,
  type SkillTest,
  type SurrogateBaseline,
  type Surrogates,
} from '../evidence-metrics.ts';
import { FitError } from '../fit-error.ts';
import type { Surrogate } from '../surrogates.ts';
import type { WeekScores } from '../week-scores.ts';
import type { Alternative } from './regimes.ts';

type ByHorizon<Value> = Readonly<Record<Horizon, Value>>;
type ByKind<Value> = Readonly<Record<Surrogate | 'real', Value>>;

/** Evidence of an alternative on real hours and surrogates, and how its labels agree with the shipped model's. */
export interface AlternativeEvidence {
  readonly blocks: Surrogates;
  /** Per block: hours labelled by both models, and hours with equal labels. */
  readonly agreement: readonly { readonly hours: number; readonly same: number }[];
}

/** Skill of the next label over one baseline. */
export interface AlternativeSkill {
  readonly skill: ByKind<Interval>;
  /** Skill on real hours minus skill on the surrogate. */
  readonly left: Readonly<Record<Surrogate, Interval>>;
  /** Skill left above the surrogate, minus the shipped model's; both use the same draws of weeks. */
  readonly more: Readonly<Record<Surrogate, Interval>>;
}

/** One row of the card. */
export interface AlternativeRow {
  readonly hours: number;
  readonly flipsPerDay: ByKind<number>;
  /** Share of hours with the shipped model's label. */
  readonly agreement: Interval;
  readonly nextRegime: ByHorizon<Readonly<Record<SurrogateBaseline, AlternativeSkill>>>;
  /** Heads whose outcomes do not involve labels: the alternative against the shipped model, on the same hours. */
  readonly volatility: ByHorizon<SkillTest>;
  readonly direction: ByHorizon<SkillTest>;
  /** By the rule of {@link isBetter}. */
  readonly adopted: boolean;
}

/** Scores of the alternative models beside the shipped one. */
export interface AlternativesMetrics {
  readonly version: 'alternatives/1';
  /** Number of tests in Holm's correction. */
  readonly tests: number;
  readonly rows: Readonly<Record<Alternative, AlternativeRow>>;
}

/**
 * Scores the alternatives and the shipped model on the same hours.
 * @param alternatives evidence by alternative.
 * @param shipped the model in force on the same hours.
 * @throws {FitError} hours of an alternative that are not those of the shipped model.
 * @example
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const real = [scoreUnshuffled(openInForce(inForce, rows), block, harInputs(months))];
 * const shipped = { real, hours: real, days: real, signs: real }; // really: of surrogates, by `scoreSurrogate`
 * // The model beside itself; really the blocks are of `scoreAlternative`, and the hours of `agreementWith`.
 * const itself = { blocks: shipped, agreement: [{ hours: 696, same: 696 }] };
 * const metrics = alternativesMetrics({ jump: itself, semiMarkov: itself }, shipped);
 * [metrics.tests, metrics.rows.jump.hours, metrics.rows.jump.agreement.mean]; // → [ 8, 696, 1 ]
 * [metrics.rows.jump.volatility.h24.skill.mean, metrics.rows.jump.adopted]; // → [ 0, false ]
 */
export function alternativesMetrics(
  alternatives: Readonly<Record<Alternative, AlternativeEvidence>>,
  shipped: Surrogates,
): AlternativesMetrics {
  const rowOf = (name: Alternative) => measured(alternatives[name], shipped);
  const { tests, ...rows } = adjusted({ jump: rowOf('jump'), semiMarkov: rowOf('semiMarkov') });
  const judged = (name: Alternative): AlternativeRow => ({ ...rows[name], adopted: isBetter(rows[name]) });
  return { version: 'alternatives/1', tests, rows: { jump: judged('jump'), semiMarkov: judged('semiMarkov') } };
}

/** Corrected p below which a test counts. */
const LEVEL = 0.05;

/**
 * Adoption rule, fixed before any of these rows was seen. At 4 or at 24 hours the skill left exceeds the shipped model's,
 * above shuffled hours and above random signs, over the label chain and over the table, each with an interval above 0.
 * And no head whose outcome is independent of labels is worse by its corrected test.
 */
export function isBetter({ nextRegime, volatility, direction }: Omit<AlternativeRow, 'adopted'>): boolean {
  const heads = [volatility.h4, volatility.h24, direction.h4, direction.h24];
  const isWorse = ({ adjusted: p, skill }: SkillTest): boolean => p !== null && p < LEVEL && skill.mean < 0;
  const hasMore = (skills: Readonly<Record<SurrogateBaseline, AlternativeSkill>>): boolean =>
    SURROGATE_BASELINES.every((baseline) => skills[baseline].more.hours.low > 0 && skills[baseline].more.signs.low > 0);
  return (hasMore(nextRegime.h4) || hasMore(nextRegime.h24)) && !heads.some(isWorse);
}

function measured({ blocks, agreement }: AlternativeEvidence, shipped: Surrogates): Omit<AlternativeRow, 'adopted'> {
  const both = <Value>(valueOf: (horizon: Horizon) => Value): ByHorizon<Value> => ({
    h4: valueOf('h4'),
    h24: valueOf('h24'),
  });
  const total = (kind: Surrogate | 'real', valueOf: (block: EvidenceBlock) => number): number =>
    blocks[kind].reduce((sum, block) => sum + valueOf(block), 0);
  const head = (target: 'volatility' | 'direction') =>
    both((horizon) => {
      const weeks = beside(weeksOf(blocks.real, target, horizon), weeksOf(shipped.real, target, horizon));
      return skillTest(weeks, 'own model', 'shipped model', 'loss');
    });
  return {
    hours: total('real', ({ hours }) => hours),
    flipsPerDay: byKind((kind) => (24 * total(kind, ({ flips }) => flips)) / total(kind, ({ hours }) => hours)),
    agreement: intervalOf(
      bootstrapSums(
        agreement.map(({ same, hours }) => [same, hours]),
        ([same, hours]) => same! / hours!,
      ),
    ),
    nextRegime: both((horizon) => ({
      markov: skillOver(blocks, shipped, horizon, 'markov'),
      tableConfidence: skillOver(blocks, shipped, horizon, 'tableConfidence'),
    })),
    volatility: head('volatility'),
    direction: head('direction'),
  };
}

function skillOver(
  blocks: Surrogates,
  shipped: Surrogates,
  horizon: Horizon,
  baseline: SurrogateBaseline,
): AlternativeSkill {
  const drawn = byKind((kind) => {
    const weeks = beside(weeksOf(blocks[kind], 'nextRegime', horizon), weeksOf(shipped[kind], 'nextRegime', horizon));
    const sums = weeks.map(({ scores }) =>
      ['own', 'shipped'].flatMap((who) => [scores[`${who} direct`]!.loss, scores[`${who} ${baseline}`]!.loss]),
    );
    const own = bootstrapSums(sums, ([loss, base]) => 1 - loss! / base!, `|${kind}`);
    const more = bootstrapSums(
      sums,
      ([loss, base, other, otherBase]) => other! / otherBase! - loss! / base!,
      `|${kind}`,
    );
    return { own, more };
  });
  const bySurrogate = (intervalOf: (kind: Surrogate) => Interval) => ({
    hours: intervalOf('hours'),
    days: intervalOf('days'),
    signs: intervalOf('signs'),
  });
  return {
    skill: byKind((kind) => intervalOf(drawn[kind].own)),
    left: bySurrogate((kind) => intervalOf(drawn.real.own, drawn[kind].own)),
    more: bySurrogate((kind) => intervalOf(drawn.real.more, drawn[kind].more)),
  };
}

const byKind = <Value>(valueOf: (kind: Surrogate | 'real') => Value): ByKind<Value> => ({
  real: valueOf('real'),
  hours: valueOf('hours'),
  days: valueOf('days'),
  signs: valueOf('signs'),
});

type Target = 'nextRegime' | 'volatility' | 'direction';

const weeksOf = (blocks: readonly EvidenceBlock[], target: Target, horizon: Horizon): readonly WeekScores[] =>
  merged(blocks.map((block) => block[target][horizon]));

/** Joins the weeks of both models. */
function beside(own: readonly WeekScores[], shipped: readonly WeekScores[]): readonly WeekScores[] {
  const others = new Map(shipped.map(({ week, scores }) => [week, scores]));
  if (own.length !== shipped.length) throw new FitError(`expected ${shipped.length} weeks, got ${own.length}`);
  return own.map(({ week, scores }) => {
    const other = others.get(week);
    const named = (who: string, scores: WeekScores['scores']) =>
      Object.entries(scores).map(([forecast, tally]) => [`${who} ${forecast}`, tally] as const);
    const rows = Object.values(scores)[0]!.rows;
    if (other === undefined || Object.values(other)[0]!.rows !== rows) {
      throw new FitError(`expected week ${week} to have the hours of the shipped model`);
    }
    return { week, scores: Object.fromEntries([...named('own', scores), ...named('shipped', other)]) };
  });
}
