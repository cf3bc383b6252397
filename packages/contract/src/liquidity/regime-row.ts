/** Label and fragility of a coin on the wire, with everything that they were decided by. */

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
  name: part.choice(FRAGILITY_PARTS, 'Part of the score.', (of) => of.name),
  value: part.numberOrNull(
    'Depth and spread over their baselines, |imbalance|, divergence over 4 hours; null when not known.',
    (of) => of.value,
  ),
  score: part.numberOrNull('Points of the value; null when not known.', (of) => of.score, SCORE),
  weight: part.number('Share in the score; those of the known parts sum to one.', (of) => of.weight, SHARE),
});

const label = fieldsOf<LiquidityRow>();
const ABOVE = { minimum: 0 } as const;
const OF_BASELINE = 'the median of the 7 days before; null below 24 hours of samples';
const labelFields = {
  regime: label.choice(LIQUIDITY_REGIMES, 'Label; neutral below 24 hours of samples.', (of) => of.regime),
  status: label.choice(['ok', 'warming'], 'warming: below 24 hours of samples.', (of) => of.status),
  since: label.momentOrNull('Sample that began the label; null while warming.', (of) => of.since),
  sampled_at: label.moment('When the sample was taken.', (of) => of.time),
  samples: label.integer('Samples of the 7 days before.', (of) => of.samples, ABOVE),
  depth_50bps: label.numberOrNull(
    'Bids and asks within 50 bps of mid, USD; null when not measured.',
    (of) => of.depth,
    ABOVE,
  ),
  depth_baseline: label.numberOrNull(`USD, ${OF_BASELINE}.`, (of) => of.depthBaseline, ABOVE),
  depth_ratio: label.numberOrNull('depth_50bps over depth_baseline.', (of) => of.depthRatio, ABOVE),
  spread_bps: label.number('Best ask less best bid, basis points of mid.', (of) => of.spreadBps, ABOVE),
  spread_baseline: label.numberOrNull(`Basis points, ${OF_BASELINE}.`, (of) => of.spreadBaseline, ABOVE),
  spread_ratio: label.numberOrNull('spread_bps over spread_baseline.', (of) => of.spreadRatio, ABOVE),
  imbalance_10bps: label.numberOrNull('(bids − asks)/(bids + asks) within 10 bps.', (of) => of.imbalance, {
    minimum: -1,
    maximum: 1,
  }),
  divergence_4h: label.numberOrNull(
    'Change of open interest less that of the price over 4 hours, percentage points.',
    (of) => of.h4.divergence,
  ),
  divergence_limit: label.number('divergence_4h from which it alarms.', (of) => of.divergenceLimit),
  cascade_at: label.momentOrNull(
    'Last sample within 6 hours whose hour was a cascade; null for none that is known.',
    (of) => of.cascadeAt,
  ),
  open_interest_usd: label.numberOrNull('USD at mid; null when not known.', (of) => of.openInterestUsd, ABOVE),
  config_version: label.text('Version of the rules of the label.', (of) => of.configVersion),
};

const scored = fieldsOf<LiquidityScore>();
const scoreFields = {
  score: scored.numberOrNull(
    'Fragility, higher is healthier: Σ weight · score of the components, to one decimal.',
    (of) => of.score,
    SCORE,
  ),
  band: scored.choiceOrNull(FRAGILITY_BANDS, 'Band of the score.', (of) => of.band),
  partial: scored.flag('A part is not known; the weights of the others make up for it.', (of) => of.partial),
  components: scored.items(component, 'Parts of the score.', (of) => of.components),
  score_version: scored.text('Version of the score.', (of) => of.configVersion),
};

const row = fieldsOf<CoinLiquidity>();
/** Label, score and their grounds. */
export const liquidityRegimeRow = record('LiquidityRegimeRow', {
  symbol: row.text('Base coin, as its venue names it.', ({ sample }) => sample.symbol),
  ...within(({ row: of }: CoinLiquidity) => of, labelFields),
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
