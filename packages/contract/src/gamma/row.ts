/** Wire format of a coin's gamma analog. */

import {
  flipInterval,
  GAMMA_REGIMES,
  type GammaRecord,
  type GammaRegimeRecord,
  type OpenInterestShare,
  type ProfilePoint,
  type RuleInputs,
  type TermPoints,
} from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { ladderLevelRow, levelsAt } from '../positioning/ladder-row.ts';
import { interval, ladderShare } from '../positioning/share.ts';
import { contextRow } from './context-row.ts';
import { COVERAGES } from './rules.ts';

/** Gamma analog of a coin with additional fields. */
export interface CoinGamma {
  readonly gamma: GammaRecord;
  /** USD; null when unknown. */
  readonly oraclePrice: number | null;
  /** Mark over oracle, minus 1; null when unknown. */
  readonly premium: number | null;
  /** USD; null when unknown. */
  readonly openInterestUsd: number | null;
  /** Share of open interest held by tracked accounts; absent when open interest is unknown. */
  readonly share?: OpenInterestShare | undefined;
}

/** Interval of the flip as distances from the mark, percent. */
export function distanceInterval(flip: number | null, mark: number, share: OpenInterestShare | undefined) {
  const found = flipInterval(flip, mark, share);
  const distance = (price: number): number => 100 * (price / mark - 1);
  return found === null ? null : { low: distance(found.low), high: distance(found.high) };
}

const SCORE = { minimum: 0, maximum: 1 };
const PCTILE = { minimum: 0, maximum: 100 };
const USD = { minimum: 0 };
const SKEW_SOURCES = { percentile: 'mm_skew_pctile', raw: 'market_skew_raw', none: 'none' } as const;

const point = fieldsOf<ProfilePoint>();
const profilePoint = record(null, {
  price: point.number('Middle of the bin, USD.', (p) => p.price),
  dist_pct: point.number('Signed distance from mark, percent.', (p) => p.distPct),
  long_usd: point.number('Longs that are liquidated there, USD at mark.', (p) => p.long, USD),
  short_usd: point.number('Shorts that are liquidated there, USD at mark.', (p) => p.short, USD),
  net_usd: point.number('short_usd less long_usd: forced buying less forced selling.', (p) => p.net),
});

/** Inputs of the rules, by their names in the rules. */
interface Inputs extends RuleInputs {
  readonly source: GammaRegimeRecord['skewSource'];
  readonly isPinned: boolean | null;
}
const read = fieldsOf<Inputs>();
const inputs = record(null, {
  skew_source: read.choice(
    ['mm_skew_pctile', 'market_skew_raw', 'none'],
    'Input that the skew term was read from; none when it does not count.',
    (i) => SKEW_SOURCES[i.source],
  ),
  mm_skew_pctile: read.numberOrNull(
    '30-day percentile rank of mm_skew; null while warming.',
    (i) => i.skewPctile,
    PCTILE,
  ),
  mm_skew: read.numberOrNull('Net over gross of the market makers; null when they hold nothing.', (i) => i.skew, {
    minimum: -1,
    maximum: 1,
  }),
  near_density_pctile: read.numberOrNull(
    '30-day percentile rank of near_density; null while warming.',
    (i) => i.nearDensityPctile,
    PCTILE,
  ),
  near_density: read.numberOrNull(
    'Share of the ladder within 2 % of mark, percent; null for an empty ladder.',
    (i) => i.nearDensity,
    PCTILE,
  ),
  dist_to_flip_pct: read.numberOrNull('100 (gamma_flip / mark - 1); null without a flip.', (i) => i.distToFlipPct),
  funding_rate_pctile: read.numberOrNull(
    '30-day percentile rank of funding_rate; null while warming, and while funding is pinned.',
    (i) => i.fundingPctile,
    PCTILE,
  ),
  oi_change_pct: read.numberOrNull('Of open interest over 24 hours, percent.', (i) => i.openInterestChangePct),
  funding_pinned: read.flagOrNull(
    'At least 18 of the last 24 hourly samples within 1e-7 of 1.25e-5; null until 24 samples.',
    (i) => i.isPinned,
  ),
});

const terms = fieldsOf<TermPoints>();
const added = (subject: string): string => `Added by ${subject}.`;
const termRow = record(null, {
  skew: terms.number(added('the lean of the market makers'), (t) => t.skew / 100),
  density: terms.number(added('the ladder near mark'), (t) => t.density / 100),
  flip: terms.number(added('the distance to the flip'), (t) => t.flip / 100),
  funding: terms.number(added('funding'), (t) => t.funding / 100),
  open_interest: terms.number(added('the change of open interest'), (t) => t.openInterest / 100),
});

