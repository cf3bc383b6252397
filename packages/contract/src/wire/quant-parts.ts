/** Schemas shared by the answers of the nowcast: the regime block, probabilities by class, and flags. */

import {
  BREADTHS,
  DIRECTIONS,
  FUNDINGS,
  LIQUIDATION_RISKS,
  OPEN_INTERESTS,
  REGIMES,
  VOLATILITIES,
  type Forecast,
  type HistoryQuality,
  type HysteresisConfig,
  type Outlooks,
  type PublishedRegime,
  type Regime,
  type NowcastPoint,
} from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, QUANT_HORIZONS, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, isoTime } from '../scalar.ts';

/** A horizon on the wire. */
export type QuantHorizon = (typeof QUANT_HORIZONS)[number];
/** Horizon of an answer. */
export const QuantHorizonSchema = Type.Enum([...QUANT_HORIZONS], { type: 'string' });
/** A label of the nowcast. */
export const RegimeLabelSchema = Type.Enum([...REGIMES], { type: 'string' });
/** A probability. */
export const ProbabilitySchema = Type.Number({ minimum: 0, maximum: 1 });

/** The classes of every family of probabilities, in the order of its lists. */
export const QUANT_CLASSES = {
  regime: REGIMES,
  direction: DIRECTIONS,
  volatility: VOLATILITIES,
  liquidation_risk: LIQUIDATION_RISKS,
  funding: FUNDINGS,
  breadth: BREADTHS,
  open_interest: OPEN_INTERESTS,
} as const;

/** Probabilities of a family; null while they are not known. */
export function probabilitiesOf(family: keyof typeof QUANT_CLASSES) {
  const { length } = QUANT_CLASSES[family];
  return nullable(
    Type.Array(ProbabilitySchema, {
      minItems: length,
      maxItems: length,
      description: `${QUANT_CLASSES[family].join(', ')}; they sum to 1. null while not known.`,
    }),
  );
}

/** The names of the classes, in the order of their lists. */
export const QuantClassesWire = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Names of the classes, in the order of every list of probabilities.',
});

/** The names of the classes on the wire. */
export function encodeQuantClasses(): Static<typeof QuantClassesWire> {
  return Object.fromEntries(Object.entries(QUANT_CLASSES).map(([family, classes]) => [family, [...classes]]));
}

const PendingWire = Type.Object({
  label: RegimeLabelSchema,
  count: Type.Integer({ minimum: 1 }),
  needed: Type.Integer({ minimum: 1 }),
});
const Hysteresis = Type.Object({
  margin: Type.Number(),
  bars: Type.Integer(),
  override: Type.Number(),
  incumbent_floor: Type.Number(),
  min_dwell_bars: Type.Integer(),
});

/** The regime block. */
export const QuantRegimeWire = Type.Object(
  {
    label: RegimeLabelSchema,
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Calibrated: the share of labels so probable that hindsight confirms.',
    }),
    raw_confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Filtered probability of the label.' }),
    candles_in_regime: Type.Integer({ minimum: 1, description: 'Closed hours, the first one included.' }),
    in_regime_since: nullable(
      Type.String({ description: 'ISO-8601, open of the first hour; null when it began before the history.' }),
    ),
    pending: nullable(PendingWire),
    hysteresis: Hysteresis,
  },
  { title: 'QuantRegime' },
);
export type QuantRegimeWire = Static<typeof QuantRegimeWire>;

/** A challenger that is counting, on the wire. */
export function encodePending(pending: PublishedRegime['pending']): Static<typeof PendingWire> | null {
  return pending === null ? null : { label: pending.label, count: pending.count, needed: pending.needed };
}

/** A published regime on the wire. */
export function encodeQuantRegime(regime: PublishedRegime, hysteresis: HysteresisConfig): QuantRegimeWire {
  return {
    label: regime.label,
    confidence: regime.confidence,
    raw_confidence: regime.rawConfidence,
    candles_in_regime: regime.candles,
    in_regime_since: regime.since === null ? null : isoTime(regime.since),
    pending: encodePending(regime.pending),
    hysteresis: {
      margin: hysteresis.margin,
      bars: hysteresis.bars,
      override: hysteresis.override,
      incumbent_floor: hysteresis.incumbentFloor,
      min_dwell_bars: hysteresis.minDwellBars,
    },
  };
}

