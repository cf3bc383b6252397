/** Running nowcast of one scope: ingests closed hours and keeps the output of the last one. */

import { QUANT_RECENT_HOURS, type DataSource, type QuantHour, type QuantRecent } from '@barograph/contract';
import { barAt, HOUR_MS, UsageError, type Candles } from '@barograph/core';
import {
  createShock,
  createTradedNowcast,
  modelFor,
  nextDay,
  publishable,
  withDerivatives,
  withTransition,
  type MonteCarlo,
  type NowcastModel,
  type NowcastPoint,
  type ShockRow,
  type ShockSnapshot,
  type ShockStream,
  type TradedSnapshot,
} from '@barograph/nowcast';
import { realizedVolatility } from '@barograph/volatility';
import type { Mixture } from './mixture.ts';

/** Number of hourly returns in the daily realised volatility. */
const DAY_HOURS = 24;
const YEAR_HOURS = 365 * 24;

/** JSON-safe state of a {@link Scope}. */
export interface ScopeSnapshot {
  readonly version: 1;
  readonly nowcast: TradedSnapshot;
  readonly point: NowcastPoint | null;
  readonly recent: readonly QuantRecent[];
  /** The last closes, oldest first. */
  readonly closes: readonly (readonly [time: number, close: number])[];
  readonly mixture: Mixture | null;
  /** Kind of the source of the last hours; absent in states of earlier builds. */
  readonly dataSource?: DataSource;
  /** Absent in states of builds without shocks. */
  readonly shock?: ShockSnapshot;
}

/** Nowcast of a scope. */
export interface Scope {
  /** The last hour; null before the first. */
  readonly point: NowcastPoint | null;
  /** Shock of the last hour; null before the first, and while a state without shocks lacks its earlier hours. */
  readonly shock: ShockRow | null;
  /** The last hours, oldest first. */
  readonly recent: readonly QuantRecent[];
  /** For a coin the weight of its own transitions; null for the market. */
  readonly mixture: Mixture | null;
  /** Kind of the source of the last hours; undefined while unknown. */
  readonly dataSource: DataSource | undefined;
  /** Switches to other transitions. */
  mix(mixture: Mixture): void;
  /** Adds hours before the ingested ones, for a scope whose state has no shocks. */
  warmShock(bars: Candles): void;
  /** Ingests hours, oldest first. @param from kind of their source. @returns the output for each. */
  hours(bars: Candles, from: DataSource): readonly QuantHour[];
  /** Sets funding and open interest at the end of the last hour; null leaves the value unchanged. */
  know(derivatives: readonly number[] | null): void;
  /** Outlook of the next day after the last hour; null while undefined. */
  monteCarlo(): MonteCarlo | null;
  /** Closes of the 24 hours that end with the hour of `time`, oldest first; NaN for one without a bar. */
  dayCloses(time: number): readonly number[];
  /** Realised volatility of the last 24 hours, annualised percent; NaN when one of them has no bar. */
  rv24h(): number;
  snapshot(): ScopeSnapshot;
}

function hourOf({ time, regime, now, forecasts }: NowcastPoint, modelVersion: string): QuantHour {
  return {
    time,
    regime: regime?.label ?? null,
    confidence: regime?.confidence ?? NaN,
    rawConfidence: regime?.rawConfidence ?? NaN,
    now: now ?? [],
    h4: forecasts?.h4.nextRegime ?? [],
    h24: forecasts?.h24.nextRegime ?? [],
    backfilled: false,
    modelVersion,
  };
}

/** Closes of the hours that end with the hour of `time`, oldest first; NaN for one without a bar. */
function lastCloses(
  closes: readonly (readonly [time: number, close: number])[],
  time: number,
  hours: number,
): readonly number[] {
  const known = new Map(closes);
  return Array.from({ length: hours }, (_, i) => known.get(time - (hours - 1 - i) * HOUR_MS) ?? NaN);
}

/** Volatility of the last day by the closes of its hours, annualised. @param time last hour, epoch ms. */
function dayVolatility(closes: Parameters<typeof lastCloses>[0], time: number): number {
  return realizedVolatility(lastCloses(closes, time, DAY_HOURS + 1), YEAR_HOURS);
}

function warm(stream: ShockStream, bars: Candles): void {
  for (let i = 0; i < bars.length; i++) stream.next(barAt(bars, i));
}

/**
 * Creates a nowcast of a scope, new or resumed.
 * @param name `market` or the coin; part of the simulation's seed, and selects the expected volatility.
 * @throws {UsageError} for a snapshot of another version or model.
 */
export function createScope(model: NowcastModel, name: string, resume?: ScopeSnapshot): Scope {
  if (resume !== undefined && resume.version !== 1) {
    throw new UsageError(`"resume" expected a version 1 snapshot, got version ${String(resume.version)}`);
  }
  const { modelVersion } = model.artifact;
  const base = modelFor(model, name);
  const under = (mixed: Mixture | null): NowcastModel =>
    mixed === null ? base : { ...base, hmm: withTransition(base.hmm, modelVersion, mixed.transition) };
  let mixture = resume?.mixture ?? null;
  let own = under(mixture);
  let nowcast = createTradedNowcast(own, resume?.nowcast);
  let point = resume?.point ?? null;
  let [recent, closes] = [[...(resume?.recent ?? [])], [...(resume?.closes ?? [])]];
  let dataSource = resume?.dataSource;
  const ofShock = createShock(resume?.shock);
  let simulated: { readonly time: number; readonly value: MonteCarlo | null } | undefined;

  return {
    get point() {
      return point;
    },
    get shock() {
      return ofShock.row;
    },
    get recent() {
      return recent;
    },
    get mixture() {
      return mixture;
    },
    get dataSource() {
      return dataSource;
    },
    mix: (next) => {
      mixture = next;
      own = under(next);
      nowcast = createTradedNowcast(own, nowcast.snapshot());
    },
    warmShock: (bars) => warm(ofShock, bars),
    hours: (bars, from) => {
      dataSource = from;
      const published: QuantHour[] = [];
      for (let i = 0; i < bars.length; i++) {
        const bar = barAt(bars, i);
        // The hours of a pull may overlap with those of the previous one.
        if (nowcast.lastHour !== null && bar.time <= nowcast.lastHour) continue;
        point = publishable(nowcast.next(bar));
        ofShock.next(bar);
        const { time, regime } = point;
        recent.push({ time, regime: regime?.label ?? null, confidence: regime?.confidence ?? null });
        closes.push([time, bar.close]);
        published.push(hourOf(point, modelVersion));
      }
      recent = recent.slice(-QUANT_RECENT_HOURS);
      closes = closes.slice(-DAY_HOURS - 1);
      return published;
    },
    know: (derivatives) => {
      if (point !== null) point = withDerivatives(own, point, derivatives);
    },
    monteCarlo: () => {
      if (point === null) return null;
      const { time } = point;
      if (simulated?.time === time) return simulated.value;
      const value = nextDay(own, point, name);
      simulated = { time, value };
      return value;
    },
    dayCloses: (time) => lastCloses(closes, time, DAY_HOURS),
    // A price without trades has no volatility.
    rv24h: () => (point === null || nowcast.isHalted ? NaN : dayVolatility(closes, point.time)),
    snapshot: () => ({
      version: 1,
      nowcast: nowcast.snapshot(),
      point,
      recent,
      closes,
      mixture,
      shock: ofShock.snapshot(),
      ...(dataSource === undefined ? {} : { dataSource }),
    }),
  };
}