const before = fieldsOf<NonNullable<GammaRegimeRecord['previous']>>();
const previous = record(null, {
  state: before.choice(GAMMA_REGIMES, 'State of the previous cycle.', (p) => p.state),
  score: before.number('Score of the previous cycle.', (p) => p.score, SCORE),
});

const field = fieldsOf<GammaRecord>();
const regime = record('GammaRegime', {
  state: field.choice(
    GAMMA_REGIMES,
    'amplify: makers and forced closes add to a move; dampen: they lean against it; transitional otherwise.',
    (g) => g.regime.state,
  ),
  score: field.numberOrNull('0…1, in hundredths; null without coverage.', (g) => g.regime.score, SCORE),
  confidence: field.number(
    '0…1; at most 0.35 without full coverage, 0 without any.',
    (g) => g.regime.confidence,
    SCORE,
  ),
  inputs: field.inner(
    inputs,
    (g) => ({ ...g.regime.inputs, source: g.regime.skewSource, isPinned: g.context.fundingPinned }),
    'Numbers that the rules read.',
  ),
  terms: field.inner(termRow, (g) => g.regime.points, 'Parts of the score beside its base.'),
  previous: field.innerOrNull(
    previous,
    'Cycle before, by which a threshold may hold; null without one of the last 30 minutes that had a score.',
    (g) => g.regime.previous,
  ),
  rules_version: field.text('Version of meta.regime_rules.', (g) => g.regime.rulesVersion),
  coverage: field.choice(
    COVERAGES,
    'full: at least 20 market makers and 1 bin; funding_only; none.',
    (g) => g.regime.coverage,
  ),
  insufficient_mm_coverage: field.flag('The coverage is not full.', (g) => g.regime.insufficientMakers),
  since: field.moment('The state holds since then.', (g) => g.regime.since),
});

const coverage = record(null, {
  bands: field.integer('Bins of the ladder that hold something.', (g) => g.bands, USD),
  mm_n_accounts: field.integer('Accounts of market makers with a position.', (g) => g.makerAccounts, USD),
  has_flip: field.flag('The ladder has a flip within ±30 % of mark.', (g) => g.flip !== null),
  history_days: field.number('Hourly samples over 24.', (g) => g.context.historyDays, USD),
});

const row = fieldsOf<CoinGamma>();

/** The gamma analog of a coin. */
export const gammaRow = record('GammaExposure', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.gamma.coin),
  mark: row.number('Mark price that distances are measured from, USD.', (r) => r.gamma.mark, { exclusiveMinimum: 0 }),
  mm_net_delta: row.numberOrNull('Longs less shorts of the market makers, USD at mark.', (r) => r.gamma.makerNet),
  gamma_flip: row.numberOrNull(
    'Price at which the longs still to be liquidated below equal the shorts above, USD; null without one within ±30 % of mark.',
    (r) => r.gamma.flip,
    { exclusiveMinimum: 0 },
  ),
  dist_to_flip_interval: row.innerOrNull(
    interval,
    'dist_to_flip_pct of all accounts, tracked or not, percent: held 90 % of simulated flips. Null without a flip or a share of open interest.',
    ({ gamma: { flip, mark }, share }) => distanceInterval(flip, mark, share),
  ),
  open_interest_share: row.innerOrNull(ladderShare, 'Null where open interest is not known.', (r) => r.share ?? null),
  regime: row.inner(regime, (r) => r.gamma),
  coverage: row.inner(coverage, (r) => r.gamma, 'Data behind the regime.'),
  levels: row.items(
    ladderLevelRow,
    'Nearest bins to mark, three on either side, of all classes.',
    (r) => levelsAt(r.gamma.levels, r.share),
    {
      maxItems: 6,
    },
  ),
  gamma_profile: row.items(
    profilePoint,
    'Forced closes on the grid of the ladder within ±10 % of mark, ascending; empty for an empty ladder.',
    (r) => r.gamma.profile,
    { maxItems: 40 },
  ),
  distribution_context: row.inner(contextRow, (r) => r.gamma.context),
  positions_as_of: row.moment('Cycle of the positions.', (r) => r.gamma.time),
  funding_rate: row.numberOrNull('Fraction per hour; null when not known.', (r) => r.gamma.fundingRate),
  oracle_price: row.numberOrNull('USD; null when not known.', (r) => r.oraclePrice),
  premium: row.numberOrNull('Mark over oracle, less one; null when not known.', (r) => r.premium),
  open_interest: row.numberOrNull('USD; null when not known.', (r) => r.openInterestUsd, USD),
  config_version: row.text('Version of the numbers.', (r) => r.gamma.version),
});
/** The row on the wire. */
export type GammaRowWire = WireOf<typeof gammaRow>;
