/** Recomputes market forecasts from the reader's bars, with the engines that published them. */

import {
  CLASS_KIND_NAMES,
  hoursGap,
  publishedFault,
  type ForecastRow,
  type LedgerDifference,
  type LedgerKind,
  type LedgerRow,
  type PublishedHour,
} from '@barograph/contract';
import { firstAtOrAfter, type Candles } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import { createMarketHours, type MarketHours } from './market-hours.ts';

/** Forecast kinds that depend on bars only. */
const BAR_KINDS = ['next_regime', 'volatility', 'drawdown', 'day_quantiles'] as const satisfies readonly LedgerKind[];
type BarKind = (typeof BAR_KINDS)[number];
const OTHER_KINDS = [
  ...CLASS_KIND_NAMES.filter((kind) => !BAR_KINDS.some((barKind) => barKind === kind)),
  'expected_volatility',
  'book_risk',
] as const;

/** Counts of a forecast kind, by outcome. */
export interface BarCounts {
  /** Recomputed with equal numbers. */
  readonly same: number;
  /** State not reproducible: it still depends on where the bars begin, or the bars do not cover it. */
  readonly unreached: number;
  /** Not determined by bars: depends on funding, depth, other coins, or an unavailable model. */
  readonly undetermined: number;
}

/** Checks the rows of consecutive days. */
export interface BarsVerifier {
  day(date: string, rows: readonly LedgerRow[]): Promise<LedgerDifference | undefined>;
  /** Counts by kind of forecast. */
  counts(): ReadonlyMap<LedgerKind, BarCounts>;
}

/** Largest difference treated as equal: rows are rounded to six decimals, and rounding may go either way. */
const TOLERANCE = 2.5e-6;
/**
 * A state gradually forgets where its bars begin. The remaining effect is the gap to a state with half the bars: a row may
 * differ by this multiple of the gap, and counts as `unreached` when the gap exceeds `MOST_GAP`.
 */
const TIMES = 100;
const MOST_GAP = 0.01;

/**
 * Creates a verifier over market bars.
 *
 * @param modelOf opens the model of a version; undefined when unavailable.
 */
export function createBarsVerifier(
  bars: Candles,
  modelOf: (version: string) => Promise<NowcastModel | undefined>,
): BarsVerifier {
  const states = new Map<string, MarketHours | undefined>();
  const laters = new Map<string, MarketHours>();
  const counted = new Map<LedgerKind, BarCounts>();
  const count = (kind: LedgerKind, field: keyof BarCounts): void => {
    const before = counted.get(kind) ?? { same: 0, unreached: 0, undetermined: 0 };
    counted.set(kind, { ...before, [field]: before[field] + 1 });
  };

  const models = new Map<string, NowcastModel>();

  /** State that begins with the first bar; undefined without the model. */
  const stateOf = async (version: string): Promise<MarketHours | undefined> => {
    if (states.has(version)) return states.get(version);
    const model = await modelOf(version);
    const state = model === undefined ? undefined : createMarketHours(model, bars, 0);
    if (model !== undefined) models.set(version, model);
    states.set(version, state);
    return state;
  };

  /** Dependence of an hour on where the bars begin. */
  const gapOf = ({ model: version, horizon }: ForecastRow, hour: PublishedHour, kind: BarKind): number => {
    const model = models.get(version);
    if (model === undefined) return Infinity;
    const later = laters.get(version) ?? createMarketHours(model, bars, firstAtOrAfter(bars, hour.time) >> 1);
    laters.set(version, later);
    const other = later.at(hour.time);
    return other === undefined ? Infinity : hoursGap(hour, other, horizon, [kind]);
  };

  const checked = (row: ForecastRow, state: MarketHours): string | undefined => {
    const hour = state.at(Date.parse(row.time));
    for (const kind of BAR_KINDS) {
      if (row.forecasts[kind] === undefined && !isSaid(hour, row, kind)) continue;
      if (hour === undefined) count(kind, 'unreached');
      else if (publishedFault(row, hour, { kinds: [kind], tolerance: TOLERANCE }) === undefined) count(kind, 'same');
      else {
        const gap = gapOf(row, hour, kind);
        const fault = publishedFault(row, hour, { kinds: [kind], tolerance: TOLERANCE + TIMES * gap });
        if (gap <= MOST_GAP && fault !== undefined) return fault;
        count(kind, 'unreached');
      }
    }
    return undefined;
  };

  return {
    counts: () => counted,
    day: async (date, rows) => {
      const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
      for (const row of forecasts.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))) {
        const state = row.scope === 'market' ? await stateOf(row.model) : undefined;
        const others = state === undefined ? [...BAR_KINDS, ...OTHER_KINDS] : OTHER_KINDS;
        for (const kind of others) if (row.forecasts[kind] !== undefined) count(kind, 'undetermined');
        const fault = state === undefined ? undefined : checked(row, state);
        if (fault !== undefined) return { date, id: row.id, reason: `not what the bars say: ${fault}` };
      }
      return undefined;
    },
  };
}

function isSaid(hour: PublishedHour | undefined, { horizon }: ForecastRow, kind: BarKind): boolean {
  const forecasts = hour?.horizons[horizon];
  return ((kind === 'day_quantiles' ? forecasts?.quantiles : forecasts?.classes[kind]) ?? null) !== null;
}
