/** Differences between a forecast row and its published hour, field by field. */

import { LEDGER_KINDS, type LedgerHorizon, type LedgerKind } from './kinds.ts';
import type { PublishedHour } from './published-hour.ts';
import { canonicalJson, rounded, type ForecastRow } from './row.ts';

/** Compared fields, and the tolerance. */
export interface FaultOptions {
  /** Kinds of forecasts. @default all */
  readonly kinds?: readonly LedgerKind[];
  /** Largest difference at which two numbers count as equal. @default 0 */
  readonly tolerance?: number;
}

type Field = readonly [name: string, value: unknown];

function fieldsOfHour(hour: PublishedHour, horizon: LedgerHorizon, kinds: readonly LedgerKind[]): readonly Field[] {
  const { classes, expectedVolatility = null, quantiles = null } = hour.horizons[horizon];
  const about: readonly Field[] = [
    ['time', new Date(hour.time).toISOString()],
    ['model', hour.model],
    ['regime', hour.regime],
    ['states.shock', hour.states['shock'] ?? null],
  ];
  const forecasts = kinds.map((kind): Field => {
    if (kind === 'expected_volatility') return [kind, expectedVolatility === null ? null : rounded(expectedVolatility)];
    if (kind === 'book_risk') return [kind, null]; // no snapshot has one
    if (kind !== 'day_quantiles') return [kind, classes[kind]?.map(rounded) ?? null];
    return [kind, quantiles?.map(({ share, percent }) => [share, rounded(percent)]) ?? null];
  });
  return [...about, ...forecasts];
}

function fieldsOfRow(
  { time, model, regime, states, forecasts }: ForecastRow,
  kinds: readonly LedgerKind[],
): readonly Field[] {
  const about: readonly Field[] = [
    ['time', time],
    ['model', model],
    ['regime', regime],
    ['states.shock', states['shock'] ?? null],
  ];
  const { expected_volatility: expected, day_quantiles: quantiles } = forecasts;
  const claims = kinds.map((kind): Field => {
    if (kind === 'expected_volatility') return [kind, expected?.value ?? null];
    if (kind === 'book_risk') return [kind, forecasts.book_risk?.values ?? null];
    if (kind !== 'day_quantiles') return [kind, forecasts[kind]?.p ?? null];
    return [kind, quantiles?.shares.map((share, i) => [share, quantiles.values[i]]) ?? null];
  });
  return [...about, ...claims];
}

/** Largest difference of numbers; Infinity when anything else differs. */
function gapOf(claim: unknown, other: unknown): number {
  if (typeof claim === 'number' && typeof other === 'number') return Math.abs(claim - other);
  if (!Array.isArray(claim) || !Array.isArray(other)) return claim === other ? 0 : Infinity;
  return claim.length === other.length ? Math.max(0, ...claim.map((value, i) => gapOf(value, other[i]))) : Infinity;
}

/**
 * First field in which a forecast row differs from its hour; undefined without a difference. Baselines are not part of an hour.
 * States from other publications are not compared.
 *
 * @example
 * publishedFault(row, hour) ?? 'the row says what was published';
 */
export function publishedFault(
  row: ForecastRow,
  hour: PublishedHour,
  { kinds = LEDGER_KINDS, tolerance = 0 }: FaultOptions = {},
): string | undefined {
  const [expected, got] = [fieldsOfHour(hour, row.horizon, kinds), fieldsOfRow(row, kinds)];
  const at = expected.findIndex(([, value], i) => gapOf(value, got[i]![1]) > tolerance);
  if (at < 0) return undefined;
  const [name, value] = expected[at]!;
  return `${name} expected ${canonicalJson(value)}, got ${canonicalJson(got[at]![1])}`;
}

/**
 * Largest difference between the numbers of two hours; Infinity when anything else differs.
 *
 * @example
 * hoursGap(hour, other, '24h') < 1e-9;
 */
export function hoursGap(
  hour: PublishedHour,
  other: PublishedHour,
  horizon: LedgerHorizon,
  kinds: readonly LedgerKind[] = LEDGER_KINDS,
): number {
  const [expected, got] = [fieldsOfHour(hour, horizon, kinds), fieldsOfHour(other, horizon, kinds)];
  return Math.max(...expected.map(([, value], i) => gapOf(value, got[i]![1])));
}
