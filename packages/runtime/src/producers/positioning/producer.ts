/** Positioning cycle: classes, splits, ladders and the gamma analog of all tracked accounts, every five minutes. */

import {
  gammaMeta,
  positionChangesPublication,
  positioningMeta,
  positioningPublication,
  positioningRecord,
  shareOf,
  whalesPublication,
  type CoinPositioning,
  type PositionChangesHead,
  type PositioningHead,
} from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import {
  accountBook,
  classify,
  CLASSIFIER_V2026_11_1,
  gamma,
  GAMMA_V2,
  ladderColumns,
  ladderOf,
  split,
  type CoinTerms,
} from '@barograph/positioning';
import { type PerpContext, SourceError, CADENCES_V1 } from '@barograph/sources';
import { jsonText, type NewObservation } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Produced, Producer, ProducerInput, SnapshotText } from '../../producer.ts';
import { gammaSamplesSeries, sampleObservation } from './archive.ts';
import { comparedPositions, type PositionsNow } from './changes.ts';
import { POSITIONING_CYCLE_V1 } from './config.ts';
import { recall, statesOf, type CycleMemory } from './memory.ts';
import { whalesOf } from './whales.ts';

/** Name of the producer. */
export const POSITIONING_PRODUCER = 'positioning';

/**
 * Creates the producer of positioning.
 * @param timeline market name in the store.
 */
export function positioningProducer(timeline: string): Producer {
  const series = gammaSamplesSeries(timeline);
  return {
    name: POSITIONING_PRODUCER,
    cadence: CADENCES_V1.every5Minutes,
    makeUp: { kind: 'latest' },
    reads: ['accounts', 'contexts', 'openInterest'],
    needs: [],
    publishes: [positioningPublication.name, whalesPublication.name, positionChangesPublication.name],
    isHeavy: true,
    create: () => {
      let cycleMemory: CycleMemory | undefined;
      const whales = whalesOf(timeline);
      return async (input) => {
        const before = await recall(cycleMemory, series, input);
        const done = await cycle(before, series, input);
        if (done === undefined) return NOTHING_YET;
        const { memory, produced, positions, source } = done;
        const ofWhales = await whales(input, positions, source);
        const compared = await comparedPositions(input, positions);
        cycleMemory = memory;
        return {
          ...produced,
          observations: [...(produced.observations ?? []), ...ofWhales.observations],
          states: [...produced.states, ...ofWhales.states],
          published: [...produced.published, ...ofWhales.published, changesSnapshot(positions)],
          writes: [
            ...(compared === undefined ? [] : [{ table: 'positionCycles', rows: compared } as const]),
            { table: 'whaleDays', rows: ofWhales.whaleDay },
          ],
          facts: { ...produced.facts, changes: compared?.cycle.changes.length ?? 0 },
        };
      };
    },
  };
}

/** End of the record of changes; the record itself is in the store. */
function changesSnapshot({ time }: PositionsNow): SnapshotText {
  const head: PositionChangesHead = { positionsAsOf: time };
  return { name: positionChangesPublication.name, head: jsonText(head), records: [] };
}

/** Number of a source; null when unknown. */
function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Mark and margin of a trading perp; without margin tables, only the tier of small notionals. */
export function termsOf({ symbol, mark, maxLeverage, marginTiers, isDelisted }: PerpContext): readonly CoinTerms[] {
  if (isDelisted || !(mark > 0 && mark < Infinity)) return [];
  const plain = maxLeverage > 0 && maxLeverage < Infinity ? [{ from: 0, maxLeverage }] : undefined;
  return [{ coin: symbol, mark, tiers: marginTiers ?? plain }];
}

/** Change of open interest in units over 24 hours, percent; null when either end is unknown. */
async function interestChangePct(
  market: Pick<MarketReader, 'read'>,
  { symbol, openInterest }: PerpContext,
  asOf: number,
): Promise<number | null> {
  const to = asOf - DAY_MS;
  const answer = await market.read('openInterest', { symbol, from: to - POSITIONING_CYCLE_V1.interestWithinMs, to });
  const then = answer.ok ? answer.value.contracts.findLast((contracts) => contracts > 0) : undefined;
  return then === undefined ? null : known(100 * (openInterest / then - 1));
}

/**
 * Reads the inputs of a cycle; undefined before the source's first complete cycle, which is not a failure.
 *
 * @param also addresses of earlier cycles.
 * @throws {SourceError} when accounts or contexts failed.
 */
