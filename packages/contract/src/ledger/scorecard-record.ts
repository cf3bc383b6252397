/** The scorecard on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields } from '../shapes/page.ts';
import { LEAST_GRADED, LEAST_LINE, LEDGER_KINDS, LEDGER_RULES, type LedgerHorizon } from './kinds.ts';
import { newsImpactRecord, type DatedImpactCard } from './news-impact-record.ts';
import { LEDGER_HORIZON_NAMES } from './parameters.ts';
import type { LedgerStated } from './port.ts';
import type { GradeRow } from './row.ts';
import { stateCardsOf, type MeanFollowed, type StateCard } from './state-card.ts';
import {
  saidAndHappened,
  scorecardOf,
  standingGrades,
  type CalibrationLine,
  type KindCard,
  type MeanScore,
} from './scorecard.ts';

/** Windows of a scorecard, days. */
export const WINDOWS = ['7', '30', '90', '365'] as const;

const PROBABILITY = { minimum: 0, maximum: 1 } as const;

/**
 * Rounds a mean for display. With exact means, a key that polls after each new row could derive the row's number, and rows of
 * the last days are paid for.
 */
const shownTo =
  (decimals: number) =>
  (value: number): number =>
    Number(value.toFixed(decimals));
const [score3, share2] = [shownTo(3), shownTo(2)];

const score = fieldsOf<MeanScore>();
const scoreRecord = record(null, {
  rule: score.choice(
    ['log', 'brier', 'qlike', 'pinball', 'fz0'],
    'Proper score; lower is better. log: nats. brier: 0 to 2. qlike: 0 is perfect. pinball: mean over the quantiles, percent. fz0: of quantiles and shortfalls together; its differences mean something, its zero does not.',
    (s) => s.rule,
  ),
  mean: score.number('Mean score of the forecasts, to three decimals.', (s) => score3(s.mean)),
  baseline: score.number('Mean score of the baseline known at the time of each, over the same rows.', (s) =>
    score3(s.baseline),
  ),
  skill: score.numberOrNull('1 − mean / baseline: above 0 is better than the baseline; null where that is perfect, and of fz0.', (s) => (s.skill === null ? null : score3(s.skill))), // prettier-ignore
});

const line = fieldsOf<CalibrationLine>();
const calibrationLine = record(null, {
  said: line.number('Mean probability that was said, to two decimals.', (l) => share2(l.said), PROBABILITY),
  happened: line.number('Share of the rows in which it happened.', (l) => share2(l.happened), PROBABILITY),
  rows: line.integer('Rows.', (l) => l.rows, { minimum: 1 }),
});

const card = fieldsOf<KindCard>();
const kindRecord = record(null, {
  kind: card.choice(LEDGER_KINDS, 'What was forecast.', (c) => c.kind),
  graded: card.integer('Rows with a known outcome.', (c) => c.graded, { minimum: 0 }),
  unknown: card.integer(
    'Rows whose outcome can no longer be known, for want of bars or, for liquidation_risk, of a venue that tells its forced closes.',
    (c) => c.unknown,
    {
      minimum: 0,
    },
  ),
  scores: card.custom(
    Type.Union([Type.Array(scoreRecord.schema), Type.Null()], {
      description: `null with fewer than ${LEAST_GRADED} graded rows.`,
    }),
    ({ scores }) => scores?.map(scoreRecord.encode) ?? null,
  ),
  calibration: card.custom(
    Type.Union([Type.Array(calibrationLine.schema), Type.Null()], {
      description: `Probability of the likeliest class, in tenths: what was said, and how often it happened. A tenth with fewer than ${LEAST_LINE} rows is left out. Of book_risk: the share of each quantile, and how often the return was not above it; horizons overlap, so the rows are not independent. null for a kind without classes, and with too few rows.`,
    }),
    ({ calibration }) => calibration?.map(calibrationLine.encode) ?? null,
  ),
  summary: card.textOrNull('The line of the table with most rows, in words; null without a table.', saidAndHappened),
});

