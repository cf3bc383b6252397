/** The nowcast as a producer: hours that have closed are taken in, archived, evaluated and encoded. */

import {
  liquidityPublication,
  positioningPublication,
  quantCoin,
  quantMarket,
  type QuantHead,
  type QuantHour,
  type QuantParts,
  type QuantRecord,
  type QuantVolatility,
  type VolatilityRowWire,
} from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { breadthOf, type Horizon } from '@barograph/nowcast';
import { setImmediate } from 'node:timers/promises';
import { jsonText } from '../../store/json-text.ts';
import type { NewObservation } from '../../store/observations.ts';
import { CADENCES_V1 } from '../../work/cadence.ts';
import type { Produced, Producer, ProducerInput, RunLog } from '../../work/producer.ts';
import { beginSlice, largestFirst, type Slice } from '../../work/slice.ts';
import { ENGINES_PRODUCER } from '../universe/producer.ts';
import { QUANT_V2 } from './config.ts';
import { evaluate, partsOf, withMarketRisk, type Evaluated } from './evaluate.ts';
import { ingestCoin, ingestHours } from './ingest.ts';
import { leadOf, MARKET, perpsOf, quantSeries } from './listings.ts';
import { ladderForced } from './ladder-forced.ts';
import type { LoadedModel } from './model.ts';
import type { Scope } from './scope.ts';
import { sampledDepths } from './sampled-depth.ts';
import { createQuantStates, type QuantStates } from './states.ts';

const YEAR_HOURS = 365 * 24;

/** Name of the producer. */
export const QUANT_PRODUCER = 'quant';

/** Model and its hash, for a nowcast. */
export type QuantModel = Pick<LoadedModel, 'model' | 'sha256'>;

/** @param timeline names the market in the store. */
export function quantProducer({ model, sha256 }: QuantModel, timeline: string): Producer {
  return {
    name: QUANT_PRODUCER,
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    reads: ['bars', 'funding', 'openInterest'],
    needs: [ENGINES_PRODUCER],
    publishes: ['quant'],
    isHeavy: true,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a snapshot that was published under this name
    isCurrent: (head) => (head as QuantHead).sha256 === sha256,
    create: () => {
      const states = createQuantStates(model, sha256);
      return async (input) => run({ model, sha256 }, quantSeries(timeline), states, input);
    },
  };
}

/** A perp with hours that are not stale. */
interface Perp {
  readonly symbol: string;
  readonly scope: Scope;
}

/** Hours taken in. */
interface Ingested {
  readonly market: Scope;
  readonly perps: readonly Perp[];
  /** Scopes that have a new hour. */
  readonly changed: readonly string[];
  readonly archive: readonly NewObservation[];
  /** Whether perps were left for the next run. */
  readonly isUnfinished: boolean;
}

async function run(of: QuantModel, series: string, states: QuantStates, input: ProducerInput): Promise<Produced> {
  const { asOf, market, log } = input;
  const { artifact } = of.model;
  const listings = await market.listings(asOf);
  const lead = leadOf(listings)[0];
  const { market: scope, perps, changed, archive, isUnfinished } = await ingest(of, series, states, input);
  // Breadth is of the market, and of its last hour.
  const hour = scope.point?.time ?? asOf;
  const breadth = breadthOf(perps.map((perp) => perp.scope.dayCloses(hour)));
  const volatility = volatilityOf(await input.published('volatility'));
  const readers = {
    depthFor: sampledDepths(await input.published(liquidityPublication.name), asOf),
    forcedFor: ladderForced(await input.published(positioningPublication.name), asOf),
  };
  const records: QuantRecord[] = [];
  const weighed: Evaluated[] = [];
  const about = (symbol: string, of: Scope) => ({ symbol, asOf, dataSource: of.dataSource ?? market.kind });
  const left = await each(perps, log, async (perp, slice) => {
    const { symbol } = perp;
    const made = await slice.within(evaluate(perp.scope, symbol, breadth, readers, input));
    if (made === undefined) return false;
    const evaluated = made.value!;
    const coin = quantCoin.encode({
      ...partsOf(evaluated, of.model, 'h24', 'coin', about(symbol, perp.scope)),
      recent: perp.scope.recent,
    });
    const known = { ...volatility(symbol), rv24h: perp.scope.rv24h(), ...expectedOf(perp.scope) };
    records.push({ symbol, coin, volatility: known, openInterestUsd: evaluated.openInterestUsd });
    weighed.push(evaluated);
    return true;
  });
  const symbol = lead?.symbol ?? '';
  const alone = await evaluate(scope, symbol, breadth, readers, input);
  const marketOf = (horizon: Horizon): QuantParts | undefined =>
    alone === undefined
      ? undefined
      : partsOf(withMarketRisk(alone, weighed), of.model, horizon, 'market', about(symbol, scope));
  const [h4, h24] = [marketOf('h4'), marketOf('h24')];
  const head: QuantHead = {
    modelVersion: artifact.modelVersion,
    sha256: of.sha256,
    market:
      h4 === undefined || h24 === undefined
        ? null
        : {
            '4h': quantMarket.encode({ ...h4, horizon: '4h' }),
            '24h': quantMarket.encode({ ...h24, horizon: '24h' }),
          },
    warming: records.filter(({ coin }) => coin.regime === null).map((record) => record.symbol),
  };
  return {
    states: states.texts(changed),
    observations: archive,
    published: [{ name: 'quant', head: jsonText(head), records: records.map((record) => jsonText(record)) }],
    isUnfinished: isUnfinished || left > 0,
    facts: { changed: changed.length },
  };
}

