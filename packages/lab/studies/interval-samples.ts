/**
 * Tracked samples of simulated accounts against all of them: the notional of a level and the flip of a ladder, as a service that
 * follows the largest accounts sees them, and as they are.
 */

import { HOUR_MS } from '@barograph/core';
import {
  accountBook,
  classesNow,
  flipInterval,
  ladderColumns,
  ladderOf,
  levelInterval,
  split,
  type AccountRecord,
  type CoinTerms,
  type Holding,
} from '@barograph/positioning';
import { createAccounts, createMarket, createObservations, generator, SIMULATOR_V2 } from '@barograph/simulator';
import { accountsAt } from '../../sources/src/simulated/accounts.ts';

/** A level of a ladder, of the sample and of all accounts. */
export interface LevelSample {
  /** Share of the side that the sample holds. */
  readonly share: number;
  readonly positions: number;
  /** USD. */
  readonly tracked: number;
  readonly truth: number;
}

/** A flip, of the sample and of all accounts; null where the ladder of all has none. */
export interface FlipSample {
  readonly shareLong: number;
  readonly shareShort: number;
  readonly mark: number;
  readonly tracked: number;
  readonly truth: number | null;
}

/** Samples of a seed. */
export interface IntervalSamples {
  readonly levels: readonly LevelSample[];
  readonly flips: readonly FlipSample[];
}

const COINS = new Set(['BTC', 'ETH', 'SOL', 'DOGE', 'XRP']);
/** Spread of the sizes by which accounts are found: what a service knows of an account is old, and of some it knows nothing. */
const KNOWLEDGE = 1;

/** Accounts by size as it is known, until they hold a share of all notional. */
function sampleOf(
  accounts: readonly AccountRecord[],
  marks: ReadonlyMap<string, number>,
  share: number,
  draw: () => number,
) {
  const sized = accounts.map((account) => {
    const gross = account.positions.reduce((sum, { coin, size }) => sum + Math.abs(size) * marks.get(coin)!, 0);
    const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    return { account, gross, rank: gross * Math.exp(KNOWLEDGE * normal) };
  });
  sized.sort((a, b) => b.rank - a.rank);
  let left = share * sized.reduce((sum, { gross }) => sum + gross, 0);
  return sized.filter(({ gross }) => (left -= gross) + gross > 0).map(({ account }) => account);
}

/** Samples of seeds that begin with a name, together. */
export async function samplesOf(name: string, seeds: number, moments: number): Promise<IntervalSamples> {
  const all: IntervalSamples[] = [];
  for (let i = 0; i < seeds; i++) all.push(await intervalSamples(`${name}-${i}`, moments));
  return { levels: all.flatMap(({ levels }) => levels), flips: all.flatMap(({ flips }) => flips) };
}

/** Whether the interval of a level holds the notional of all accounts, to the rounding of sums. */
export function holdsLevel({ tracked, share, truth }: LevelSample): boolean {
  const { low, high } = levelInterval(tracked, share)!;
  return truth >= low * (1 - 1e-9) && truth <= high * (1 + 1e-9);
}

/** Whether the interval of a flip holds that of all accounts; where all have none, it does not. */
export function holdsFlip({ tracked, mark, shareLong: long, shareShort: short, truth }: FlipSample): boolean {
  const { low, high } = flipInterval(tracked, mark, { long, short })!;
  return truth !== null && truth >= low && truth <= high;
}

/** Samples of a market at moments 12 hours apart. @param seed of the market and of what is tracked. */
async function intervalSamples(seed: string, moments: number): Promise<IntervalSamples> {
  const listings = SIMULATOR_V2.listings.filter(({ coin, venue }) => venue === 'perpdex_perp' && COINS.has(coin));
  const market = createMarket({ ...SIMULATOR_V2, seed, listings });
  const observations = createObservations(market);
  const accounts = createAccounts(market, observations);
  const draw = generator(`${seed}|tracked`);
  const levels: LevelSample[] = [];
  const flips: FlipSample[] = [];
  for (let i = 0; i < moments; i++) {
    const { time, states } = await accountsAt(accounts, SIMULATOR_V2.start + (2400 + 12 * i) * HOUR_MS);
    const perps = accounts.symbols.map((symbol) => observations.perp(symbol, time)!);
    const terms = perps.map(({ symbol: coin, mark, maxLeverage }): CoinTerms => ({
      coin,
      mark,
      tiers: [{ from: 0, maxLeverage }],
    }));
    const marks = new Map(perps.map(({ symbol, mark }) => [symbol, mark]));
    const laddersOf = (records: readonly AccountRecord[]) => {
      const book = accountBook(records, terms);
      const classes = classesNow(book);
      return {
        columns: ladderColumns(book, classes),
        rows: new Map(split(book, classes).map((row) => [row.coin, row.all])),
      };
    };
    const all = laddersOf(states);
    const tracked = laddersOf(sampleOf(states, marks, 0.25 + 0.7 * draw(), draw));
    for (const [coin, held] of tracked.rows) {
      const truth: Holding = all.rows.get(coin)!;
      const [shareLong, shareShort] = [held.long / truth.long, held.short / truth.short];
      const [seen, whole] = [ladderOf(tracked.columns, coin)!, ladderOf(all.columns, coin)!];
      for (const { distPct, side, total, positions } of seen.levels) {
        const bin = whole.bins.find(({ index }) => index === Math.floor(distPct / 0.5))!;
        levels.push({ share: side === 'long' ? shareLong : shareShort, positions, tracked: total, truth: bin.total });
      }
      if (seen.flip !== null) {
        flips.push({ shareLong, shareShort, mark: seen.mark, tracked: seen.flip, truth: whole.flip });
      }
    }
  }
  return { levels, flips };
}