async function read({ asOf, market }: ProducerInput, also: readonly string[]) {
  const contexts = await market.read('contexts', { asOf });
  if (!contexts.ok) throw new SourceError(`contexts of perps: ${contexts.error.reason}`);
  const states = await market.read('accounts', { asOf, also });
  if (!states.ok && states.error.isWarming === true) return undefined;
  if (!states.ok) throw new SourceError(`states of accounts: ${states.error.reason}`);
  return { contexts: contexts.value, states: states.value };
}

const NOTHING_YET: Produced = { observations: [], states: [], published: [], facts: { isWarming: true } };

interface Cycle {
  readonly memory: CycleMemory;
  readonly produced: Produced;
  readonly positions: PositionsNow;
  /** Name of the source of the accounts. */
  readonly source: string;
}

/** @returns undefined before the source's first complete cycle. @throws {SourceError} like `read`. */
async function cycle(before: CycleMemory, series: string, input: ProducerInput): Promise<Cycle | undefined> {
  const { asOf, market } = input;
  const found = await read(
    input,
    before.classes.accounts.map(({ address }) => address),
  );
  if (found === undefined) return undefined;
  const { contexts, states } = found;
  const time = states.provenance.asOf;
  for (const { last } of before.coins.values()) {
    // The previous cycle may have had another source.
    if (last !== null && last.time > time)
      throw new SourceError('states of accounts: older than those of the last cycle');
  }
  const perps = new Map(contexts.perps.map((perp) => [perp.symbol, perp]));
  const terms = contexts.perps.flatMap(termsOf);
  const { leastNotional } = CLASSIFIER_V2026_11_1;
  const book = accountBook(states.accounts, terms, { leastNotional });
  const { state: classesState, output: classes } = classify().step(before.classes, book);
  const columns = ladderColumns(book, classes);
  const openInterestUsd = new Map<string, number>();
  const after = new Map(before.coins);
  const observations: NewObservation[] = [];
  const coins: CoinPositioning[] = [];
  const { initial, step } = gamma();
  for (const row of split(book, classes)) {
    const symbol = row.coin;
    const perp = perps.get(symbol)!;
    const interest = perp.openInterest > 0 ? known(perp.openInterest * perp.mark) : null;
    if (interest !== null) openInterestUsd.set(symbol, interest);
    const ladder = ladderOf(columns, symbol)!;
    const { state, output } = step(after.get(symbol) ?? initial, {
      time,
      ladder,
      makers: row.byClass.market_maker,
      fundingRate: known(perp.fundingRate1h),
      openInterestChangePct: await interestChangePct(market, perp, asOf),
    });
    after.set(symbol, state);
    if (output.isSampled) {
      const source = states.provenance.source;
      observations.push(sampleObservation(series, symbol, state.samples.at(-1)!, asOf, source));
    }
    const share = shareOf(row.all, interest ?? undefined);
    coins.push({
      symbol,
      split: { split: row, asOf: time, openInterestUsd: interest ?? undefined },
      ladder: { ladder, classes, dropped: book.dropped, time: contexts.provenance.asOf, asOf: time, share },
      gamma: {
        gamma: output,
        oraclePrice: perp.oracle > 0 ? known(perp.oracle) : null,
        premium: perp.oracle > 0 ? known(perp.mark / perp.oracle - 1) : null,
        openInterestUsd: interest,
        share,
      },
    });
  }
  const tracked = { accounts: states.tracked, leftOut: states.leftOut };
  const tiers = new Map(terms.flatMap((term) => (term.tiers === undefined ? [] : [[term.coin, term.tiers] as const])));
  const head: PositioningHead = {
    positionsAsOf: time,
    positioning: positioningMeta.encode({ book, classes, asOf: time, tracked, openInterestUsd }),
    gamma: gammaMeta.encode({ coins: coins.map((coin) => coin.gamma), config: GAMMA_V2, classes, asOf: time, tiers }),
  };
  const memory: CycleMemory = { asOf, classes: classesState, coins: after };
  const records = coins.map((coin) => jsonText(positioningRecord.encode(coin)));
  return {
    memory,
    positions: { time, accounts: states.accounts, book, classes, dataSource: states.provenance.kind },
    source: states.provenance.source,
    produced: {
      observations,
      states: statesOf(memory),
      published: [{ name: positioningPublication.name, head: jsonText(head), records }],
      facts: { accounts: book.accounts.address.length, tracked: states.tracked, samples: observations.length },
    },
  };
}
