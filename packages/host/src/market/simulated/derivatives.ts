/** Funding and open interest of the seeded market, hour by hour. */

import { err, HOUR_MS, ok } from '@barograph/core';
import { createDerivatives, type DerivativesColumns, type SimulatorConfig } from '@barograph/simulator';
import type { ObservedRange } from '../derivatives.ts';
import type { Feed, Series } from '../feed.ts';
import type { Feeds } from '../feeds.ts';

/** @param config of the market whose perps they are. */
export function createSimulatedDerivatives(config: SimulatorConfig): Pick<Feeds, 'funding' | 'openInterest'> {
  const derivatives = createDerivatives(config);
  const perps = new Set(config.listings.flatMap(({ symbol, venue }) => (venue === 'perpdex_perp' ? [symbol] : [])));
  const pull =
    <Rows>(rowsOf: (time: Float64Array, hours: DerivativesColumns) => Rows): Feed<ObservedRange, Rows>['pull'] =>
    async ({ symbol, from, to }) => {
      if (!perps.has(symbol)) {
        return err({ code: 'unknown_symbol', reason: `perpdex_perp does not list ${symbol}` });
      }
      // What an hour brings is known at its end: hours that end after `from`, and by `to`.
      const end = Math.max(0, Math.floor(to / HOUR_MS) * HOUR_MS);
      const open = Math.min(end, Math.max(0, Math.floor(from / HOUR_MS) * HOUR_MS));
      const hours = derivatives(symbol, open, end);
      const series: Series<Rows> = {
        rows: rowsOf(
          hours.time.map((time) => time + HOUR_MS),
          hours,
        ),
        asOf: to,
      };
      return ok(series);
    };
  return {
    funding: { every: HOUR_MS, pull: pull((time, { fundingRate }) => ({ time, rate1h: fundingRate })) },
    openInterest: {
      every: HOUR_MS,
      pull: pull((time, { openInterest }) => ({
        time,
        contracts: openInterest,
        mark: new Float64Array(time.length).fill(NaN),
      })),
    },
  };
}
