/**
 * Forced closes of the other venues: leveraged positions fail where the market's own do, so each of those has
 * companions at random, of another size and slightly later.
 */

import { integerAtLeast, shown, UsageError } from '@barograph/core';
import type { PositionSide } from './forced-close.ts';
import type { Flow } from './flow.ts';
import type { Market } from './market.ts';
import { generator, logistic } from './random.ts';
import { checkVenues, VENUES_V1, type SimulatedVenue, type VenuesConfig } from './venues-config.ts';

/** Forced close on another venue. */
export interface VenueForcedClose {
  /** Perp of the market. */
  readonly symbol: string;
  /** Unique within the venue. */
  readonly id: string;
  /** Epoch ms. */
  readonly time: number;
  readonly side: PositionSide;
  /** Price of the close, quote units. */
  readonly price: number;
  /** Size, units of the coin. */
  readonly size: number;
}

/** Largest relative distance of a price from that of the market's own close. */
const PRICE_NOISE = 0.0004;

/**
 * Creates the forced closes of the other venues.
 *
 * @param config parameters. @default VENUES_V1
 * @returns a function that returns those of a venue and perp after `from` and by `to` (epoch ms), oldest first; an
 * empty list when the venue does not list the perp.
 * @throws {UsageError} when the config or a time is invalid, or the symbol was never a perp.
 * @example
 * const market = createMarket();
 * const { start } = market.config;
 * const flow = createFlow(market);
 * const closes = createVenueForcedCloses(market, flow)('cexb', 'BTC', start, start + 30 * DAY_MS);
 * [closes.length, flow.forcedCloses('BTC', start, start + 30 * DAY_MS).length]; // → [ 12, 35 ]
 */
export function createVenueForcedCloses(
  market: Market,
  flow: Flow,
  config: VenuesConfig = VENUES_V1,
): (venue: SimulatedVenue, symbol: string, from: number, to: number) => readonly VenueForcedClose[] {
  const { forced, perps } = checkVenues(config);
  const { seed } = market.config;
  const isListed = (venue: SimulatedVenue, symbol: string): boolean =>
    venue === 'cexb' || !perps[venue].unlisted.includes(symbol);
  return (venue, symbol, from, to) => {
    if (!flow.symbols.includes(symbol)) throw new UsageError(`"symbol" expected a perp, got ${shown(symbol)}`);
    integerAtLeast('to', to, integerAtLeast('from', from, 0));
    if (!isListed(venue, symbol)) return [];
    const { share, size: median, noise, delayMs } = forced[venue];
    return flow
      .forcedCloses(symbol, Math.max(0, from - delayMs), to)
      .flatMap((close): VenueForcedClose[] => {
        const draw = generator(`${seed}|${venue}|${symbol}|forced|${close.id}`);
        if (draw() >= share) return [];
        const time = close.time + Math.floor(draw() * (delayMs + 1));
        const size = close.size * median * Math.exp(noise * logistic(draw));
        const price = close.price * (1 + PRICE_NOISE * (2 * draw() - 1));
        return time > from && time <= to
          ? [{ symbol, id: `${venue}-${symbol}-${close.id}`, time, side: close.side, price, size }]
          : [];
      })
      .sort((a, b) => a.time - b.time);
  };
}