const followed = fieldsOf<MeanFollowed>();
const followedRecord = record(null, {
  return: followed.number('Return, percent.', (f) => score3(f.return)),
  volatility: followed.number('Volatility, annualised percent.', (f) => score3(f.volatility)),
  fall: followed.number('Largest fall of a close from an earlier one, percent.', (f) => score3(f.fall)),
});

const stated = fieldsOf<StateCard>();
const stateRecord = record(null, {
  kind: stated.choice(['state'], 'A state, which predicts nothing.', () => 'state'),
  state: stated.text('Name: shock, long_regime (market), signum_color and flip_alert (perps).', (c) => c.state),
  value: stated.text('What it was.', (c) => c.value),
  graded: stated.integer('Hours whose horizon after it is known.', (c) => c.graded, { minimum: 0 }),
  unknown: stated.integer('Hours whose horizon after it can no longer be known.', (c) => c.unknown, { minimum: 0 }),
  followed: stated.innerOrNull(followedRecord, `Means of what followed it over the horizon; null with fewer than ${LEAST_GRADED} graded hours.`, (c) => c.followed), // prettier-ignore
  normal: stated.innerOrNull(followedRecord, 'The same of all hours that name the state, whatever it was.', (c) => c.normal), // prettier-ignore
});

/** Grades and states of one origin. */
interface OriginCard {
  readonly grades: readonly GradeRow[];
  readonly stated: readonly LedgerStated[];
}
const origin = fieldsOf<OriginCard>();
const originRecord = record(null, {
  rows: origin.integer('Graded forecasts of the window.', ({ grades }) => standingGrades(grades).length, {
    minimum: 0,
  }),
  first: origin.textOrNull('ISO-8601, hour of the first one; null without any.', ({ grades }) => standingGrades(grades)[0]?.time ?? null), // prettier-ignore
  last: origin.textOrNull('ISO-8601, hour of the last one; null without any.', ({ grades }) => standingGrades(grades).at(-1)?.time ?? null), // prettier-ignore
  kinds: origin.items(kindRecord, 'A line for each kind that was graded.', ({ grades }) => scorecardOf(grades)),
  states: origin.items(stateRecord, 'What followed each state that stood next to the forecasts, against any hour.', (o) => stateCardsOf(o.stated)), // prettier-ignore
});

interface Scorecard {
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  readonly window: (typeof WINDOWS)[number];
  readonly live: OriginCard;
  readonly backfilled: OriginCard;
  /** null without a source of reports. */
  readonly newsImpact: DatedImpactCard | null;
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Scorecard>();
export const quantScorecard = record('QuantScorecard', {
  scope: field.text('market, the perp, or the reference book.', (s) => s.scope),
  horizon: field.choice(LEDGER_HORIZON_NAMES, 'How far ahead the forecasts looked.', (s) => s.horizon),
  window_days: field.integer('Days of forecasts up to as_of.', ({ window }) => Number(window), { minimum: 7 }),
  live: field.inner(originRecord, (s) => s.live, 'Forecasts recorded when they were published.'),
  backfilled: field.inner(originRecord, (s) => s.backfilled, 'Forecasts computed afterwards from bars.'),
  news_impact: field.innerOrNull(
    newsImpactRecord,
    'What the market did after qualified news of the window, by bin of impact_score: whether a higher impact is followed by a larger move. All stories for scope market, those that name it for a perp; at most the newest 10000. No baseline of hours without a story is measured: of a random walk with the volatility of the day before, the median of abnormality is 0.67 and the share of 2 and more is 0.05. null on a host without a source of reports.',
    (s) => s.newsImpact,
  ),
  rules: field.text('Version of the rules of rows, baselines and grades.', () => LEDGER_RULES),
  as_of: field.moment('When this was looked at.', (s) => s.asOf),
  ...sourceFields,
});
/** The answer on the wire. */
export type QuantScorecardWire = WireOf<typeof quantScorecard>;
