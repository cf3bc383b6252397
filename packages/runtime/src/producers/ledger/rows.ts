/** Forecast rows of a published hour, with the baselines known at that moment. */

import {
  baselineOf,
  CLASS_KIND_NAMES,
  followedOf,
  LEDGER_RULES,
  rounded,
  rowId,
  type ClassForecast,
  type ClassKind,
  type Counts,
  type ForecastRow,
  type LedgerHorizon,
  type LedgerOrigin,
  type PublishedForecasts,
  type PublishedHour,
  type RowForecasts,
} from '@barograph/contract';
import { returnVolatility, type Horizon, type NowcastArtifact } from '@barograph/nowcast';
import { normalQuantile } from '@barograph/nowcast/parts';
import { MARKET } from '../quant/listings.ts';
import type { DepthFor } from '../quant/sampled-depth.ts';
import { restingDepth } from './forced.ts';

const YEAR_HOURS = 365 * 24;
const DAY_HOURS = 24;
/** Horizon names in the engine. */
const ENGINE = { '4h': 'h4', '24h': 'h24' } as const satisfies Readonly<Record<LedgerHorizon, Horizon>>;
/** Horizon names, shortest first. */
const HORIZON_NAMES = ['4h', '24h'] as const satisfies readonly LedgerHorizon[];

/** Inputs of a row besides the publication. */
export interface RowFacts {
  readonly origin: LedgerOrigin;
  /** Moment of the row, epoch ms. */
  readonly recorded: number;
  /** SHA-256 of the snapshot, hexadecimal; null without a publication. */
  readonly snapshot: string | null;
  /** Closes up to the hour of the forecast, oldest first; NaN for an hour without a bar. */
  readonly closes: ArrayLike<number>;
  /** Share of perps above their daily mean, percent; undefined when unknown, and for coins. */
  readonly breadth: number | undefined;
  /** Resting depth of perps; absent when not measured. */
  readonly depthFor?: DepthFor;
  /** Outcomes graded so far. */
  readonly counts: (horizon: LedgerHorizon) => Counts;
}

function classesOf(
  { classes }: PublishedForecasts,
  regime: PublishedHour['regime'],
  counts: Counts,
  bounds: Readonly<Partial<Record<ClassKind, Pick<ClassForecast, 'cuts' | 'depth'>>>>,
): RowForecasts {
  const forecasts: { [Kind in ClassKind]?: ClassForecast } = {};
  for (const kind of CLASS_KIND_NAMES) {
    const p = classes[kind];
    if (p === null || p === undefined) continue;
    forecasts[kind] = { p: p.map(rounded), ...baselineOf(counts, kind, regime), ...bounds[kind] };
  }
  return forecasts;
}

/** Key and moment of a forecast row, epoch ms. */
interface RowPlace {
  readonly origin: LedgerOrigin;
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  readonly time: number;
  readonly recorded: number;
}

/** Fields that identify a forecast, and its time of writing. */
export function rowHead({
  origin,
  scope,
  horizon,
  time,
  recorded,
}: RowPlace): Pick<ForecastRow, 'type' | 'id' | 'rules' | keyof RowPlace> {
  return {
    type: 'forecast',
    id: rowId(origin, scope, horizon, time),
    origin,
    scope,
    horizon,
    time: new Date(time).toISOString(),
    rules: LEDGER_RULES,
    recorded: new Date(recorded).toISOString(),
  };
}

/** Quantiles of a centred normal distribution with annualised volatility in percent, as daily returns in percent. */
function normalQuantiles(shares: readonly number[], volatility: number): readonly number[] {
  const deviation = volatility / 100 / Math.sqrt(YEAR_HOURS / DAY_HOURS);
  return shares.map((share) => rounded(100 * Math.expm1(normalQuantile(share) * deviation)));
}

/**
 * Rows of an hour, one per horizon.
 *
 * @param artifact model whose numbers define the classes of volatility.
 */
export function forecastRows(
  hour: PublishedHour,
  artifact: Pick<NowcastArtifact, 'heads'>,
  { origin, recorded, snapshot, closes, breadth, depthFor, counts }: RowFacts,
): readonly ForecastRow[] {
  const { scope, time, model, regime, states } = hour;
  const { length } = closes;
  const base = followedOf(Array.from({ length: DAY_HOURS + 1 }, (_, i) => closes[length - DAY_HOURS - 1 + i] ?? NaN), '24h').volatility; // prettier-ignore
  const { h48, h360 } = returnVolatility(closes);
  const sigma = 100 * Math.sqrt(YEAR_HOURS) * (h360.at(-1) ?? NaN);
  return HORIZON_NAMES.map((horizon): ForecastRow => {
    const { volatilityCuts } = artifact.heads[ENGINE[horizon]];
    const cuts = sigma > 0 ? volatilityCuts.map((cut) => rounded(cut * sigma)) : undefined;
    // The market is a mean of coins, each with its own depth.
    const depth = depthFor === undefined || scope === MARKET ? undefined : restingDepth(depthFor, scope, h48.at(-1) ?? NaN, ENGINE[horizon]); // prettier-ignore
    const bounds = { ...(cuts === undefined ? {} : { volatility: { cuts } }), ...(depth === undefined ? {} : { liquidation_risk: { depth } }) }; // prettier-ignore
    const published = hour.horizons[horizon];
    const { expectedVolatility: value = null, quantiles = null } = published;
    const shares = quantiles?.map(({ share }) => share) ?? [];
    return {
      ...rowHead({ origin, scope, horizon, time, recorded }),
      model,
      snapshot,
      regime,
      states,
      ...(breadth === undefined ? {} : { breadth: rounded(breadth) }),
      forecasts: {
        ...classesOf(published, regime, counts(horizon), bounds),
        ...(value === null ? {} : { expected_volatility: { value: rounded(value), base } }),
        ...(quantiles === null
          ? {}
          : {
              day_quantiles: {
                shares,
                values: quantiles.map(({ percent }) => rounded(percent)),
                base: base === null ? null : normalQuantiles(shares, base),
              },
            }),
      },
    };
  });
}
