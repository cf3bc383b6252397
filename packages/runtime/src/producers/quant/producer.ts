/**
 * The nowcast as a producer: hours that have closed are taken in, archived, evaluated and encoded. Its coins are shared out; breadth, which
 * is of all of them, stands between the hours that are taken in and their evaluation.
 */

import type { QuantHead } from '@barograph/contract';
import { breadthOf } from '@barograph/nowcast';
import { jsonText } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Produced, Producer, ProducerInput, ProducerRun, Spread } from '../../producer.ts';
import { largestFirst } from '../../slice.ts';
import { askShares, createHandedStates, withShares, type AskShare } from '../../spread.ts';
import { ENGINES_PRODUCER } from '../universe/producer.ts';
import { createHomes, type Homes } from './homes.ts';
import { leadOf, perpsOf } from './listings.ts';
import type { QuantModel } from './model.ts';
import { createQuantShare, type QuantAnswer, type QuantSteps } from './share.ts';

/** Name of the producer. */
export const QUANT_PRODUCER = 'quant';

/** The share that has the market beside its coins. */
const OF_MARKET = 0;

/** @param timeline names the market in the store. */
export function quantProducer(of: QuantModel, timeline: string): Producer {
  const spread: Spread = {
    createShare: () => createQuantShare(of, timeline),
    create: (shares): ProducerRun => {
      const homes = createHomes(shares.length);
      const handed = createHandedStates();
      return async (input) => run(of, homes, shares.length, askShares(shares, handed, input), input);
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
    isCurrent: (head) => (head as QuantHead).sha256 === of.sha256,
    create: () => spread.create([spread.createShare()]),
    spread,
  };
}

/** One step of one share. */
async function asked<Kind extends keyof QuantSteps>(
  ask: AskShare,
  share: number,
  kind: Kind,
  about: QuantSteps[Kind]['asked'],
): Promise<QuantAnswer<Kind>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a share answers by the same table of steps
  return (await ask(share, { kind, ...about })) as QuantAnswer<Kind>;
}

/** Answers of shares, in the order of these symbols. */
function inOrder<Item extends { readonly symbol: string }>(
  symbols: readonly string[],
  answers: readonly (readonly Item[])[],
): readonly Item[] {
  const known = new Map(answers.flat().map((one) => [one.symbol, one]));
  return symbols.flatMap((symbol) => known.get(symbol) ?? []);
}

async function run(
  { model, sha256 }: QuantModel,
  homes: Homes,
  count: number,
  ask: AskShare,
  { asOf, market }: ProducerInput,
): Promise<Produced> {
  const listings = await market.listings(asOf);
  const perps = largestFirst(perpsOf(listings));
  const lead = leadOf(listings)[0];
  const parts = homes.among(perps);
  const taken = await withShares(count, async (share) => {
    const first = share === OF_MARKET ? (await asked(ask, share, 'lead', { lead })).value : undefined;
    const { value } = await asked(ask, share, 'ingest', { listings: parts[share]! });
    return { first, ...value };
  });
  const { hour, ...ofMarket } = taken[OF_MARKET]!.first!;
  const ingested = inOrder(perps.map(({ symbol }) => symbol), taken.map(({ coins }) => coins)); // prettier-ignore
  const listed = ingested.flatMap(({ symbol, isListed }) => (isListed ? symbol : [])).toSorted();
  const isListed = new Set(listed);
  const shown = parts.map((part) => part.flatMap(({ symbol }) => (isListed.has(symbol) ? symbol : [])).toSorted());
  // Breadth is of the market, and of its last hour.
  const closes = await withShares(count, async (share) => {
    const { value } = await asked(ask, share, 'closes', { symbols: shown[share]!, hour: hour ?? asOf });
    return value.map((day, i) => ({ symbol: shown[share]![i]!, day }));
  });
  const breadth = breadthOf(inOrder(listed, closes).map(({ day }) => day));
  const isChanged = new Set(ingested.flatMap((one) => (one.isChanged ? one.symbol : [])));
  const evaluated = await withShares(count, async (share) => {
    const changed = parts[share]!.flatMap(({ symbol }) => (isChanged.has(symbol) ? symbol : []));
    return asked(ask, share, 'evaluate', { symbols: shown[share]!, changed, breadth });
  });
  const coins = inOrder(listed, evaluated.map(({ value }) => value.coins)); // prettier-ignore
  const { value: said, states } = await asked(ask, OF_MARKET, 'market', {
    symbol: lead?.symbol ?? '',
    isChanged: ofMarket.isChanged,
    breadth,
    coins: coins.map(({ risk }) => risk),
  });
  const head: QuantHead = {
    modelVersion: model.artifact.modelVersion,
    sha256,
    market: said,
    warming: coins.flatMap(({ symbol, isWarming }) => (isWarming ? symbol : [])),
  };
  const texts = new Map(evaluated.flatMap((one) => one.states ?? []).map((state) => [state.scope, state]));
  return {
    states: [...(states ?? []), ...perps.flatMap(({ symbol }) => texts.get(symbol) ?? [])],
    observations: [...ofMarket.archive, ...ingested.flatMap(({ archive }) => archive)],
    published: [{ name: 'quant', head: jsonText(head), records: coins.map(({ record }) => record) }],
    isUnfinished: taken.some(({ left }) => left > 0) || evaluated.some(({ value }) => value.left > 0),
    facts: { changed: isChanged.size + Number(ofMarket.isChanged) },
  };
}
