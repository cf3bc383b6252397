/**
 * Tokens of the simulator: addresses, names, and the fate of young ones. A token is determined by its key and the
 * parameters.
 */

import { HOUR_MS } from '@barograph/core';
import { TOKEN_KINDS, type PoolsConfig, type SimulatedChain, type TokenKind } from './pools-config.ts';
import { generator, logistic, type Draw } from './random.ts';

/** Token of a chain. */
export interface SimulatedToken {
  readonly chain: SimulatedChain;
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  /** Decimal places of a unit on the chain. */
  readonly decimals: number;
  /** Total supply, units. */
  readonly supply: number;
  /** Creation time, epoch ms. */
  readonly createdAt: number;
  /** Coin that it represents; null for a young token, whatever its ticker. */
  readonly coin: string | null;
}

/** Young token with the values that decide its life. */
export interface YoungToken extends SimulatedToken {
  readonly kind: TokenKind;
  readonly pool: string;
  readonly firstPrice: number;
  readonly firstReserve: number;
  /** Volume of the first day over the first reserve. */
  readonly turnover: number;
  readonly peakHours: number;
  /** Log of peak over first price. */
  readonly peak: number;
  /** Hours after which the pool is emptied; Infinity for never. */
  readonly emptiedAfter: number;
  /** Time of its profile, epoch ms; Infinity for none. */
  readonly profileAt: number;
  /** Purchased boosts, oldest first. */
  readonly boosts: readonly { readonly at: number; readonly amount: number }[];
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Draws an address of a chain: 20 bytes in hexadecimal, or 32 bytes in base58. */
export function drawAddress(chain: SimulatedChain, draw: Draw): string {
  const bytes = Array.from({ length: chain === 'solana' ? 32 : 20 }, () => Math.floor(draw() * 256));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (chain !== 'solana') return `0x${hex}`;
  let text = '';
  for (let value = BigInt(`0x${hex}`); value > 0n; value /= 58n) text = BASE58[Number(value % 58n)]! + text;
  const leading = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(0, leading)) + text;
}

const SYLLABLES = ['ba', 'do', 'fu', 'ga', 'ki', 'lo', 'mu', 'ne', 'pu', 'ra', 'so', 'ti', 'wo', 'xi', 'za'] as const;
const NOUNS = ['Cat', 'Dog', 'Frog', 'Moon', 'Inu', 'Chef', 'Whale', 'Bot', 'Bread', 'King'] as const;

function pick<T>(list: readonly T[], draw: Draw): T {
  return list[Math.floor(draw() * list.length)]!;
}

function logUniform([least, most]: readonly [number, number], draw: Draw): number {
  return least * (most / least) ** draw();
}

function drawKind(kinds: PoolsConfig['kinds'], draw: Draw): TokenKind {
  let left = draw();
  for (const kind of TOKEN_KINDS) {
    left -= kinds[kind];
    if (left < 0) return kind;
  }
  return 'honest';
}

/** Hours within which a token gets a profile, and within which it buys boosts. */
const PROFILE_HOURS = 2;
const BOOST_HOURS = 24;
const MOST_BOOSTS = 3;

function drawToken(
  chain: SimulatedChain,
  hour: number,
  tickers: readonly string[],
  config: PoolsConfig,
  draw: Draw,
): YoungToken {
  const createdAt = Math.floor(hour + draw() * HOUR_MS);
  const kind = drawKind(config.kinds, draw);
  const isLookalike = draw() < config.lookalikes;
  const word = pick(SYLLABLES, draw) + pick(SYLLABLES, draw);
  const symbol = isLookalike ? pick(tickers, draw) : word.toUpperCase();
  const name = `${word[0]!.toUpperCase()}${word.slice(1)} ${pick(NOUNS, draw)}`;
  const hasProfile = draw() < config.profiles;
  const profileAt = Math.floor(createdAt + draw() * PROFILE_HOURS * HOUR_MS);
  const bought = draw() < config.boosted ? 1 + Math.floor(draw() * MOST_BOOSTS) : 0;
  const boosts = Array.from({ length: bought }, () => ({
    at: Math.floor(createdAt + draw() * BOOST_HOURS * HOUR_MS),
    amount: pick(config.boosts, draw),
  })).sort((a, b) => a.at - b.at);
  const isEmptied = kind === 'rug' || kind === 'wash';
  const emptiedAfter = draw() * 12;
  return {
    chain,
    address: drawAddress(chain, draw),
    pool: drawAddress(chain, draw),
    symbol,
    name,
    decimals: chain === 'solana' ? 6 : 18,
    supply: 1e9,
    createdAt,
    coin: null,
    kind,
    firstPrice: logUniform([1e-7, 1e-4], draw),
    firstReserve: logUniform(config.reserve, draw),
    turnover: logUniform(config.turnover, draw),
    peakHours: logUniform(config.peakHours, draw),
    peak: config.peak[0] + config.peak[1] * logistic(draw),
    emptiedAfter: isEmptied ? emptiedAfter : Infinity,
    profileAt: hasProfile ? profileAt : Infinity,
    boosts,
  };
}

/**
 * Tokens created on a chain within the hour that opens at `hour`, oldest first. @param tickers tickers that lookalikes
 * may carry.
 */
export function tokensOfHour(
  seed: string,
  chain: SimulatedChain,
  hour: number,
  tickers: readonly string[],
  config: PoolsConfig,
): readonly YoungToken[] {
  const draw = generator(`${seed}|pools|${chain}|${hour}`);
  return Array.from({ length: config.perHour }, () => drawToken(chain, hour, tickers, config, draw)).sort(
    (a, b) => a.createdAt - b.createdAt,
  );
}

/** Young token at a moment. */
export interface YoungState {
  readonly price: number;
  readonly reserve: number;
  /** Volume of the last 24 hours, USD. */
  readonly volume24h: number;
  readonly isEmptied: boolean;
}

/** Price at an age: its log rises to the peak by x · e^(1−x), and falls back. */
function priceAt({ firstPrice, peak, peakHours }: YoungToken, age: number): number {
  const x = age / peakHours;
  return firstPrice * Math.exp(peak * x * Math.exp(1 - x));
}

/**
 * State of a young token `age` hours after its creation. Its pool has a constant product: the reserve follows the
 * square root of the price. Hourly volume halves in each span of the peak.
 */
export function youngState(token: YoungToken, age: number, config: PoolsConfig): YoungState {
  const { firstPrice, firstReserve, turnover, peakHours, emptiedAfter, kind } = token;
  const isEmptied = age >= emptiedAfter;
  const price = priceAt(token, Math.min(age, emptiedAfter)) * (isEmptied ? 1e-3 : 1);
  const reserve = isEmptied ? config.emptied : firstReserve * Math.sqrt(price / firstPrice);
  const decay = (hours: number): number => 2 ** (-hours / peakHours);
  const [begin, end] = [Math.max(0, age - 24), Math.min(age, emptiedAfter)];
  const scale = (firstReserve * turnover) / (1 - decay(24));
  const traded = end <= begin ? 0 : scale * (decay(begin) - decay(end));
  return { price, reserve, volume24h: kind === 'wash' && isEmptied ? config.washVolume : traded, isEmptied };
}
