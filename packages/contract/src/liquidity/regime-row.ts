/** Label and fragility of a coin on the wire, with all inputs of the decision. */

import {
  FRAGILITY_BANDS,
  FRAGILITY_PARTS,
  LIQUIDITY_REGIMES,
  type FragilityComponent,
  type LiquidityRow,
  type LiquidityScore,
} from '@barograph/stress';
import { fieldsOf, record, within } from '../fields.ts';
import type { CoinLiquidity } from './coin.ts';

/** Bounds of a score. */
export const SCORE = { minimum: 0, maximum: 100 } as const;
/** Bounds of a share. */
export const SHARE = { minimum: 0, maximum: 1 } as const;

const part = fieldsOf<FragilityComponent>();
const component = record('FragilityComponent', {
  name: part.choice(FRAGILITY_PARTS, 'Part of the score.', (component) => component.name),
  value: part.numberOrNull(
    'Depth and spread over their baselines, |imbalance|, divergence over 4 hours; null when not known.',
    (component) => component.value,
  ),
  score: part.numberOrNull('Points of the value; null when not known.', (component) => component.score, SCORE),
  weight: part.number(
    'Share in the score; those of the known parts sum to one.',
    (component) => component.weight,
    SHARE,
  ),
});

const label = fieldsOf<LiquidityRow>();
const ABOVE = { minimum: 0 } as const;
const OF_BASELINE = 'the median of the 7 days before; null below 24 hours of samples';
const labelFields = {
  regime: label.choice(LIQUIDITY_REGIMES, 'Label; neutral below 24 hours of samples.', (row) => row.regime),
  status: label.choice(['ok', 'warming'], 'warming: below 24 hours of samples.', (row) => row.status),
  since: label.momentOrNull('Sample that began the label; null while warming.', (row) => row.since),
  sampled_at: label.moment('When the sample was taken.', (row) => row.time),
  samples: label.integer('Samples of the 7 days before.', (row) => row.samples, ABOVE),
  depth_50bps: label.numberOrNull(
    'Bids and asks within 50 bps of mid, USD; null when not measured.',
    (row) => row.depth,
    ABOVE,
  ),
  depth_baseline: label.numberOrNull(`USD, ${OF_BASELINE}.`, (row) => row.depthBaseline, ABOVE),
  depth_ratio: label.numberOrNull('depth_50bps over depth_baseline.', (row) => row.depthRatio, ABOVE),
  spread_bps: label.number('Best ask less best bid, basis points of mid.', (row) => row.spreadBps, ABOVE),
  spread_baseline: label.numberOrNull(`Basis points, ${OF_BASELINE}.`, (row) => row.spreadBaseline, ABOVE),
  spread_ratio: label.numberOrNull('spread_bps over spread_baseline.', (row) => row.spreadRatio, ABOVE),
  imbalance_10bps: label.numberOrNull('(bids − asks)/(bids + asks) within 10 bps.', (row) => row.imbalance, {
    minimum: -1,
    maximum: 1,
  }),
  divergence_4h: label.numberOrNull(
    'Change of open interest less that of the price over 4 hours, percentage points.',
    (row) => row.h4.divergence,
  ),
  divergence_limit: label.number('divergence_4h from which it alarms.', (row) => row.divergenceLimit),
  cascade_at: label.momentOrNull(
    'Last sample within 6 hours whose hour was a cascade; null for none that is known.',
    (row) => row.cascadeAt,
  ),
  open_interest_usd: label.numberOrNull('USD at mid; null when not known.', (row) => row.openInterestUsd, ABOVE),
  config_version: label.text('Version of the rules of the label.', (row) => row.configVersion),
};

const scored = fieldsOf<LiquidityScore>();
const scoreFields = {
  score: scored.numberOrNull(
    'Fragility, higher is healthier: Σ weight · score of the components, to one decimal.',
    (score) => score.score,
    SCORE,
  ),
  band: scored.choiceOrNull(FRAGILITY_BANDS, 'Band of the score.', (score) => score.band),
  partial: scored.flag('A part is not known; the weights of the others make up for it.', (score) => score.partial),
  components: scored.items(component, 'Parts of the score.', (score) => score.components),
  score_version: scored.text('Version of the score.', (score) => score.configVersion),
};

const row = fieldsOf<CoinLiquidity>();
/** Label and score with their reasons. */
export const liquidityRegimeRow = record('LiquidityRegimeRow', {
  symbol: row.text('Base coin, as its venue names it.', ({ sample }) => sample.symbol),
  ...within(({ row }: CoinLiquidity) => row, labelFields),
  liquidations_1h_usd: row.numberOrNull(
    'Closed by force in the 60 minutes before the sample, USD; null where it is not known of all of them.',
    ({ sample }) => sample.liquidationsUsd,
    ABOVE,
  ),
  liquidations_basis: row.choiceOrNull(
    ['venue', 'fills'],
    'fills: derived from fills of watched accounts, a lower bound; null without a source.',
    ({ sample }) => sample.liquidationsBasis,
  ),
  ...within(({ score }: CoinLiquidity) => score, scoreFields),
});
