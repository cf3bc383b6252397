/** Forecast rows of a published hour, next to the baselines known at that moment. */

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
/** The engine's names of the horizons. */
const ENGINE = { '4h': 'h4', '24h': 'h24' } as const satisfies Readonly<Record<LedgerHorizon, Horizon>>;
/** Names of the horizons, the nearest first. */
const HORIZON_NAMES = ['4h', '24h'] as const satisfies readonly LedgerHorizon[];

/** Facts of a row beside the publication. */
export interface RowFacts {
  readonly origin: LedgerOrigin;
  /** Moment of the row, epoch ms. */
  readonly recorded: number;
  /** SHA-256 of the snapshot, hexadecimal; null where none was published. */
  readonly snapshot: string | null;
  /** Closes of the hours up to the one of the forecast, oldest first; NaN for an hour without a bar. */
  readonly closes: ArrayLike<number>;
  /** Share of perps above their mean of a day, percent; undefined where it is not known, and of coins. */
  readonly breadth: number | undefined;
  /** Resting depth of perps; left out where none is measured. */
  readonly depthFor?: DepthFor;
  /** Outcomes that are graded by then. */
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

/** Place and moment of a forecast row, in epoch ms. */
interface RowPlace {
  readonly origin: LedgerOrigin;
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  readonly time: number;
  readonly recorded: number;
}

/** Fields that say which forecast a row is, and when it was written. */
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

/** Quantiles of a normal law about 0 with a volatility of annualised percent, as returns of a day in percent. */
function normalQuantiles(shares: readonly number[], volatility: number): readonly number[] {
  const deviation = volatility / 100 / Math.sqrt(YEAR_HOURS / DAY_HOURS);
  return shares.map((share) => rounded(100 * Math.expm1(normalQuantile(share) * deviation)));
}

/**
 * The rows of an hour, one for each horizon.
 *
 * @param artifact of the model, whose classes of volatility are cut by its numbers.
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
    // The market is a mean of coins, which have a depth each.
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
