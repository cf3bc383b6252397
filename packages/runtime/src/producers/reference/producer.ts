/** Reference data, every 15 minutes: the table of coins, the board of floats and the calendar of unlocks. */

import { coinRow, coinsPublication, supplyBoard, supplyPublication } from '@barograph/contract';
import { bucketOpen, DAY_MS } from '@barograph/core';
import { drawBreadthUniverse, type BreadthUniverse } from '@barograph/indicators';
import {
  BREADTH_CANDIDATES_V1,
  breadthCandidates,
  coinTable,
  outsideText,
  perpsOfCoins,
  SUPPLY_V1,
  type CoinRecord,
  type UnlockSchedule,
} from '@barograph/stress';
import { SourceError, type Market, CADENCES_V1 } from '@barograph/sources';
import { jsonText, type NewObservation } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer, ProducerInput, Produced, StateKey, StateText } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { breadthSeries, knownSchedules, schedulesSeries, type KeptSchedule } from './archive.ts';

/** Name of the producer. */
export const REFERENCE_PRODUCER = 'reference';
const MARKET = 'market';
const UNIVERSE: StateKey = { name: 'breadth-universe', version: BREADTH_CANDIDATES_V1.version };

/** Symbols of the perp venue that trade now. */
async function perpsOf(market: MarketReader, asOf: number): Promise<ReadonlySet<string>> {
  const listings = await market.listings(asOf);
  return new Set(listings.filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol));
}

/** Known schedules at a moment, and those of them to store. */
interface Schedules {
  readonly schedules: readonly UnlockSchedule[];
  /** Moment at which the newest became known; null without schedules. */
  readonly knownAt: number | null;
  readonly fresh: readonly NewObservation[];
}

/**
 * Schedules of the source; for a live source also the stored ones from before this start, because it takes time to report them
 * again, and a replay needs what was known.
 *
 * @param kept archived versions by coin and moment; updated here.
 * @throws {SourceError} when the source failed and no schedule is stored.
 */
async function schedulesOf(timeline: string, input: ProducerInput, kept: Set<string>): Promise<Schedules> {
  const { asOf, market } = input;
  const answer = await market.read('unlocks', { asOf });
  const isLive = answer.ok ? answer.value.provenance.kind === 'live' : answer.error.code === 'stale_source';
  const before = isLive ? await knownSchedules(input, timeline) : [];
  if (!answer.ok && isLive && before.length === 0) throw new SourceError(`unlocks: ${answer.error.reason}`);
  const pulled = answer.ok ? answer.value.schedules : [];
  const schedules = [...before, ...pulled];
  const source = answer.ok ? answer.value.provenance.source : '';
  const fresh = (isLive ? pulled : []).flatMap((schedule): NewObservation[] => {
    const { knownAt, ...rest } = schedule;
    const value: KeptSchedule = rest;
    const { coin } = value;
    const version = `${coin} ${knownAt}`;
    if (kept.has(version)) return [];
    kept.add(version);
    return [{ series: schedulesSeries(timeline), key: coin, validTime: 0, knownAt, value, source }];
  });
  const newest = schedules.reduce((last, { knownAt }) => Math.max(last, knownAt), -Infinity);
  return { schedules, knownAt: schedules.length === 0 ? null : newest, fresh };
}

/** Universe of altcoin breadth of a UTC day, drawn from the market caps of its first run and then stored. */
async function universeOf(
  timeline: string,
  { asOf, load }: ProducerInput,
  coins: readonly CoinRecord[],
  source: string,
): Promise<{ readonly states: readonly StateText[]; readonly observations: readonly NewObservation[] }> {
  const [stored] = await load(UNIVERSE);
  const last = stored === undefined ? undefined : parsedState<BreadthUniverse>(stored).state;
  // No universe without coins, or after the clock was set back.
  if (coins.length === 0 || (last !== undefined && last.day >= bucketOpen(asOf, DAY_MS))) {
    return { states: [], observations: [] };
  }
  const drawn = drawBreadthUniverse(last, breadthCandidates(coins), asOf);
  return {
    states: [stateText(UNIVERSE, MARKET, asOf, drawn)],
    observations: [
      { series: breadthSeries(timeline), key: '', validTime: drawn.day, knownAt: asOf, value: drawn.symbols, source },
    ],
  };
}

/** Distinct raw names, ascending: those that the source lists, and those of its coins. */
async function categoriesOf(
  market: MarketReader,
  asOf: number,
  ofCoins: readonly string[],
): Promise<readonly string[]> {
  const answer = await market.read('categories', { asOf });
  const listed = answer.ok ? answer.value.names.map((name) => outsideText(name, SUPPLY_V1.nameLength)) : [];
  return [...new Set([...listed, ...ofCoins])].filter((name) => name !== '').toSorted();
}

async function run(timeline: string, kept: Set<string>, input: ProducerInput): Promise<Produced> {
  const { asOf, market } = input;
  const answer = await market.read('coins', { asOf });
  // A replay may begin before the first table; then there are no coins yet.
  if (!answer.ok && answer.error.code === 'stale_source') throw new SourceError(`coins: ${answer.error.reason}`);
  const coinsAsOf = answer.ok ? answer.value.provenance.asOf : null;
  const { coins, faults } = coinTable(answer.ok ? answer.value.coins : []);
  const perps = await perpsOf(market, asOf);
  const perpOf = perpsOfCoins(coins, perps);
  const { schedules, knownAt, fresh } = await schedulesOf(timeline, input, kept);
  const universe = await universeOf(timeline, input, coins, answer.ok ? answer.value.provenance.source : '');
  const categories = await categoriesOf(
    market,
    asOf,
    coins.flatMap((coin) => coin.categories),
  );
  const { rows, unlocks, tracked } = supplyBoard(coins, schedules, asOf, perps);
  const coinsHead = { coins_as_of: coinsAsOf, categories, faults };
  const supplyHead = {
    coins_as_of: coinsAsOf,
    unlocks,
    tracked,
    schedules_as_of: knownAt,
    config_version: SUPPLY_V1.version,
  };
  return {
    states: universe.states,
    observations: [...universe.observations, ...fresh],
    published: [
      {
        name: coinsPublication.name,
        head: jsonText(coinsHead),
        records: coins.map((coin) => jsonText(coinRow.encode({ ...coin, perp: perpOf.get(coin.id) ?? null }))),
      },
      { name: supplyPublication.name, head: jsonText(supplyHead), records: rows.map(jsonText) },
    ],
    facts: { coins: coins.length, tracked, unlocks: unlocks.length, faults },
  };
}

/**
 * @param timeline market name in the store.
 * @returns an empty list for a market without a table of coins.
 */
export function referenceProducers(market: Pick<Market, 'has'>, timeline: string): readonly Producer[] {
  if (!market.has('coins')) return [];
  return [
    {
      name: REFERENCE_PRODUCER,
      cadence: CADENCES_V1.every15Minutes,
      makeUp: { kind: 'latest' },
      reads: ['coins', 'categories', 'unlocks'],
      needs: [],
      publishes: [coinsPublication.name, supplyPublication.name],
      isHeavy: false,
      create: () => {
        const kept = new Set<string>();
        return async (input) => run(timeline, kept, input);
      },
    },
  ];
}
