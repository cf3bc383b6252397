/** Names in change events: scopes, states, and scores with bands. */

import type { GAMMA_REGIMES } from '@barograph/positioning';
import { SHOCK_KINDS } from '@barograph/nowcast';
import { FRAGILITY_BANDS, MEME_BANDS } from '@barograph/stress';
import { RISK_BANDS } from '@barograph/stress/risk';
import { VOLATILITY_BANDS } from '@barograph/volatility';
import type { DatasetName } from '../../datasets.ts';
import { REGIME_NAMES } from '../../regimes/parts.ts';

/** Symbol of an event that belongs to no coin. */
export const MARKET = 'MARKET';

/** State when there is no shock, or no challenger. */
export const NONE = 'none';

export const CHANGE_SCOPES = ['market', 'coin'] as const;
/** Whether a state belongs to the market or to a coin. */
export type ChangeScope = (typeof CHANGE_SCOPES)[number];

export const QUANT_PATHS = ['none', 'override', 'margin', 'floor'] as const;
/** Rule that changed a label of the nowcast. */
export type QuantPath = (typeof QUANT_PATHS)[number];

export const SHOCK_STATES = [NONE, ...SHOCK_KINDS] as const;
export const LONG_STATES: readonly string[] = [NONE, ...REGIME_NAMES];

export type GammaState = (typeof GAMMA_REGIMES)[number];

/** Scores with bands, each with the dataset of its operation. */
export const COMPOSITE_DATASETS = {
  market_health: 'market_health',
  event: 'catalysts',
  security: 'security',
  policy: 'policy',
  meme: 'meme',
  volatility: 'volatility_score',
  liquidity: 'liquidity_regime',
} as const satisfies Readonly<Record<string, DatasetName>>;
export type ChangeComposite = keyof typeof COMPOSITE_DATASETS;
/** Names of the scores with bands. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of that very table
export const CHANGE_COMPOSITES = Object.keys(COMPOSITE_DATASETS) as readonly ChangeComposite[];

/** Bands of market health, as its sentiment names them. */
const HEALTH_BANDS = ['BULLISH', 'NEUTRAL', 'BEARISH'] as const;
export const SCORE_BANDS = [
  ...new Set([...HEALTH_BANDS, ...RISK_BANDS, ...MEME_BANDS, ...VOLATILITY_BANDS, ...FRAGILITY_BANDS] as const),
] as const;
/** Band of any of these scores. */
export type ScoreBand = (typeof SCORE_BANDS)[number];
