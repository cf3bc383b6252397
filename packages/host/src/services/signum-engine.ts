/**
 * The SIGNUM_RGG rows of a universe, kept up to date bar by bar. The state of every symbol is stored per closed hour,
 * so that a restart goes on where the last process stopped, with the same labels and without computing again.
 */

import { candleColumns, candles, DAY_MS, HOUR_MS, barAt, type Candles } from '@barograph/core';
import {
  createSignumTracker,
  isPegged,
  PEG_V1,
  SIGNUM_V1,
  signumRow,
  type SignumRow,
  type SignumTracker,
  type SignumTrackerSnapshot,
} from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import type { CandleSource, Listing } from '../ports/candle-source.ts';
import { closedBars } from './closed-bars.ts';
import type { EngineStates } from '../store/engine-state.ts';

export interface SignumEngine {
  /** One row per listing at a moment, and how many bars had to be read for it. */
  rowsAt(asOf: number): Promise<{ readonly rows: readonly SignumRow[]; readonly bars: number }>;
}

const NONE: Candles = candles(candleColumns(0));
const scopeOf = ({ venue, symbol }: Listing): string => `${venue}:${symbol}`;

/**
 * @param timeline keeps the states of one market apart from those of another in the same store.
 * @param states where states are kept; undefined: in memory only.
 */
export function createSignumEngine(
  source: CandleSource,
  timeline: string,
  states: EngineStates | undefined,
): SignumEngine {
  const engine = `signum@${timeline}`;
  const config = SIGNUM_V1;
  let trackers: Map<string, SignumTracker> | undefined;

  const load = async (): Promise<Map<string, SignumTracker>> => {
    const loaded = new Map<string, SignumTracker>();
    for (const { scope, state } of (await states?.load(engine, config.version)) ?? []) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this engine under this very version
      loaded.set(scope, createSignumTracker(config, state as SignumTrackerSnapshot));
    }
    return loaded;
  };

  /** The tracker of a listing; a new one when there is none, or when the clock has gone back behind it. */
  const trackerOf = (known: Map<string, SignumTracker>, scope: string, asOf: number): SignumTracker => {
    const tracker = known.get(scope);
    if (tracker !== undefined && (tracker.lastHour ?? -Infinity) + HOUR_MS <= asOf) return tracker;
    const fresh = createSignumTracker(config);
    known.set(scope, fresh);
    return fresh;
  };

  return {
    rowsAt: async (asOf) => {
      trackers ??= await load();
      const rows: SignumRow[] = [];
      const changed: { readonly scope: string; readonly tracker: SignumTracker; readonly lastHour: number }[] = [];
      let read = 0;
      for (const listing of source.listings(asOf)) {
        const scope = scopeOf(listing);
        const tracker = trackerOf(trackers, scope, asOf);
        const from = tracker.lastHour === null ? 0 : tracker.lastHour + HOUR_MS;
        const hours = await closedBars(source, listing, '1h', from, asOf);
        const daysFrom = asOf - (PEG_V1.days + 2) * DAY_MS;
        const days = (await closedBars(source, listing, '1d', hours === undefined ? 0 : daysFrom, asOf)) ?? NONE;
        const about = { symbol: listing.symbol, source: listing.venue, pegged: isPegged(listing.symbol, days) };
        if (hours === undefined) {
          rows.push(signumRow({ ...about, hourly: NONE, daily: days, asOf }, config));
          continue;
        }
        for (let i = 0; i < hours.length; i++) tracker.next(barAt(hours, i));
        read += hours.length;
        if (hours.length > 0) changed.push({ scope, tracker, lastHour: tracker.lastHour! });
        rows.push(tracker.row(about, asOf));
        await setImmediate(); // lets requests through between symbols
      }
      await states?.save(
        changed.map(({ scope, tracker, lastHour }) => ({
          engine,
          scope,
          configVersion: config.version,
          asOf: lastHour,
          state: tracker.snapshot(),
        })),
      );
      return { rows, bars: read };
    },
  };
}
