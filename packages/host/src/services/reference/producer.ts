/** Reference data, every 15 minutes: the table of coins, the board of floats and the calendar of unlocks. */

import { coinRow, coinsPublication, supplyBoard, supplyPublication } from '@barograph/contract';
import { coinTable, outsideText, perpsOfCoins, SUPPLY_V1, type UnlockSchedule } from '@barograph/stress';
import { SourceError } from '../../market/feed.ts';
import type { Market } from '../../market/market.ts';
import { jsonText } from '../../store/json-text.ts';
import { CADENCES_V1 } from '../../work/cadence.ts';
import type { MarketReader } from '../../work/market-reader.ts';
import type { Producer, ProducerInput, Produced } from '../../work/producer.ts';

/** Symbols of the perp venue that trade now. */
async function perpsOf(market: MarketReader, asOf: number): Promise<ReadonlySet<string>> {
  const listings = await market.listings(asOf);
  return new Set(listings.filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol));
}

/** Schedules that were known at a moment; none of a market without any. @throws {SourceError} the source did not bring them. */
async function schedulesOf(
  market: MarketReader,
  asOf: number,
): Promise<{ readonly schedules: readonly UnlockSchedule[]; readonly knownAt: number | null }> {
  const answer = await market.pull('unlocks', { asOf });
  if (!answer.ok) {
    if (answer.error.code === 'stale_source') throw new SourceError(`unlocks: ${answer.error.reason}`);
    return { schedules: [], knownAt: null };
  }
  const { schedules } = answer.value;
  const newest = schedules.reduce((last, { knownAt }) => Math.max(last, knownAt), -Infinity);
  return { schedules, knownAt: schedules.length === 0 ? null : newest };
}

/** Raw names, each once, ascending: those that the source lists, and those that its coins have. */
async function categoriesOf(
  market: MarketReader,
  asOf: number,
  ofCoins: readonly string[],
): Promise<readonly string[]> {
  const answer = await market.pull('categories', { asOf });
  const listed = answer.ok ? answer.value.names.map((name) => outsideText(name, SUPPLY_V1.nameLength)) : [];
  return [...new Set([...listed, ...ofCoins])].filter((name) => name !== '').toSorted();
}

async function run({ asOf, market }: ProducerInput): Promise<Produced> {
  const answer = await market.pull('coins', { asOf });
  // A replay may begin before the first table: then there are no coins yet.
  if (!answer.ok && answer.error.code === 'stale_source') throw new SourceError(`coins: ${answer.error.reason}`);
  const coinsAsOf = answer.ok ? answer.value.provenance.asOf : null;
  const { coins, faults } = coinTable(answer.ok ? answer.value.coins : []);
  const perps = await perpsOf(market, asOf);
  const perpOf = perpsOfCoins(coins, perps);
  const { schedules, knownAt } = await schedulesOf(market, asOf);
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
    states: [],
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

/** @returns no producer of a market without a table of coins. */
export function referenceProducers(market: Pick<Market, 'has'>): readonly Producer[] {
  if (!market.has('coins')) return [];
  return [
    {
      name: 'reference',
      cadence: CADENCES_V1.every15Minutes,
      makeUp: { kind: 'latest' },
      reads: ['coins', 'categories', 'unlocks'],
      needs: [],
      publishes: [coinsPublication.name, supplyPublication.name],
      isHeavy: false,
      create: () => run,
    },
  ];
}
