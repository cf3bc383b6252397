/** Rows of the ledger for tests. */

import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { NOTHING_FOLLOWED } from '../src/ledger/grade.ts';
import { LEDGER_RULES } from '../src/ledger/kinds.ts';
import { rowId, type ForecastRow } from '../src/ledger/row.ts';

/** 2026-01-01T00:00Z. */
export const LEDGER_START: number = Date.UTC(2026, 0, 1);

/** Nothing that followed is known. */
export const NEVER: typeof NOTHING_FOLLOWED = NOTHING_FOLLOWED;

/** A forecast of the market for 4 hours, of an hour after {@link LEDGER_START}. */
export function forecastRow(hour: number, given: Partial<ForecastRow> = {}): ForecastRow {
  const time = LEDGER_START + hour * HOUR_MS;
  const { scope = 'market', horizon = '4h', origin = 'live' } = given;
  return {
    type: 'forecast',
    id: rowId(origin, scope, horizon, time),
    origin,
    scope,
    horizon,
    time: new Date(time).toISOString(),
    rules: LEDGER_RULES,
    recorded: new Date(time + HOUR_MS).toISOString(),
    model: 'test',
    snapshot: null,
    regime: 'squeeze',
    states: {},
    forecasts: {},
    ...given,
  };
}

/** A distribution over some classes, as rows hold it. */
export function distribution(count: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: count, maxLength: count }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => Math.round((1e6 * weight) / total) / 1e6);
  });
}
