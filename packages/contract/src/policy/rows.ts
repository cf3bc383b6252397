/** Terms of policy risk on the wire. */

import {
  CROSS_ASSETS,
  type CrossAssetMove,
  type MediaVolume,
  type PolicyRisk,
  type RateTerm,
} from '@barograph/stress/risk';
import { DAY_MS } from '@barograph/core';
import { fieldsOf, record } from '../fields.ts';
import { isoTime } from '../scalar.ts';
import { derivedPart } from '../shapes/risk.ts';
import type { PolicyHead } from './publication.ts';

const UNIT = { minimum: 0, maximum: 1 };
const NONE_LESS = { minimum: 0 };

/** Rate decision with its weight at the time of the request. */
interface RateAt extends RateTerm {
  readonly asOf: number;
}
const rate = fieldsOf<RateAt>();
/** Rate decision ahead. */
export const rateCatalystRow = record('RateCatalyst', {
  name: rate.text('Name of the meeting.', ({ decision }) => decision.name),
  date: rate.text('UTC day, YYYY-MM-DD.', ({ decision }) => isoTime(decision.time).slice(0, 10)),
  timestamp: rate.moment('Moment of the decision.', ({ decision }) => decision.time),
  days_until: rate.number('Days from as_of.', ({ decision, asOf }) => (decision.time - asOf) / DAY_MS, NONE_LESS),
  importance: rate.number('1 of the Federal Reserve.', ({ decision }) => decision.importance, UNIT),
  expected_move_bp: rate.numberOrNull(
    'Move that is expected, basis points; null where nobody says, and then it counts as none.',
    ({ decision }) => decision.expectedMoveBp,
  ),
  weight: rate.number('e^(−days_until / 7).', ({ weight }) => weight, UNIT),
  move: rate.number('1 + |expected_move_bp| / 25.', ({ move }) => move, { minimum: 1 }),
  product: rate.number('importance · weight · move.', ({ decision, weight, move }) => decision.importance * weight * move, NONE_LESS), // prettier-ignore
});

const media = fieldsOf<MediaVolume>();
const mediaRow = record('MediaVolume', {
  articles: media.number('Articles about regulation of the last 24 hours.', ({ articles }) => articles, NONE_LESS),
  hours: media.integer('Hours of them that are known.', ({ hours }) => hours, NONE_LESS),
  baseline_hours: media.integer('Known hours of the 30 days before.', ({ baselineHours }) => baselineHours, NONE_LESS),
  baseline_median: media.number('Median of their articles.', ({ median }) => median, NONE_LESS),
  baseline_scale: media.number(
    '1.4826 times their median absolute deviation, and at least 1.',
    ({ scale }) => scale,
    NONE_LESS,
  ),
  volume_z: media.number('(articles / hours − baseline_median) / baseline_scale.', ({ volumeZ }) => volumeZ),
  tone: media.number('Mean tone by articles, −10 to 10.', ({ tone }) => tone, { minimum: -10, maximum: 10 }),
  product: media.number(
    '0.6 · max(0, volume_z) + 0.4 · max(0, −tone).',
    ({ volumeZ, tone }) => 0.6 * Math.max(0, volumeZ) + 0.4 * Math.max(0, -tone),
    NONE_LESS,
  ),
});

const move = fieldsOf<CrossAssetMove>();
const moveRow = record('CrossAssetMove', {
  asset: move.choice(CROSS_ASSETS, 'btc_nasdaq: the 20-day correlation of bitcoin with the Nasdaq 100.', ({ asset }) => asset), // prettier-ignore
  move: move.number(
    'Change over 5 observations: log return of dollar and gold, percentage points of the yield, change of the correlation.',
    (move) => move.move,
  ),
  deviation: move.number('Standard deviation of such moves before it.', ({ deviation }) => deviation, NONE_LESS),
  moves: move.integer('Moves that it is of, at most 250.', ({ moves }) => moves, NONE_LESS),
  product: move.number('move / deviation; of dollar and yield 0 where it falls.', ({ z }) => z),
});

/** Risk with its time and inputs. */
export interface PolicyDerived {
  readonly risk: PolicyRisk;
  readonly asOf: number;
  readonly head: PolicyHead;
}
/** Decisions of the window, nearest first. */
export const ratesOf = ({ risk, asOf }: PolicyDerived): readonly RateAt[] | null =>
  risk.terms.rate?.map((term) => ({ ...term, asOf })) ?? null;

const field = fieldsOf<PolicyDerived>();
/** Derivation of the score of each part. */
export const policyDerivation = record('PolicyDerivation', {
  gdelt: field.inner(
    derivedPart(
      'GdeltDerivation',
      'sum(product) through (0, 0), (1, 25), (3, 65), (6, 100)',
      mediaRow,
      ({ head }: PolicyDerived) => (head.media === null ? null : [head.media]),
    ),
    (derivation) => derivation,
  ),
  cross_asset: field.inner(
    derivedPart(
      'CrossAssetDerivation',
      'sqrt(mean(product^2)) through (0.5, 10), (1, 35), (2, 75), (3, 100)',
      moveRow,
      ({ head }: PolicyDerived) => head.moves,
    ),
    (derivation) => derivation,
  ),
  rate: field.inner(
    derivedPart('RateDerivation', '100 * (1 - exp(-sum(product)))', rateCatalystRow, ratesOf),
    (derivation) => derivation,
  ),
});
