/** Partition of the nowcast: ingests the hours of its coins, evaluates and encodes them. */

import {
  rowsOf,
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
import type { Breadth, Horizon } from '@barograph/nowcast';
import { setImmediate } from 'node:timers/promises';
import type { Listing } from '@barograph/sources';
import { jsonText, type NewObservation } from '@barograph/store';
import type { ProducerInput, RunLog, Partition, PartitionAnswer } from '../../producer.ts';
import { beginSlice, type Slice } from '../../slice.ts';
import { QUANT_V2 } from './config.ts';
import {
  evaluate,
  partsOf,
  weighedRisk,
  withMarketRisk,
  type LiquidationReaders,
  type WeighedRisk,
} from './evaluate.ts';
import { ingestCoin, ingestHours } from './ingest.ts';
import { ladderForced } from './ladder-forced.ts';
import { MARKET, quantSeries } from './listings.ts';
import type { QuantModel } from './model.ts';
import { publishedRows } from '../../published-rows.ts';
import { sampledDepths } from './sampled-depth.ts';
import type { Scope } from './scope.ts';
import { createQuantStates, type QuantStates } from './states.ts';

const YEAR_HOURS = 365 * 24;

/** Coin with ingested hours. */
export interface IngestedCoin {
  readonly symbol: string;
  readonly isChanged: boolean;
  /** Whether its last hour is recent enough to be published. */
  readonly isListed: boolean;
  readonly archive: readonly NewObservation[];
}

/** Published coin. */
export interface EvaluatedCoin {
  readonly symbol: string;
  /** Record as JSON text. */
  readonly record: string;
  /** Whether it has no regime yet. */
  readonly isWarming: boolean;
  readonly risk: WeighedRisk;
}

/** Steps of a run with their answers. */
export interface QuantSteps {
  /** Ingests the hours of the market. */
  readonly lead: {
    readonly asked: { readonly lead: Listing | undefined };
    readonly answer: Omit<IngestedCoin, 'isListed'> & { readonly hour: number | undefined };
  };
  /** Ingests the hours of coins, in this order. `left`: number of coins left for the next run. */
  readonly ingest: {
    readonly asked: { readonly listings: readonly Listing[] };
    readonly answer: { readonly coins: readonly IngestedCoin[]; readonly left: number };
  };
  /** Closes of the day that ends with an hour, by coin. */
  readonly closes: {
    readonly asked: { readonly symbols: readonly string[]; readonly hour: number };
    readonly answer: readonly (readonly number[])[];
  };
  /** Evaluates coins; its states are those of the coins with a new hour. */
  readonly evaluate: {
    readonly asked: {
      readonly symbols: readonly string[];
      readonly changed: readonly string[];
      readonly breadth: Breadth;
    };
    readonly answer: { readonly coins: readonly EvaluatedCoin[]; readonly left: number };
  };
  /** Evaluates the market after its coins. */
  readonly market: {
    readonly asked: {
      readonly symbol: string;
      readonly isChanged: boolean;
      readonly breadth: Breadth;
      readonly coins: readonly WeighedRisk[];
    };
    readonly answer: QuantHead['market'];
  };
}

/** Answer to a kind of step. */
export interface QuantAnswer<Kind extends keyof QuantSteps> extends PartitionAnswer {
  readonly value: QuantSteps[Kind]['answer'];
}

/** Step of a run. */
export type QuantStep = {
  [Kind in keyof QuantSteps]: { readonly kind: Kind } & QuantSteps[Kind]['asked'];
}[keyof QuantSteps];

/** Creates a partition without memory. @param timeline market name in the store. */
export function createQuantPartition(model: QuantModel, timeline: string): Partition {
  const states = createQuantStates(model.model, model.sha256);
  const series = quantSeries(timeline);
  return async (request, input) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- asked by the run of the same file of steps
    const step = request as QuantStep;
    switch (step.kind) {
      case 'lead':
        return { value: await takeLead(series, states, step, input) };
      case 'ingest':
        return { value: await ingest(model, series, states, step, input) };
      case 'closes': {
        const scopes = await Promise.all(step.symbols.map(async (symbol) => states.resume(symbol, input)));
        return { value: scopes.map((scope) => scope.dayCloses(step.hour)) };
      }
      case 'evaluate':
        return evaluateCoins(model, states, step, input);
      case 'market':
        return evaluateMarket(model, states, step, input);
    }
  };
}

/** Hours for the archive. */
function archived(
  series: string,
  key: string,
  hours: readonly QuantHour[],
  scope: Scope,
  { asOf, market }: ProducerInput,
): readonly NewObservation[] {
  const source = scope.dataSource ?? market.kind;
  return hours.map((value) => ({ series, key, validTime: value.time, knownAt: asOf, value, source }));
}

async function takeLead(
  series: string,
  states: QuantStates,
  { lead }: QuantSteps['lead']['asked'],
  input: ProducerInput,
): Promise<QuantSteps['lead']['answer']> {
  const scope = await states.resume(MARKET, input);
  const before = scope.point?.time;
  const hours = lead === undefined ? [] : await ingestHours(scope, lead, 0, input);
  const hour = scope.point?.time;
  return { symbol: MARKET, isChanged: hour !== before, archive: archived(series, MARKET, hours, scope, input), hour };
}

