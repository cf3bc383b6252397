/**
 * Producer of the nowcast: ingests closed hours, archives, evaluates and encodes them. Coins are distributed over partitions. Breadth
 * needs all coins, so it is computed between ingest and evaluation.
 */

import type { QuantHead } from '@barograph/contract';
import { breadthOf } from '@barograph/nowcast';
import { jsonText } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Produced, Producer, ProducerInput, ProducerRun, Spread } from '../../producer.ts';
import { largestFirst } from '../../slice.ts';
import { askPartitions, createHandedStates, withPartitions, type AskPartition } from '../../spread.ts';
import { ENGINES_PRODUCER } from '../universe/producer.ts';
import { createHomes, type Homes } from './homes.ts';
import { leadOf, perpsOf } from './listings.ts';
import type { QuantModel } from './model.ts';
import { createQuantPartition, type QuantAnswer, type QuantSteps } from './partition.ts';

/** Name of the producer. */
export const QUANT_PRODUCER = 'quant';

/** Partition with the market in addition to its coins. */
const OF_MARKET = 0;

/**
 * Creates the producer of the nowcast.
 * @param timeline market name in the store.
 */
export function quantProducer(model: QuantModel, timeline: string): Producer {
  const spread: Spread = {
    createPartition: () => createQuantPartition(model, timeline),
    create: (partitions): ProducerRun => {
      const homes = createHomes(partitions.length);
      const handed = createHandedStates();
      return async (input) => run(model, homes, partitions.length, askPartitions(partitions, handed, input), input);
    },
  };
  return {
    name: QUANT_PRODUCER,
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    reads: ['bars', 'funding', 'openInterest'],
    needs: [ENGINES_PRODUCER],
    publishes: ['quant'],
    isHeavy: true,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a snapshot that was published under this name
    isCurrent: (head) => (head as QuantHead).sha256 === model.sha256,
    create: () => spread.create([spread.createPartition()]),
    spread,
  };
}

/** Step of one partition. */
async function steps<Kind extends keyof QuantSteps>(
  ask: AskPartition,
  partition: number,
  kind: Kind,
  about: QuantSteps[Kind]['asked'],
): Promise<QuantAnswer<Kind>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a partition answers by the same table of steps
  return (await ask(partition, { kind, ...about })) as QuantAnswer<Kind>;
}

/** Answers of partitions, in the order of the given symbols. */
function inOrder<Item extends { readonly symbol: string }>(
  symbols: readonly string[],
  answers: readonly (readonly Item[])[],
): readonly Item[] {
  const known = new Map(answers.flat().map((answer) => [answer.symbol, answer]));
  return symbols.flatMap((symbol) => known.get(symbol) ?? []);
}

async function run(
  { model, sha256 }: QuantModel,
  homes: Homes,
  count: number,
  ask: AskPartition,
  { asOf, market }: ProducerInput,
): Promise<Produced> {
  const listings = await market.listings(asOf);
  const perps = largestFirst(perpsOf(listings));
  const lead = leadOf(listings)[0];
  const parts = homes.among(perps);
  const taken = await withPartitions(count, async (partition) => {
    const first = partition === OF_MARKET ? (await steps(ask, partition, 'lead', { lead })).value : undefined;
    const { value } = await steps(ask, partition, 'ingest', { listings: parts[partition]! });
    return { first, ...value };
  });
  const { hour, ...ofMarket } = taken[OF_MARKET]!.first!;
  const ingested = inOrder(perps.map(({ symbol }) => symbol), taken.map(({ coins }) => coins)); // prettier-ignore
  const listed = ingested.flatMap(({ symbol, isListed }) => (isListed ? symbol : [])).toSorted();
  const isListed = new Set(listed);
  const shown = parts.map((part) => part.flatMap(({ symbol }) => (isListed.has(symbol) ? symbol : [])).toSorted());
  // Breadth belongs to the market's last hour.
  const closes = await withPartitions(count, async (partition) => {
    const { value } = await steps(ask, partition, 'closes', { symbols: shown[partition]!, hour: hour ?? asOf });
    return value.map((day, i) => ({ symbol: shown[partition]![i]!, day }));
  });
  const breadth = breadthOf(inOrder(listed, closes).map(({ day }) => day));
  const isChanged = new Set(ingested.flatMap((coin) => (coin.isChanged ? coin.symbol : [])));
  const evaluated = await withPartitions(count, async (partition) => {
    const changed = parts[partition]!.flatMap(({ symbol }) => (isChanged.has(symbol) ? symbol : []));
    return steps(ask, partition, 'evaluate', { symbols: shown[partition]!, changed, breadth });
  });
  const coins = inOrder(listed, evaluated.map(({ value }) => value.coins)); // prettier-ignore
  const { value: outlook, states } = await steps(ask, OF_MARKET, 'market', {
    symbol: lead?.symbol ?? '',
    isChanged: ofMarket.isChanged,
    breadth,
    coins: coins.map(({ risk }) => risk),
  });
  const head: QuantHead = {
    modelVersion: model.artifact.modelVersion,
    sha256,
    market: outlook,
    warming: coins.flatMap(({ symbol, isWarming }) => (isWarming ? symbol : [])),
  };
  const texts = new Map(evaluated.flatMap((answer) => answer.states ?? []).map((state) => [state.scope, state]));
  return {
    states: [...(states ?? []), ...perps.flatMap(({ symbol }) => texts.get(symbol) ?? [])],
    observations: [...ofMarket.archive, ...ingested.flatMap(({ archive }) => archive)],
    published: [{ name: 'quant', head: jsonText(head), records: coins.map(({ record }) => record) }],
    isUnfinished: taken.some(({ left }) => left > 0) || evaluated.some(({ value }) => value.left > 0),
    facts: { changed: isChanged.size + Number(ofMarket.isChanged) },
  };
}
