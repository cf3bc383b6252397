/** The distribution context of a coin, a line per field, and the point of each hour. */

import type { DistributionContext, GammaSample } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';

const PCTILE = { minimum: 0, maximum: 100 };
const SHARE = { minimum: -1, maximum: 1 };

const context = fieldsOf<DistributionContext>();
const rank = (subject: string): string =>
  `30-day percentile rank of ${subject} in the newest hourly sample; null while warming.`;

/** The context. */
export const contextRow = record('GammaDistributionContext', {
  history_days: context.number('Hourly samples over 24.', (c) => c.historyDays, { minimum: 0, maximum: 30 }),
  sample_count: context.integer('Hourly samples of the last 720 hours.', (c) => c.sampleCount, {
    minimum: 0,
    maximum: 720,
  }),
  status: context.choice(['warming', 'ready'], 'warming under 48 samples, which are 2 days.', (c) => c.status),
  sample_ts: context.momentOrNull('Newest sample; null before the first.', (c) => c.sampleTime),
  near_density_pctile: context.numberOrNull(rank('near_density'), (c) => c.nearDensityPctile, PCTILE),
  abs_dist_to_flip_pctile: context.numberOrNull(rank('|dist_to_flip_pct|'), (c) => c.absDistToFlipPctile, PCTILE),
  mm_skew_pctile: context.numberOrNull(rank('mm_skew'), (c) => c.skewPctile, PCTILE),
  regime_score_pctile: context.numberOrNull(rank('the score'), (c) => c.scorePctile, PCTILE),
  funding_rate_pctile: context.numberOrNull(
    `${rank('funding_rate')} Null while funding_pinned, too.`,
    (c) => c.fundingPctile,
    PCTILE,
  ),
  mm_skew_z: context.numberOrNull(
    'Robust deviation of mm_skew from its median, within ±6; null while warming, and when all samples are alike.',
    (c) => c.skewZ,
    { minimum: -6, maximum: 6 },
  ),
  funding_pinned: context.flagOrNull(
    'At least 18 of the last 24 hourly samples within 1e-7 of 1.25e-5; null until 24 samples.',
    (c) => c.fundingPinned,
  ),
});

const sample = fieldsOf<GammaSample>();

/** An hourly point of the history. */
export const gammaPoint = record('GammaHistoryPoint', {
  ts: sample.moment('Cycle that was sampled, the first of its UTC hour.', (s) => s.time),
  near_density: sample.numberOrNull('Share of the ladder within 2 % of mark, percent.', (s) => s.nearDensity, PCTILE),
  abs_dist_to_flip: sample.numberOrNull(
    'Distance from mark to the flip, percent.',
    (s) => (s.distToFlipPct === null ? null : Math.abs(s.distToFlipPct)),
    { minimum: 0 },
  ),
  dist_to_flip_pct: sample.numberOrNull('Signed distance from mark to the flip, percent.', (s) => s.distToFlipPct),
  mm_skew: sample.numberOrNull('Net over gross of the market makers.', (s) => s.skew, SHARE),
  mm_gross: sample.numberOrNull('Gross of the market makers, USD.', (s) => s.makerGross, { minimum: 0 }),
  mm_n_accounts: sample.integerOrNull('Accounts of market makers with a position.', (s) => s.makerAccounts, {
    minimum: 0,
  }),
  regime_score: sample.numberOrNull('Score of the regime; null without coverage.', (s) => s.score, {
    minimum: 0,
    maximum: 1,
  }),
  funding_rate: sample.numberOrNull('Fraction per hour.', (s) => s.fundingRate),
  oi_change_pct: sample.numberOrNull('Change of open interest over 24 hours, percent.', (s) => s.openInterestChangePct),
});
/** The point on the wire. */
export type GammaPointWire = WireOf<typeof gammaPoint>;
