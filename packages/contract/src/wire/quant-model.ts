/** The model card, and the catalogue of regimes, on the wire. */

import {
  CATALOG_VERSION,
  REGIMES,
  type DrawdownCalibration,
  type NowcastArtifact,
  type Regime,
} from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable } from '../scalar.ts';
import { featureName } from './quant-explain.ts';
import { RegimeLabelSchema } from './quant-parts.ts';
import { wireNamed } from './wire-names.ts';

const Texts = Type.Array(Type.String());

/** The map from simulated to mapped probability of a drawdown, and what it was learnt from. */
const DrawdownMapWire = Type.Object({
  version: Type.String(),
  scope: Type.String({ description: 'What it was learnt on, and all that it is used for.' }),
  monte_carlo_version: Type.String({ description: 'The simulation that it is for.' }),
  slope: Type.Number({ minimum: 0 }),
  intercept: Type.Number({ description: 'mapped = sigmoid(intercept + slope * logit(raw))' }),
  trained_to: EpochMsSchema,
  from: EpochMsSchema,
  to: EpochMsSchema,
  origins: Type.Integer({ minimum: 1 }),
  came: Type.Integer({ minimum: 0, description: 'Origins that a drawdown followed.' }),
  brier_raw: Type.Number({ minimum: 0, maximum: 1 }),
  brier_mapped: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'On the outcomes that the map was fitted on: no test of it.',
  }),
});

