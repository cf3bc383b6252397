/** Simulated token transfers with their ground truth: to an exchange, from one, or neither. */

import { DAY_MS, integerAtLeast } from '@barograph/core';
import { kept } from './kept.ts';
import type { Market } from './market.ts';
import { checkNewsSimulator, NEWS_SIMULATOR_V1, type NewsSimulatorConfig } from './news-config.ts';
import { between, dayNumber, oneOfThem, poisson, skewed } from './outlook-draws.ts';
import { generator, type Draw } from './random.ts';

/** Confirmed transfer. */
export interface SimulatedTransfer {
  /** Identifier from chain, transaction and position in it. */
  readonly id: string;
  readonly time: number;
  readonly chain: 'ethereum';
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  /** Amount, units of the token. */
  readonly amount: number;
  /** Value at the time of the transfer, USD. */
  readonly usd: number;
  /** True direction relative to exchanges; null when neither, whatever its size. */
  readonly direction: 'inflow' | 'outflow' | null;
}

/** Address of a simulated exchange. */
export interface SimulatedExchangeAddress {
  readonly exchange: string;
  readonly chain: 'ethereum';
  readonly address: string;
  readonly source: string;
}

/** Transfers after `from` and by `to` (epoch ms), oldest first, and the labelled addresses. */
export interface SimulatedTransfers {
  readonly labels: readonly SimulatedExchangeAddress[];
  transfers(from: number, to: number): readonly SimulatedTransfer[];
}

const KEPT_DAYS = 60;
const EXCHANGES = ['northgate', 'bluefin', 'meridian'];
const WALLETS = 3;
/** Symbols of tokens, and the coin that prices them; without one, dollars. */
const TOKENS = [
  ['USDT', null],
  ['USDC', null],
  ['ETH', 'ETH'],
  ['BTC', 'BTC'],
] as const;

const HEX = '0123456789abcdef';
/** Three months have half a million digits. */
function hex(draw: Draw, digits: number): string {
  let text = '0x';
  for (let i = 0; i < digits; i++) text += HEX[Math.floor(16 * draw())]!;
  return text;
}

/**
 * Creates the transfers of a market.
 *
 * @param config parameters. @default NEWS_SIMULATOR_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const { start } = SIMULATOR_V2;
 * const { labels, transfers } = createTransfers(createMarket());
 * const day = transfers(start, start + DAY_MS);
 * [labels.length, day.length > 0, day.every(({ time }) => time > start)]; // → [ 9, true, true ]
 */
export function createTransfers(market: Market, config: NewsSimulatorConfig = NEWS_SIMULATOR_V1): SimulatedTransfers {
  const { transfers: law } = checkNewsSimulator(config);
  const { seed, start } = market.config;
  const firstDay = dayNumber(start);
  const named = generator(`${seed}|transfers|labels`);
  const labels = EXCHANGES.flatMap((exchange) =>
    Array.from({ length: WALLETS }, (): SimulatedExchangeAddress => ({
      exchange,
      chain: 'ethereum',
      address: hex(named, 40),
      source: 'simulated',
    })),
  );
  /** Price at the open of a day, so that a transfer does not depend on later prices. */
  const priceOf = (coin: string | null, day: number): number => {
    if (coin === null) return 1;
    const { open, length } = market.candles(coin, 'perpdex_perp', '1h', day * DAY_MS, day * DAY_MS + 3_600_000);
    return length === 0 ? NaN : open[0]!;
  };
  const walletOf = (draw: Draw, exchange: string): string =>
    oneOfThem(
      draw,
      labels.filter((label) => label.exchange === exchange),
    ).address;

  const transfers = kept(KEPT_DAYS, (day): readonly SimulatedTransfer[] => {
    const draw = generator(`${seed}|transfers|${day}`);
    return Array.from({ length: poisson(draw, law.perDay) }, (): SimulatedTransfer => {
      const [symbol, coin] = oneOfThem(draw, TOKENS);
      const isSpoofed = draw() < law.spoofed;
      const usd = isSpoofed ? 0 : skewed(draw, law.usd);
      const [exchange, other] = [oneOfThem(draw, EXCHANGES), oneOfThem(draw, EXCHANGES)];
      const [wallet, second, stranger] = [walletOf(draw, exchange), walletOf(draw, other), hex(draw, 40)];
      const kind = draw();
      const [from, to] =
        kind < 0.35
          ? [stranger, wallet]
          : kind < 0.7
            ? [wallet, stranger]
            : kind < 0.9
              ? [second, wallet]
              : [stranger, hex(draw, 40)];
      const way = kind < 0.35 ? 'inflow' : kind < 0.7 ? 'outflow' : kind < 0.9 && exchange !== other ? 'inflow' : null;
      return {
        id: `ethereum:${hex(draw, 64)}:${Math.floor(200 * draw())}`,
        time: day * DAY_MS + Math.floor(draw() * DAY_MS),
        chain: 'ethereum',
        symbol,
        from,
        to,
        amount: usd / priceOf(coin, day),
        usd,
        direction: isSpoofed ? null : way,
      };
    }).sort((a, b) => a.time - b.time);
  });
  return {
    labels,
    transfers: (from, to) => {
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      return between(transfers, from, to, firstDay);
    },
  };
}
