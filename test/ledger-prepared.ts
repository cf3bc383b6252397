/** Ungraded forecasts of six days, and the market with their outcomes. */

import { LEDGER_HORIZONS, type ForecastRow, type LedgerHorizon } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import { forecastRow, LEDGER_START } from '../packages/contract/test/ledger-cases.ts';

/** Names the market in the store. */
export const TIMELINE = 'prepared';
const PERPS = 6;
const DAYS = 6;
/** Midnight of the first forecasts, epoch ms. */
export const START: number = SIMULATOR_V2.start + 5 * DAY_MS;
/** Time by which every outcome is known or has expired, epoch ms. */
export const END: number = START + (DAYS + 3) * DAY_MS;

/** Perps listed since the start of the simulated market. */
export function fewPerps(): SimulatorConfig {
  const perps = SIMULATOR_V2.listings.filter(({ venue, listedAfter, delistedAfter }) => venue === 'perpdex_perp' && listedAfter === 0 && delistedAfter === null); // prettier-ignore
  return { ...SIMULATOR_V2, listings: perps.slice(0, PERPS) };
}

/** Forecasts of the market and of each perp, for each horizon and hour; those of a day together. */
export function prepared(): readonly { readonly day: number; readonly rows: readonly ForecastRow[] }[] {
  const scopes = ['market', ...fewPerps().listings.map(({ symbol }) => symbol)];
  const quarter = [0.25, 0.25, 0.25, 0.25];
  const even = REGIMES.map(() => 0.166667);
  const rowAt = (time: number, scope: string, at: number, horizon: LedgerHorizon): ForecastRow =>
    forecastRow((time - LEDGER_START) / HOUR_MS, {
      scope,
      horizon,
      id: `live/${scope}/${horizon}/${new Date(time).toISOString()}`,
      regime: REGIMES[(time / HOUR_MS + 5 * at) % REGIMES.length]!,
      forecasts: {
        next_regime: { p: even, base: even, n: 0 },
        volatility: { p: quarter, base: quarter, n: 0, cuts: [30, 50, 80] },
        drawdown: { p: [0.9, 0.1], base: [0.5, 0.5], n: 0 },
      },
    });
  return Array.from({ length: DAYS }, (_, i) => {
    const day = START + i * DAY_MS;
    const hours = Array.from({ length: 24 }, (__, hour) => day + hour * HOUR_MS);
    const horizons = Object.keys(LEDGER_HORIZONS) as LedgerHorizon[]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- its own keys
    return { day, rows: hours.flatMap((time) => scopes.flatMap((scope, at) => horizons.map((horizon) => rowAt(time, scope, at, horizon)))) }; // prettier-ignore
  });
}
