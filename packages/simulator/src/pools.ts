/**
 * Pools of decentralised exchanges on the simulator's chains: one for each coin with a token there, at the price of the
 * market, and three new tokens an hour on each chain, most of which are forgotten within days. They do not move the
 * bars.
 */

import { bucketOpen, HOUR_MS, integerAtLeast, oneOf } from '@barograph/core';
import { kept } from './kept.ts';
import { drawAddress, tokensOfHour, youngState, type SimulatedToken, type YoungToken } from './made-tokens.ts';
import type { Market } from './market.ts';
import { checkPools, POOLS_V1, SIMULATED_CHAINS, type PoolsConfig, type SimulatedChain } from './pools-config.ts';
import { generator } from './random.ts';
import { checksOf, type SimulatedCheck } from './token-checks.ts';

/** Pool at a moment. Amounts are USD, changes percent; NaN when its token is younger. */
export interface SimulatedPool {
  readonly chain: SimulatedChain;
  readonly address: string;
  readonly base: SimulatedToken;
  readonly quote: SimulatedToken;
  readonly createdAt: number;
  readonly price: number;
  readonly reserve: number;
  readonly volume24h: number;
  readonly change1h: number;
  readonly change24h: number;
  readonly buys24h: number;
  readonly sells24h: number;
  readonly buyers24h: number;
  readonly sellers24h: number;
}

/** Advertised token. */
export interface SimulatedPromotion {
  readonly token: SimulatedToken;
  readonly kind: 'profile' | 'boost';
  /** Time of the advertisement, epoch ms. */
  readonly at: number;
  /** Boosts of this purchase, and of all the token's purchases so far; 0 for a profile. */
  readonly amount: number;
  readonly total: number;
}

/** Pools of a market. Times are epoch ms. */
export interface Pools {
  /** Tokens of coins on chains; constant. */
  readonly coinTokens: readonly SimulatedToken[];
  /**
   * Pools of a chain at a moment, those of coins first, then the youngest first. @throws {UsageError} when the chain is
   * unknown.
   */
  pools(chain: SimulatedChain, time: number): readonly SimulatedPool[];
  /** Token listed at a moment. @throws {UsageError} as `pools`. */
  token(chain: SimulatedChain, address: string, time: number): SimulatedToken | undefined;
  /** Check results of that token at a moment; undefined when it is not listed. @throws {UsageError} as `pools`. */
  checks(chain: SimulatedChain, address: string, time: number): readonly SimulatedCheck[] | undefined;
  /** Advertisements up to a moment of tokens listed at it, newest first. */
  promotions(time: number): readonly SimulatedPromotion[];
}

const percent = (now: number, before: number): number => 100 * (now / before - 1);

/** Trades and traders of a volume: orders of a typical size, two thirds of the traders with a single one. */
function crowd(
  volume: number,
  ticket: number,
): Pick<SimulatedPool, 'buys24h' | 'sells24h' | 'buyers24h' | 'sellers24h'> {
  const orders = volume / ticket;
  const [buys, sells] = [Math.ceil(orders * 0.55), Math.floor(orders * 0.45)];
  return { buys24h: buys, sells24h: sells, buyers24h: Math.ceil(buys * 0.7), sellers24h: Math.ceil(sells * 0.6) };
}

/** Price and volume of a coin, from the bars of one of its listings. */
function coinPrices(market: Market, coin: string, time: number) {
  const { listings, start } = market.config;
  const own = listings.filter((listing) => listing.coin === coin && listing.symbol.endsWith(coin));
  const listing = own.find(({ venue }) => venue === 'perpdex_perp') ?? own[0];
  if (listing === undefined) return undefined;
  const to = bucketOpen(time, HOUR_MS);
  const { close, volume, length } = market.candles(
    listing.symbol,
    listing.venue,
    '1h',
    Math.max(start, to - 25 * HOUR_MS),
    to,
  );
  if (length === 0) return undefined;
  const last = close[length - 1]!;
  let traded = 0;
  for (let i = Math.max(0, length - 24); i < length; i++) traded += close[i]! * volume[i]!;
  return {
    price: last / listing.multiplier,
    traded,
    typical: listing.quoteVolume,
    change1h: length < 2 ? NaN : percent(last, close[length - 2]!),
    change24h: length < 25 ? NaN : percent(last, close[0]!),
  };
}

/** Cached hours of chains: those listed on all of them, and some more. */
const KEPT_HOURS = 1024;