async function ingest(
  { model }: QuantModel,
  series: string,
  states: QuantStates,
  input: ProducerInput,
): Promise<Ingested> {
  const { asOf, log } = input;
  const listings = await input.market.listings(asOf);
  const changed: string[] = [];
  const archive: NewObservation[] = [];
  const toObservations = (key: string, hours: readonly QuantHour[], scope: Scope): NewObservation[] => {
    const source = scope.dataSource ?? input.market.kind;
    return hours.map((value) => ({ series, key, validTime: value.time, knownAt: asOf, value, source }));
  };
  const market = await states.resume(MARKET, input);
  const lead = leadOf(listings)[0];
  if (lead !== undefined) {
    const before = market.point?.time;
    archive.push(...toObservations(MARKET, await ingestHours(market, lead, 0, input), market));
    if (market.point?.time !== before) changed.push(MARKET);
  }
  const perps: Perp[] = [];
  // A renamed perp takes its state along before a new one of its former name could go on from it.
  await each(
    perpsOf(listings).filter(({ formerly }) => formerly !== undefined),
    log,
    async ({ symbol, formerly }) => (await states.resume(symbol, input, formerly)) !== undefined,
  );
  const left = await each(largestFirst(perpsOf(listings)), log, async (listing, slice) => {
    const { symbol } = listing;
    const scope = await states.resume(symbol, input, listing.formerly);
    const before = scope.point?.time;
    // What is fetched here is shared with the lines below; a scope must not change after its run.
    const from = scope.point === null ? 0 : scope.point.time + HOUR_MS;
    if ((await slice.within(input.market.closedBars(listing, '1h', from, asOf))) === undefined) return false;
    archive.push(...toObservations(symbol, await ingestCoin(model, scope, listing, input), scope));
    if (scope.point?.time !== before) changed.push(symbol);
    if (scope.point !== null && asOf - scope.point.time <= QUANT_V2.staleHours * HOUR_MS) perps.push({ symbol, scope });
    return true;
  });
  perps.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  return { market, perps, changed, archive, isUnfinished: left > 0 };
}

/**
 * One after another: a flaw of one is logged and leaves the others.
 *
 * @param act says whether it was done within the time of the run.
 * @returns the number of items that are left when that time is over.
 */
async function each<Item extends { readonly symbol: string }>(
  items: readonly Item[],
  log: RunLog,
  act: (item: Item, slice: Slice) => Promise<boolean>,
): Promise<number> {
  const slice = beginSlice();
  for (const [i, item] of items.entries()) {
    if (slice.isOver()) return items.length - i;
    try {
      if (!(await act(item, slice))) return items.length - i;
    } catch (error) {
      log.warn({ err: error, symbol: item.symbol }, 'failed to evaluate nowcast');
    }
    slice.step();
    await setImmediate(); // lets requests through between coins
  }
  return 0;
}

/** Volatility that is expected of the next day, annualised percent; nothing of a model that expects none. */
function expectedOf({ point }: Scope): Pick<QuantVolatility, 'expected24h' | 'expectedFrom'> {
  const expected = point?.expectedVolatility;
  if (expected === undefined) return {};
  if (expected === null) return { expected24h: null };
  return {
    expected24h: 100 * expected.h24 * Math.sqrt(YEAR_HOURS),
    expectedFrom: expected.derivatives ? 'derivatives' : 'bars',
  };
}

/** Volatility of a coin's completed days by the volatility engine; its perp comes first. */
function volatilityOf(records: readonly string[]): (symbol: string) => QuantVolatility {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts of published records
  const rows = records.map((json) => JSON.parse(json) as VolatilityRowWire);
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  for (const row of rows) if (row.source === 'perpdex_perp') bySymbol.set(row.symbol, row);
  return (symbol) => {
    const row = bySymbol.get(symbol);
    return {
      volTargetMultiplier: row?.vol_target_multiplier ?? null,
      volPctile30: row?.vol_pctile_30 ?? null,
      rv24h: null,
    };
  };
}