/** The model card. */
export const ModelCardWire = Type.Object(
  {
    version: Type.String({ description: 'none without a model.' }),
    family: Type.String({ description: 'none without a model.' }),
    loaded: Type.Boolean({ description: 'false: data endpoints answer 503.' }),
    catalog_version: Type.String(),
    feature_lists: nullable(Type.Object({ emission: Texts, next_regime: Texts, direction: Texts, volatility: Texts })),
    state_counts: nullable(Type.Object({ latent: Type.Integer(), labels: Type.Integer() })),
    parameters: nullable(
      Type.Object({
        nu: nullable(Type.Number({ description: 'Degrees of freedom; null: Gaussian.' })),
        beta: Type.Number({ description: 'Exponent of the likelihood.' }),
      }),
    ),
    training: nullable(
      Type.Object({
        trained_from: EpochMsSchema,
        trained_to: EpochMsSchema,
        rows: Type.Integer({ minimum: 0 }),
        config_version: Type.String(),
        heads_version: Type.String(),
      }),
    ),
    drawdown_map: nullable(DrawdownMapWire),
    walk_forward_metrics: nullable(
      Type.Unsafe<unknown>({
        description: 'Measured on hours after those learnt from; null when none are published. Times are epoch ms.',
      }),
    ),
    artifact_sha256: Type.Optional(Type.String()),
    approval: nullable(
      Type.Object({
        accepted: Type.Boolean(),
        reason: nullable(Type.String()),
        anchored_states: Type.Integer({ minimum: 0 }),
        recent_occupancy: Type.Array(Type.Number()),
      }),
    ),
    runtime_health: Type.Object({
      status: Type.Enum(['ok', 'warming', 'not_loaded', 'refused'], { type: 'string' }),
      reason: nullable(Type.String({ description: 'Why no model is loaded.' })),
      as_of: nullable(EpochMsSchema),
      bar_timestamp: nullable(EpochMsSchema),
      coins: Type.Integer({ minimum: 0 }),
      warming: Type.Integer({ minimum: 0 }),
    }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantModelCard' },
);
export type ModelCardWire = Static<typeof ModelCardWire>;

/** Reason why there is no model. */
export interface NoModel {
  readonly kind: 'none' | 'refused';
  readonly reason: string;
  /** Version that was refused. */
  readonly version: string | null;
}

/** A model that runs. */
export interface CardModel {
  readonly artifact: NowcastArtifact;
  readonly sha256: string;
  /** JSON of the published metrics; null when none are. */
  readonly metrics: unknown;
}

/** Runtime values beside the model. */
export interface ModelRuntime {
  /** null before the first refresh. */
  readonly asOf: number | null;
  readonly barTime: number | null;
  readonly coins: number;
  readonly warming: number;
}

/** The card without a model. */
export function encodeNoModelCard({ kind, reason, version }: NoModel, dataSource: DataSource): ModelCardWire {
  return {
    version: version ?? 'none',
    family: 'none',
    loaded: false,
    catalog_version: CATALOG_VERSION,
    feature_lists: null,
    state_counts: null,
    parameters: null,
    training: null,
    drawdown_map: null,
    walk_forward_metrics: null,
    approval: null,
    runtime_health: {
      status: kind === 'refused' ? 'refused' : 'not_loaded',
      reason,
      as_of: null,
      bar_timestamp: null,
      coins: 0,
      warming: 0,
    },
    data_source: dataSource,
    source: dataSource,
  };
}

function encodeDrawdownMap(learnt: DrawdownCalibration): Static<typeof DrawdownMapWire> {
  return {
    version: learnt.version,
    scope: learnt.scope,
    monte_carlo_version: learnt.monteCarlo,
    slope: learnt.map.slope,
    intercept: learnt.map.intercept,
    trained_to: learnt.trainedTo,
    from: learnt.from,
    to: learnt.to,
    origins: learnt.origins,
    came: learnt.came,
    brier_raw: learnt.brier.raw,
    brier_mapped: learnt.brier.mapped,
  };
}

/** The card of a model. */
export function encodeModelCard(
  { artifact, sha256, metrics }: CardModel,
  runtime: ModelRuntime,
  dataSource: DataSource,
): ModelCardWire {
  const { hmm, heads, training, approval, drawdown } = artifact;
  return {
    version: artifact.modelVersion,
    family: artifact.family,
    loaded: true,
    catalog_version: artifact.catalogVersion,
    feature_lists: {
      emission: hmm.features.map(featureName),
      next_regime: heads.h24.nextRegime.inputs.map(featureName),
      direction: heads.h24.direction.inputs.map(featureName),
      volatility: heads.h24.volatility.inputs.map(featureName),
    },
    state_counts: { latent: hmm.states.length, labels: hmm.labels.length },
    parameters: { nu: hmm.nu, beta: hmm.beta },
    training: {
      trained_from: training.from,
      trained_to: training.to,
      rows: training.rows,
      config_version: training.version,
      heads_version: training.headsVersion,
    },
    drawdown_map: drawdown === undefined ? null : encodeDrawdownMap(drawdown),
    walk_forward_metrics: wireNamed(metrics ?? null),
    artifact_sha256: sha256,
    approval: {
      accepted: approval.accepted,
      reason: approval.reason,
      anchored_states: approval.anchored,
      recent_occupancy: [...approval.recentOccupancy],
    },
    runtime_health: {
      status: runtime.asOf === null ? 'warming' : 'ok',
      reason: null,
      as_of: runtime.asOf,
      bar_timestamp: runtime.barTime,
      coins: runtime.coins,
      warming: runtime.warming,
    },
    data_source: dataSource,
    source: dataSource,
  };
}

const TEXTS: Readonly<Record<Regime, readonly [name: string, description: string, stance: string]>> = {
  strong_trend_bull: [
    'Strong uptrend',
    'Prices rise over a day and over three, along a straight path.',
    'Trend-following long baskets on.',
  ],
  strong_trend_bear: [
    'Strong downtrend',
    'Prices fall over a day and over three, with volatility above its month.',
    'Short and hedge baskets on.',
  ],
  range_low_vol: [
    'Quiet range',
    'No trend, a crooked path, volatility below its month.',
    'Mean-reversion and carry on.',
  ],
  choppy_high_vol: [
    'Choppy, high volatility',
    'No trend, a crooked path, volatility above its month.',
    'Reduce size, no breakout baskets.',
  ],
  vol_spike: [
    'Volatility spike',
    'The last hours move far more than the week before them, on high volume.',
    'Risk off, liquidation-fade only.',
  ],
  squeeze: [
    'Compression',
    'Volatility and band width are far below their month.',
    'Breakout-pending baskets, no carry against the break.',
  ],
};

/** The catalogue. */
export const RegimeCatalogWire = Type.Object(
  {
    catalog_version: Type.String({
      description: 'CalVer. While it stays, so does the label of every id; a new id at the end does not change it.',
    }),
    regimes: Type.Array(
      Type.Object({
        id: Type.Integer({ minimum: 0 }),
        label: RegimeLabelSchema,
        display_name: Type.String(),
        description: Type.String(),
        algo_basket_stance: Type.String(),
      }),
      { minItems: 6 },
    ),
    count: Type.Integer({ minimum: 0 }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantRegimeCatalog' },
);
export type RegimeCatalogWire = Static<typeof RegimeCatalogWire>;

/** The catalogue on the wire. */
export function encodeRegimeCatalog(dataSource: DataSource): RegimeCatalogWire {
  const regimes = REGIMES.map((label, id) => {
    const [display_name, description, algo_basket_stance] = TEXTS[label];
    return { id, label, display_name, description, algo_basket_stance };
  });
  return {
    catalog_version: CATALOG_VERSION,
    regimes,
    count: regimes.length,
    data_source: dataSource,
    source: dataSource,
  };
}
