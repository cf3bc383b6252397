/** Claims about the alternatives: each row with an interval and a test, over the hours of the surrogates. */

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
  /** Block after block: hours with a label of both, and those with the same one. */
  readonly agreement: readonly { readonly hours: number; readonly same: number }[];
}

/** Skill of the next label over one baseline. */
export interface AlternativeSkill {
  readonly skill: ByKind<Interval>;
  /** Skill on real hours less that on the surrogate's. */
  readonly left: Readonly<Record<Surrogate, Interval>>;
  /** Skill left above the surrogate, less that of the shipped model: the same weeks of both are drawn. */
  readonly more: Readonly<Record<Surrogate, Interval>>;
}

/** One row of the card. */
export interface AlternativeRow {
  readonly hours: number;
  readonly flipsPerDay: ByKind<number>;
  /** Share of the hours that have the label of the shipped model. */
  readonly agreement: Interval;
  readonly nextRegime: ByHorizon<Readonly<Record<SurrogateBaseline, AlternativeSkill>>>;
  /** Heads with outcomes that no label has a part in: the alternative's against the shipped model's, on the same hours. */
  readonly volatility: ByHorizon<SkillTest>;
  readonly direction: ByHorizon<SkillTest>;
  /** By the rule of {@link isBetter}. */
  readonly adopted: boolean;
}

/** Scores of the alternative models beside the shipped one. */
export interface AlternativesMetrics {
  readonly version: 'alternatives/1';
  /** Tests that Holm's correction counts. */
  readonly tests: number;
  readonly rows: Readonly<Record<Alternative, AlternativeRow>>;
}

/**
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
 * The rule, written down before any of these rows was seen: at 4 or at 24 hours more is left than of the shipped
 * model, above shuffled hours and above random signs, over the chain of labels and over the table, each with its interval
 * above 0; and no head whose outcome knows no labels is worse by its corrected test.
 */
export function isBetter({ nextRegime, volatility, direction }: Omit<AlternativeRow, 'adopted'>): boolean {
  const heads = [volatility.h4, volatility.h24, direction.h4, direction.h24];
  const isWorse = ({ adjusted: p, skill }: SkillTest): boolean => p !== null && p < LEVEL && skill.mean < 0;
  const hasMore = (of: Readonly<Record<SurrogateBaseline, AlternativeSkill>>): boolean =>
    SURROGATE_BASELINES.every((baseline) => of[baseline].more.hours.low > 0 && of[baseline].more.signs.low > 0);
  return (hasMore(nextRegime.h4) || hasMore(nextRegime.h24)) && !heads.some(isWorse);
}

function measured({ blocks, agreement }: AlternativeEvidence, shipped: Surrogates): Omit<AlternativeRow, 'adopted'> {
  const both = <Value>(of: (horizon: Horizon) => Value): ByHorizon<Value> => ({ h4: of('h4'), h24: of('h24') });
  const total = (kind: Surrogate | 'real', of: (block: EvidenceBlock) => number): number =>
    blocks[kind].reduce((sum, block) => sum + of(block), 0);
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
  const bySurrogate = (of: (kind: Surrogate) => Interval) => ({
    hours: of('hours'),
    days: of('days'),
    signs: of('signs'),
  });
  return {
    skill: byKind((kind) => intervalOf(drawn[kind].own)),
    left: bySurrogate((kind) => intervalOf(drawn.real.own, drawn[kind].own)),
    more: bySurrogate((kind) => intervalOf(drawn.real.more, drawn[kind].more)),
  };
}

const byKind = <Value>(of: (kind: Surrogate | 'real') => Value): ByKind<Value> => ({
  real: of('real'),
  hours: of('hours'),
  days: of('days'),
  signs: of('signs'),
});

type Target = 'nextRegime' | 'volatility' | 'direction';

const weeksOf = (blocks: readonly EvidenceBlock[], target: Target, horizon: Horizon): readonly WeekScores[] =>
  merged(blocks.map((block) => block[target][horizon]));

/** The weeks of both, their forecasts under one roof. */
function beside(own: readonly WeekScores[], shipped: readonly WeekScores[]): readonly WeekScores[] {
  const others = new Map(shipped.map(({ week, scores }) => [week, scores]));
  if (own.length !== shipped.length) throw new FitError(`expected ${shipped.length} weeks, got ${own.length}`);
  return own.map(({ week, scores }) => {
    const other = others.get(week);
    const named = (who: string, of: WeekScores['scores']) =>
      Object.entries(of).map(([forecast, tally]) => [`${who} ${forecast}`, tally] as const);
    const rows = Object.values(scores)[0]!.rows;
    if (other === undefined || Object.values(other)[0]!.rows !== rows) {
      throw new FitError(`expected week ${week} to have the hours of the shipped model`);
    }
    return { week, scores: Object.fromEntries([...named('own', scores), ...named('shipped', other)]) };
  });
}
