/** Book sampler: every 2 minutes it measures, stores, evaluates and publishes the books of the largest perps. */

import {
  liquidityMarketBody,
  liquidityPublication,
  liquidityRecord,
  type CoinLiquidity,
  type DepthSample,
  type LiquidityHead,
} from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { liquidityMarket } from '@barograph/stress';
import { type PerpContext, SourceError, CADENCES_V1 } from '@barograph/sources';
import { jsonText, type NewObservation } from '@barograph/store';
import type { Produced, Producer, ProducerInput, StateKey, StateText } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { depthSamplesSeries, interestUsd, sampleObservation, type ReadSamples } from './archive.ts';
import type { BookCounts } from './book-counts.ts';
import { LIQUIDITY_STATE, openCoin, type CoinState } from './coin-state.ts';
import { LIQUIDITY_SAMPLER_V1 } from './config.ts';
import { hourOfLiquidations, type HourOfLiquidations } from './liquidations.ts';
import { measureBook } from './measure.ts';
import { NONE_TRACKED, trackedAt, type Tracked } from './tracked.ts';

const MARKET = 'market';
const TRACKED: StateKey = { name: 'liquidity-tracked', version: LIQUIDITY_SAMPLER_V1.version };

/** Dependencies of the sampler. */
export interface LiquiditySamplerParts {
  /** Market name in the store. */
  readonly timeline: string;
  readonly samples: ReadSamples;
  readonly counts: BookCounts;
}

/** Sampler of a market with books and contexts. */
export function liquidityProducer(parts: LiquiditySamplerParts): Producer {
  return {
    name: 'liquidity',
    cadence: CADENCES_V1.every2Minutes,
    makeUp: { kind: 'latest' },
    reads: ['contexts', 'book', 'liquidations'],
    needs: [],
    publishes: [liquidityPublication.name],
    isHeavy: false,
    create: () => {
      const coins = new Map<string, CoinState>();
      return async (input) => run(parts, coins, input);
    },
  };
}

/** New sample, and the previous state when it must be stored. */
interface Taken {
  readonly observation: NewObservation;
  readonly state: StateText | undefined;
}

async function run(
  { timeline, samples, counts }: LiquiditySamplerParts,
  coins: Map<string, CoinState>,
  input: ProducerInput,
): Promise<Produced> {
  const { asOf, market, load } = input;
  const answer = await market.read('contexts', { asOf });
  if (!answer.ok) throw new SourceError(`contexts of perps: ${answer.error.reason}`);
  const perps = new Map(answer.value.perps.map((perp) => [perp.symbol, perp]));
  const [stored] = await load(TRACKED);
  const before = stored === undefined ? NONE_TRACKED : parsedState<Tracked>(stored).state;
  const now = trackedAt(before, answer.value.perps, asOf);
  await open(coins, now.tracked, samples, input);
  const liquidations = await hourOfLiquidations(market, asOf);
  const series = depthSamplesSeries(timeline);
  const taken: Taken[] = [];
  await eachOf(now.tracked, LIQUIDITY_SAMPLER_V1.atOnce, async (symbol) => {
    const coin = coins.get(symbol)!;
    const book = await measureBook(market, symbol, asOf, counts);
    if (book === undefined) return;
    const sample = sampleOf(perps.get(symbol)!, book, asOf, liquidations);
    if (coin.time !== null && sample.sampledAt <= coin.time) return counts.refused('repeated', 'exact');
    const state = coin.take(sample);
    counts.sampled();
    taken.push({ observation: sampleObservation(series, sample, answer.value.provenance.source), state });
  });
  const { head, records } = publicationOf(now, coins, asOf);
  return {
    observations: taken.map(({ observation }) => observation),
    states: [stateText(TRACKED, MARKET, asOf, now), ...taken.flatMap(({ state }) => state ?? [])],
    published: [{ name: liquidityPublication.name, head: jsonText(head), records }],
    facts: { samples: taken.length, tracked: now.tracked.length },
  };
}

/** Adds new coins, drops removed ones, and synchronises all with the store. */
async function open(
  coins: Map<string, CoinState>,
  tracked: readonly string[],
  samples: ReadSamples,
  { asOf, load, log }: ProducerInput,
): Promise<void> {
  for (const [symbol, { time }] of coins) {
    // The clock was set back: later samples are not known yet.
    if (!tracked.includes(symbol) || (time ?? -Infinity) > asOf) coins.delete(symbol);
  }
  const isNew = tracked.some((symbol) => !coins.has(symbol));
  const states = new Map(isNew ? (await load(LIQUIDITY_STATE)).map((state) => [state.scope, state]) : []);
  for (const symbol of tracked) {
    const coin = coins.get(symbol) ?? openCoin(symbol, states.get(symbol), asOf, samples, log);
    await coin.catchUp(asOf);
    coins.set(symbol, coin);
  }
}

function sampleOf(
  { symbol, mark, openInterest }: PerpContext,
  book: NonNullable<Awaited<ReturnType<typeof measureBook>>>,
  asOf: number,
  liquidations: HourOfLiquidations,
): DepthSample {
  const contracts = openInterest >= 0 && openInterest < Infinity ? openInterest : null;
  return {
    symbol,
    sampledAt: Math.max(asOf, book.fetchedAt),
    time: book.time,
    depth: book.depth,
    books: book.books,
    markPrice: mark > 0 && mark < Infinity ? mark : null,
    openInterest: contracts,
    openInterestUsd: interestUsd(contracts, book.depth.mid),
    liquidationsUsd: liquidations.of(symbol),
    liquidationsBasis: liquidations.basis,
  };
}

function publicationOf({ tracked, left }: Tracked, coins: ReadonlyMap<string, CoinState>, asOf: number) {
  const oldest = asOf - LIQUIDITY_SAMPLER_V1.currentMinutes * MINUTE_MS;
  const current = tracked.flatMap((symbol): readonly CoinLiquidity[] => {
    const newest = coins.get(symbol)?.newest;
    return newest === undefined || newest.sample.sampledAt < oldest ? [] : [newest];
  });
  const known = new Set(current.map(({ sample }) => sample.symbol));
  const market = liquidityMarket(
    current.map(({ sample, row, score }) => ({
      symbol: sample.symbol,
      regime: row.regime,
      status: row.status,
      score,
      openInterestUsd: row.openInterestUsd,
    })),
  );
  const head: LiquidityHead = {
    market: liquidityMarketBody.encode(market),
    tracked,
    waiting: tracked.filter((symbol) => !known.has(symbol)),
    left,
  };
  return { head, records: current.map((coin) => jsonText(liquidityRecord.encode(coin))) };
}

/** Maps items with limited concurrency. */
async function eachOf<Item>(items: readonly Item[], atOnce: number, act: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
