/** Fills and forced closes of the seeded market as they happen: its stream is always up. */

import { bucketOpen, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import type { FillColumns, Flow } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { Feeds } from '../market/feeds.ts';
import type { Liquidation } from '../market/liquidations.ts';
import type { LearnedRange, Trades } from '../market/trades.ts';

/** Maximum time span of a query, ms. Longer queries return only its end, with the start in `since`. */
export const SIMULATED_FLOW_MS: number = HOUR_MS;

/** Fills of a perp, and the read position. */
interface Reading {
  readonly symbol: number;
  readonly fills: FillColumns;
  at: number;
}

/** Answered time span: whole ms of the market, at most {@link SIMULATED_FLOW_MS}. */
function spanOf({ from, to }: LearnedRange): LearnedRange {
  const end = Math.max(0, Math.floor(to));
  return { from: Math.max(0, Math.min(end, Math.max(from, end - SIMULATED_FLOW_MS))), to: end };
}

function emptyTrades(symbols: readonly string[], length: number, since: number) {
  const column = (): Float64Array => new Float64Array(length);
  return {
    symbols,
    symbol: column(),
    learned: column(),
    time: column(),
    isBuy: column(),
    price: column(),
    size: column(),
    id: Array.from<string>({ length }),
    changes: [],
    wasUp: true,
    since,
  } satisfies Trades;
}

/** Rows of a minute over all perps, ordered by time, then perp. */
function minuteRows(readings: readonly Reading[], until: number): readonly (readonly [Reading, number])[] {
  const rows: (readonly [Reading, number])[] = [];
  for (const reading of readings) {
    const { fills } = reading;
    for (; reading.at < fills.length && fills.time[reading.at]! < until; reading.at++) rows.push([reading, reading.at]);
  }
  return rows.sort(([one, i], [other, j]) => one.fills.time[i]! - other.fills.time[j]!);
}

/** Merges fills of all perps in time order by minute; yields to requests between minutes. */
async function merged(symbols: readonly string[], readings: readonly Reading[], span: LearnedRange): Promise<Trades> {
  const length = readings.reduce((sum, { fills }) => sum + fills.length, 0);
  const trades = emptyTrades(symbols, length, span.from);
  let row = 0;
  for (let minute = bucketOpen(span.from, MINUTE_MS); row < length; minute += MINUTE_MS) {
    for (const [{ symbol, fills }, i] of minuteRows(readings, minute + MINUTE_MS)) {
      trades.symbol[row] = symbol;
      trades.time[row] = trades.learned[row] = fills.time[i]!;
      trades.isBuy[row] = fills.isBuy[i]!;
      trades.price[row] = fills.price[i]!;
      trades.size[row] = fills.size[i]!;
      trades.id[row] = String(fills.id[i]!);
      row++;
    }
    await setImmediate();
  }
  return trades;
}

/** Fills and forced closes are known when they happen. A query may reach back to the start of the market. */
export function createSimulatedFlow(flow: Flow): Pick<Feeds, 'trades' | 'liquidations'> {
  return {
    trades: {
      pull: async (range) => {
        const span = spanOf(range);
        const readings: Reading[] = [];
        for (const [symbol, name] of flow.symbols.entries()) {
          readings.push({ symbol, fills: flow.fills(name, span.from, span.to), at: 0 });
          await setImmediate(); // lets requests through between perps
        }
        return ok({ rows: await merged(flow.symbols, readings, span), asOf: span.to });
      },
    },
    liquidations: {
      pull: async (range) => {
        const span = spanOf(range);
        const liquidations: Liquidation[] = [];
        for (const symbol of flow.symbols) {
          for (const { id, time, side, price, size } of flow.forcedCloses(symbol, span.from, span.to)) {
            liquidations.push({ symbol, id, time, side, price, size });
          }
          await setImmediate();
        }
        liquidations.sort((a, b) => a.time - b.time);
        return ok({ rows: { liquidations, basis: 'venue', since: span.from }, asOf: span.to });
      },
    },
  };
}