/**
 * Creates the pools of a market. Cheap: hours are computed on demand.
 *
 * @param config parameters. @default POOLS_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const pools = createPools(createMarket()).pools('base', SIMULATOR_V2.start + DAY_MS);
 * pools.length > 0 && pools.every(({ chain }) => chain === 'base'); // → true
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one law each of coins, young tokens, checks and promotions, over the same tokens
export function createPools(market: Market, config: PoolsConfig = POOLS_V1): Pools {
  const { coins, coinPool, listedHours, ticket } = checkPools(config);
  const { seed, start, coins: known } = market.config;
  const tickers = [...new Set(Object.values(coins).flat())];
  const tokenOf = (chain: SimulatedChain, symbol: string, coin: string | null): SimulatedToken => ({
    chain,
    address: drawAddress(chain, generator(`${seed}|token|${chain}|${symbol}`)),
    symbol,
    name: symbol,
    decimals: chain === 'solana' ? 9 : 18,
    supply: 1e9,
    createdAt: start,
    coin,
  });
  const named = new Set(known.map(({ coin }) => coin));
  const coinTokens = SIMULATED_CHAINS.flatMap((chain) =>
    coins[chain].filter((coin) => named.has(coin)).map((coin) => tokenOf(chain, coin, coin)),
  );
  const quotes = new Map(
    SIMULATED_CHAINS.map((chain) => [chain, tokenOf(chain, 'USDC', named.has('USDC') ? 'USDC' : null)]),
  );
  const hours = new Map(
    SIMULATED_CHAINS.map((chain) => [
      chain,
      kept(KEPT_HOURS, (hour: number) => tokensOfHour(seed, chain, hour, tickers, config)),
    ]),
  );

  /** Tokens created within the listed hours, youngest first. */
  const young = (chain: SimulatedChain, time: number): readonly YoungToken[] => {
    const tokensAt = hours.get(oneOf('chain', chain, SIMULATED_CHAINS))!;
    const last = bucketOpen(integerAtLeast('time', time, 0), HOUR_MS);
    const first = Math.max(start, last - listedHours * HOUR_MS);
    const list: YoungToken[] = [];
    for (let hour = last; hour >= first; hour -= HOUR_MS) list.push(...tokensAt(hour).toReversed());
    return list.filter(({ createdAt }) => createdAt <= time && time - createdAt < listedHours * HOUR_MS);
  };
  const ageOf = ({ createdAt }: SimulatedToken, time: number): number => (time - createdAt) / HOUR_MS;

  const youngPool = (token: YoungToken, time: number): SimulatedPool => {
    const age = ageOf(token, time);
    const { price, reserve, volume24h, isEmptied } = youngState(token, age, config);
    const before = (span: number): number => (age < span ? NaN : youngState(token, age - span, config).price);
    const isWash = token.kind === 'wash' && isEmptied;
    return {
      chain: token.chain,
      address: token.pool,
      base: token,
      quote: quotes.get(token.chain)!,
      createdAt: token.createdAt,
      price,
      reserve,
      volume24h,
      change1h: percent(price, before(1)),
      change24h: percent(price, before(24)),
      ...crowd(volume24h, ticket),
      ...(isWash ? { buyers24h: 2000, sellers24h: 33 } : {}),
    };
  };

  const coinPoolOf = (token: SimulatedToken, time: number): SimulatedPool | undefined => {
    const prices = coinPrices(market, token.coin!, time);
    if (prices === undefined) return undefined;
    const { price, traded, typical, change1h, change24h } = prices;
    const volume24h = traded * coinPool.volumeShare;
    return {
      chain: token.chain,
      address: drawAddress(token.chain, generator(`${seed}|pool|${token.chain}|${token.symbol}`)),
      base: token,
      quote: quotes.get(token.chain)!,
      createdAt: start,
      price,
      reserve: typical * coinPool.volumeShare * coinPool.reserve,
      volume24h,
      change1h,
      change24h,
      ...crowd(volume24h, coinPool.ticket),
    };
  };

  const token: Pools['token'] = (chain, address, time) =>
    coinTokens.find((token) => token.chain === chain && token.address === address) ??
    [quotes.get(oneOf('chain', chain, SIMULATED_CHAINS))!].find((token) => token.address === address) ??
    young(chain, time).find((token) => token.address === address);

  return {
    coinTokens,
    pools: (chain, time) => {
      const listed = young(chain, time).map((token) => youngPool(token, time));
      if (time <= start) return [];
      const ofCoins = coinTokens
        .filter((token) => token.chain === chain)
        .flatMap((token) => coinPoolOf(token, time) ?? []);
      return [...ofCoins, ...listed];
    },
    token,
    checks: (chain, address, time) => {
      const found = token(chain, address, time);
      if (found === undefined) return undefined;
      const isEmptied = 'emptiedAfter' in found && ageOf(found, time) >= Number(found.emptiedAfter);
      return checksOf(found, seed, isEmptied, config);
    },
    promotions: (time) =>
      SIMULATED_CHAINS.flatMap((chain) => young(chain, time))
        .flatMap((token): SimulatedPromotion[] => {
          let total = 0;
          const boosts = token.boosts.map(({ at, amount }): SimulatedPromotion => {
            total += amount;
            return { token, kind: 'boost', at, amount, total };
          });
          return [{ token, kind: 'profile', at: token.profileAt, amount: 0, total: 0 }, ...boosts];
        })
        .filter(({ at }) => at <= time)
        .sort((a, b) => b.at - a.at),
  };
}
