/** Tokens of the simulator: addresses, names, and what becomes of a young one. A token is its key and the laws. */

import { HOUR_MS } from '@barograph/core';
import { TOKEN_KINDS, type PoolsConfig, type SimulatedChain, type TokenKind } from './pools-config.ts';
import { generator, logistic, type Draw } from './random.ts';

/** A token of a chain. */
export interface SimulatedToken {
  readonly chain: SimulatedChain;
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Units that exist. */
  readonly supply: number;
  /** Epoch ms. */
  readonly createdAt: number;
  /** The coin that it is; null of a young token, whatever its ticker. */
  readonly coin: string | null;
}

/** A young token with what decides its life. */
export interface YoungToken extends SimulatedToken {
  readonly kind: TokenKind;
  readonly pool: string;
  readonly firstPrice: number;
  readonly firstReserve: number;
  /** Volume of the first day over the first reserve. */
  readonly turnover: number;
  readonly peakHours: number;
  /** Log price at the peak over the first one. */
  readonly peak: number;
  /** Hours after which the pool is emptied; Infinity: never. */
  readonly emptiedAfter: number;
  /** Moment of its profile, epoch ms; Infinity: it has none. */
  readonly profileAt: number;
  /** Boosts that were bought, oldest first. */
  readonly boosts: readonly { readonly at: number; readonly amount: number }[];
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** An address of a chain: 20 bytes in hexadecimal, or 32 bytes in base58. */
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

/** Hours within which a token shows itself, and within which it buys boosts. */
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

/** Tokens that a chain gets within the hour that opens at `hour`, oldest first. @param tickers that lookalikes may carry. */
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

/** A young token at a moment. */
export interface YoungState {
  readonly price: number;
  readonly reserve: number;
  /** USD, of the last 24 hours. */
  readonly volume24h: number;
  readonly isEmptied: boolean;
}

/** Price at an age: it rises to its peak by x · e^(1−x) of the log, and falls back. */
function priceAt({ firstPrice, peak, peakHours }: YoungToken, age: number): number {
  const x = age / peakHours;
  return firstPrice * Math.exp(peak * x * Math.exp(1 - x));
}

/**
 * A young token `age` hours after it was made. Its pool holds a constant product: the reserve is as the root of the price.
 * What is traded in an hour halves in each span of the peak.
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