/** Probability that a label holds at the end of the horizon. */
export const TransitionWire = Type.Object({ label: RegimeLabelSchema, p: ProbabilitySchema });
const TransitionsWire = Type.Object({
  p_stay: ProbabilitySchema,
  most_likely: TransitionWire,
  to: Type.Array(TransitionWire, { minItems: 6, maxItems: 6, description: 'The likeliest first.' }),
});

/** Every family of one horizon. */
export const quantForecast = {
  p_next: probabilitiesOf('regime'),
  transitions: nullable(TransitionsWire),
  direction: probabilitiesOf('direction'),
  volatility: probabilitiesOf('volatility'),
  liquidation_risk: probabilitiesOf('liquidation_risk'),
  funding: probabilitiesOf('funding'),
  breadth: probabilitiesOf('breadth'),
  open_interest: probabilitiesOf('open_interest'),
};
const ForecastObject = Type.Object(quantForecast);
export type QuantForecastWire = Static<typeof ForecastObject>;

const listOf = (values: readonly number[] | null | undefined): number[] | null =>
  values === null || values === undefined ? null : [...values];

/**
 * The likeliest label other than the one that holds; ties go to the lower id.
 *
 * @param next probabilities of the labels at the end of the horizon.
 */
export function likeliestChange(next: readonly number[], label: Regime): Static<typeof TransitionWire> {
  const others = REGIMES.map((name, id) => ({ label: name, p: next[id] ?? 0 })).filter((one) => one.label !== label);
  return others.reduce((best, one) => (one.p > best.p ? one : best));
}

function transitionsOf(next: readonly number[], label: Regime): Static<typeof TransitionsWire> {
  const to = REGIMES.map((name, id) => ({ label: name, p: next[id] ?? 0 }));
  return {
    p_stay: next[REGIMES.indexOf(label)] ?? 0,
    most_likely: likeliestChange(next, label),
    to: to.sort((a, b) => b.p - a.p),
  };
}

/** The families of a horizon on the wire. Those that say nothing are null; explain says why. */
export function encodeQuantForecast(
  forecast: Forecast | null,
  regime: PublishedRegime | null,
  outlooks: Outlooks,
): QuantForecastWire {
  return {
    p_next: listOf(forecast?.nextRegime),
    transitions: forecast === null || regime === null ? null : transitionsOf(forecast.nextRegime, regime.label),
    direction: listOf(forecast?.direction),
    volatility: listOf(forecast?.volatility),
    liquidation_risk: listOf(outlooks.liquidationRisk.probabilities),
    funding: listOf(outlooks.funding.probabilities),
    breadth: listOf(outlooks.breadth.probabilities),
    open_interest: listOf(outlooks.openInterest.probabilities),
  };
}

/** Amount of history behind an answer. */
export const quantFlags = {
  insufficient_history: Type.Boolean({ description: 'Less than 60 days.' }),
  warming_up: Type.Boolean({ description: 'Less than 30 days.' }),
  new_listing: Type.Boolean({ description: 'Less than 7 days: no regime yet.' }),
  sparse: Type.Boolean({ description: 'More than 5 % of the last 168 hours have no bar: no regime.' }),
};
const FlagsObject = Type.Object(quantFlags);
export type QuantFlagsWire = Static<typeof FlagsObject>;

/** The flags on the wire. */
export function encodeQuantFlags(quality: HistoryQuality): QuantFlagsWire {
  return {
    insufficient_history: quality.insufficientHistory,
    warming_up: quality.warmingUp,
    new_listing: quality.newListing,
    sparse: quality.sparse,
  };
}

/** Of what hour, by which model, from where: the end of every block. */
export const quantStamp = {
  bar_timestamp: Type.Integer({ minimum: 0, description: 'Open of the last closed hour, epoch ms.' }),
  model_version: Type.String(),
  as_of: EpochMsSchema,
  data_source: DataSourceSchema,
  source: DataSourceSchema,
};
const StampObject = Type.Object(quantStamp);

interface StampParts {
  readonly point: NowcastPoint;
  readonly modelVersion: string;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The stamp on the wire. */
export function encodeQuantStamp({ point, modelVersion, asOf, dataSource }: StampParts): Static<typeof StampObject> {
  return {
    bar_timestamp: point.time,
    model_version: modelVersion,
    as_of: asOf,
    data_source: dataSource,
    source: dataSource,
  };
}
