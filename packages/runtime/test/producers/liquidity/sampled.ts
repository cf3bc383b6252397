/** A perp of the simulator as the host samples it, without the host: its books measured, its rows tracked. */

import { DAY_MS, HOUR_MS, MINUTE_MS, quantile } from '@barograph/core';
import { createFlow, createMarket, createObservations, type SimulatorConfig } from '@barograph/simulator';
import { createLiquidityTracker, type BookDepth, type LiquidityRow } from '@barograph/stress';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { trackedSample } from '../../../src/producers/liquidity/archive.ts';
import { createBookCounts } from '../../../src/producers/liquidity/book-counts.ts';
import { measureBook } from '../../../src/producers/liquidity/measure.ts';

/** Time between two samples, ms. */
export const PASS_MS: number = 2 * MINUTE_MS;

/** A sample after which the coin was judged. */
export interface SampledRow {
  readonly row: LiquidityRow;
  readonly depth: BookDepth;
  /** Notional closed by force in the hour before, quote units. */
  readonly liquidations: number;
}

/** The simulator, opened once for all perps. */
export function openSampled(config: SimulatorConfig) {
  const truth = createMarket(config);
  const flow = createFlow(truth);
  const observations = createObservations(truth);
  const books = openMarket([createSimulatedSource(config)]);
  const counts = createBookCounts();
  return {
    truth,
    flow,
    counts,
    /**
     * Samples of a perp by `to` (epoch ms), oldest first, by a tracker that knows nothing before: one an hour from
     * `from` on, for the statistics of hours, and one every 2 minutes after `dense`.
     */
    async *rows(symbol: string, from: number, dense: number, to: number): AsyncGenerator<SampledRow> {
      const tracker = createLiquidityTracker();
      const first = Math.ceil(from / HOUR_MS) * HOUR_MS;
      const next = (at: number): number => (at + HOUR_MS <= dense ? at + HOUR_MS : at + PASS_MS);
      for (let at = first; at <= to; at = next(at)) {
        const book = await measureBook(books, symbol, at, counts);
        if (book === undefined) continue;
        const closes = flow.forcedCloses(symbol, at - HOUR_MS, at);
        const liquidations = closes.reduce((sum, { notional }) => sum + notional, 0);
        const sample = trackedSample({
          ...book,
          symbol,
          sampledAt: at,
          markPrice: null,
          openInterest: observations.perp(symbol, at)!.openInterest,
          openInterestUsd: null,
          liquidationsUsd: liquidations,
          liquidationsBasis: 'venue',
        });
        yield { row: tracker.sample(sample), depth: book.depth, liquidations };
      }
    },
  };
}

/** Weeks that a week is called quiet among. */
const WEEKS = 52;
const WEEK_MS = 7 * DAY_MS;

/**
 * Quiet weeks by the truth: no cascade and no volatility spike in it and in the day before, and hourly returns of no more
 * than the median volatility of the weeks from `from` on.
 *
 * @returns beginnings, epoch ms, oldest first.
 */
export function quietWeeks({ truth, flow }: ReturnType<typeof openSampled>, symbol: string, from: number): number[] {
  const { start } = truth.config;
  const { regime } = truth.regimes(from + WEEKS * WEEK_MS);
  const weeks = Array.from({ length: WEEKS }, (_, i) => from + i * WEEK_MS);
  const volatility = weeks.map((week) => {
    const { close } = truth.candles(symbol, 'perpdex_perp', '1h', week, week + WEEK_MS);
    const squares = Array.from(close).map((one, i) => (i === 0 ? 0 : Math.log(one / close[i - 1]!) ** 2));
    return squares.reduce((sum, one) => sum + one, 0);
  });
  const median = quantile(volatility, 0.5);
  return weeks.filter((week, i) => {
    const [first, last] = [week - DAY_MS, week + WEEK_MS].map((at) => Math.floor((at - start) / HOUR_MS));
    const isSpike = regime.slice(first, last).includes('vol_spike');
    return volatility[i]! <= median && !isSpike && flow.cascades(symbol, week - DAY_MS, week + WEEK_MS).length === 0;
  });
}