async function ingest(
  { model }: QuantModel,
  series: string,
  states: QuantStates,
  { listings }: QuantSteps['ingest']['asked'],
  input: ProducerInput,
): Promise<QuantSteps['ingest']['answer']> {
  const { asOf, log } = input;
  const coins: IngestedCoin[] = [];
  // A renamed perp moves its state first, before a new perp with its former name could resume from it.
  await each(
    listings.filter(({ formerly }) => formerly !== undefined),
    log,
    async ({ symbol, formerly }) => (await states.resume(symbol, input, formerly)) !== undefined,
  );
  const left = await each(listings, log, async (listing, slice) => {
    const { symbol } = listing;
    const scope = await states.resume(symbol, input, listing.formerly);
    const before = scope.point?.time;
    // Fetched data is shared with the lines below; a scope must not change after its run.
    const from = scope.point === null ? 0 : scope.point.time + HOUR_MS;
    if ((await slice.within(input.market.closedBars(listing, '1h', from, asOf))) === undefined) return false;
    const archive = archived(series, symbol, await ingestCoin(model, scope, listing, input), scope, input);
    const isListed = scope.point !== null && asOf - scope.point.time <= QUANT_V2.staleHours * HOUR_MS;
    coins.push({ symbol, isChanged: scope.point?.time !== before, isListed, archive });
    return true;
  });
  return { coins, left };
}

async function evaluateCoins(
  model: QuantModel,
  states: QuantStates,
  { symbols, changed, breadth }: QuantSteps['evaluate']['asked'],
  input: ProducerInput,
): Promise<PartitionAnswer> {
  const { asOf, market, log } = input;
  const volatility = volatilityOf(await publishedRows(input, VOLATILITY));
  const readers = await readersOf(input);
  const coins: EvaluatedCoin[] = [];
  const left = await each(
    symbols.map((symbol) => ({ symbol })),
    log,
    async ({ symbol }, slice) => {
      const scope = await states.resume(symbol, input);
      const point = await slice.within(evaluate(scope, symbol, breadth, readers, input));
      if (point === undefined) return false;
      const evaluated = point.value!;
      const about = { symbol, asOf, dataSource: scope.dataSource ?? market.kind };
      const coin = quantCoin.encode({ ...partsOf(evaluated, model.model, 'h24', 'coin', about), recent: scope.recent });
      const known = { ...volatility(symbol), rv24h: scope.rv24h(), ...expectedOf(scope) };
      const record: QuantRecord = { symbol, coin, volatility: known, openInterestUsd: evaluated.openInterestUsd };
      coins.push({ symbol, record: jsonText(record), isWarming: coin.regime === null, risk: weighedRisk(evaluated) });
      return true;
    },
  );
  const value: QuantSteps['evaluate']['answer'] = { coins, left };
  return { value, states: states.texts(changed) };
}

async function evaluateMarket(
  model: QuantModel,
  states: QuantStates,
  { symbol, isChanged, breadth, coins }: QuantSteps['market']['asked'],
  input: ProducerInput,
): Promise<PartitionAnswer> {
  const scope = await states.resume(MARKET, input);
  const alone = await evaluate(scope, symbol, breadth, await readersOf(input), input);
  const about = { symbol, asOf: input.asOf, dataSource: scope.dataSource ?? input.market.kind };
  const marketOf = (horizon: Horizon): QuantParts | undefined =>
    alone === undefined ? undefined : partsOf(withMarketRisk(alone, coins), model.model, horizon, 'market', about);
  const [h4, h24] = [marketOf('h4'), marketOf('h24')];
  const value: QuantSteps['market']['answer'] =
    h4 === undefined || h24 === undefined
      ? null
      : { '4h': quantMarket.encode({ ...h4, horizon: '4h' }), '24h': quantMarket.encode({ ...h24, horizon: '24h' }) };
  return { value, states: isChanged ? states.texts([MARKET]) : [] };
}

async function readersOf(input: ProducerInput): Promise<LiquidationReaders> {
  return {
    depthFor: sampledDepths(await publishedRows(input, liquidityPublication), input.asOf),
    forcedFor: ladderForced(await publishedRows(input, positioningPublication), input.asOf),
  };
}

/**
 * Processes items in order. An error of one is logged and does not affect the others.
 *
 * @param act returns whether the item was done within the time of the run.
 * @returns the number of items left at the end of that time.
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

/** Volatility expected for the next day, annualised percent; absent for a model without it. */
function expectedOf({ point }: Scope): Pick<QuantVolatility, 'expected24h' | 'expectedFrom'> {
  const expected = point?.expectedVolatility;
  if (expected === undefined) return {};
  if (expected === null) return { expected24h: null };
  return {
    expected24h: 100 * expected.h24 * Math.sqrt(YEAR_HOURS),
    expectedFrom: expected.derivatives ? 'derivatives' : 'bars',
  };
}

const VOLATILITY = rowsOf<VolatilityRowWire>('volatility');

/** Volatility of a coin's completed days by the volatility engine; its perp is preferred. */
function volatilityOf(rows: readonly VolatilityRowWire[]): (symbol: string) => QuantVolatility {
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
