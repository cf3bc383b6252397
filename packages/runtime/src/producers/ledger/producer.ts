/**
 * The ledger as a producer: hours that the nowcast has published are recorded, forecasts whose horizon has ended are graded, and
 * days that have ended are closed.
 */

import {
  coinHour,
  LEDGER_HORIZONS,
  LEDGER_ORIGINS,
  liquidityPublication,
  marketHour,
  quantPublication,
  type ForecastRow,
  type LedgerRow,
  type PublishedHour,
  type QuantHead,
  type QuantRecord,
  type RiskPanels,
} from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import { breadthOf, type NowcastArtifact } from '@barograph/nowcast';
import { CADENCES_V1, type Listing } from '@barograph/sources';
import { jsonText, sha256, type LedgerPlace, type LedgerStore } from '@barograph/store';
import { setImmediate } from 'node:timers/promises';
import type { Produced, Producer, ProducerInput, StateKey } from '../../producer.ts';
import { publishedHead, publishedRows } from '../../published-rows.ts';
import { stateText } from '../../resume.ts';
import { leadOf, MARKET, perpsOf } from '../quant/listings.ts';
import { QUANT_PRODUCER } from '../quant/producer.ts';
import { sampledDepths } from '../quant/sampled-depth.ts';
import { BOOK_SCOPES, bookRows, bookValues } from './books.ts';
import { LEDGER_HOST_V2 } from './config.ts';
import { checkedAfter, correctionsOf, correctionSpan } from './corrections.ts';
import { addDigests } from './digest-file.ts';
import { closesOf, meanFunding } from './facts.ts';
import { forcedReader } from './forced.ts';
import { endOf, gradeDue, lookFrom, type GradingFacts } from './grading.ts';
import { loadLedgerMemory, type LedgerMemory } from './memory.ts';
import { forecastRows } from './rows.ts';
import { standingStates } from './standing.ts';

/** Name of the producer. */
export const LEDGER_PRODUCER = 'ledger';

/** Parts of the ledger of a host. */
export interface LedgerParts {
  readonly store: LedgerStore;
  /** Names the market in the store. */
  readonly timeline: string;
  /** Of the model that runs. */
  readonly artifact: NowcastArtifact;
  /** Panel that the risk of reference books is drawn from; undefined: no books. */
  readonly panels?: RiskPanels | undefined;
  /** File that every closed day is written to; undefined: none. */
  readonly digestFile?: string | undefined;
}

/** Listing that tells the bars of a scope. */
type ListingOf = (scope: string) => Listing | undefined;

async function listingsOf({ market, asOf }: ProducerInput): Promise<ListingOf> {
  const listings = await market.listings(asOf);
  const lead = leadOf(listings)[0];
  const perps = new Map(perpsOf(listings).map((listing) => [listing.symbol, listing]));
  return (scope) => (scope === MARKET ? lead : perps.get(scope));
}

/** Hours that are published and not recorded, the market first; and the hash of what was published. */
async function newHours(input: ProducerInput, memory: LedgerMemory) {
  const head: QuantHead | undefined = await publishedHead(input, quantPublication);
  if (head === undefined) return { market: undefined, hours: [], snapshot: () => null };
  const records = await input.published(quantPublication.name);
  const market = head.market === null ? undefined : marketHour(head.market);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the publication, which the store has checked
  const coins = records.map((json) => coinHour(JSON.parse(json) as QuantRecord));
  const hours = [market, ...coins].flatMap((hour) => hour ?? []).filter(({ scope, time }) => time > memory.lastHour(scope)); // prettier-ignore
  // As the history of snapshots hashes it: the head and each record, a line each.
  return { market, hours, snapshot: (): string => sha256([jsonText(head), ...records].join('\n')) };
}

/** Rows of the reference books at the published hour that do not have one; a panel that is late is asked again by the next run. */
async function recordBooks(
  { panels }: LedgerParts,
  { asOf, log }: ProducerInput,
  memory: LedgerMemory,
  market: PublishedHour | undefined,
): Promise<readonly ForecastRow[]> {
  const isRecorded = (scope: string): boolean => market === undefined || market.time <= memory.lastHour(scope);
  if (panels === undefined || market === undefined || BOOK_SCOPES.every(isRecorded)) return [];
  try {
    const panel = await panels.at(asOf);
    if (panel === undefined) return [];
    const rows = await bookRows(panel, market, { origin: 'live', recorded: asOf, isRecorded });
    for (const { scope } of rows) memory.recorded(scope, market.time);
    return rows;
  } catch (error) {
    log.warn({ err: error }, 'failed to forecast the risk of reference books');
    return [];
  }
}

/** Rows of the hours and of the books. */
async function record(
  parts: LedgerParts,
  input: ProducerInput,
  memory: LedgerMemory,
  listingOf: ListingOf,
): Promise<readonly ForecastRow[]> {
  const found = await newHours(input, memory);
  const rows = await recordHours(parts, input, memory, listingOf, found);
  return [...rows, ...(await recordBooks(parts, input, memory, found.market))];
}

/** Rows of the hours. A flaw of one is logged and leaves the others. */
async function recordHours(
  { artifact }: LedgerParts,
  input: ProducerInput,
  memory: LedgerMemory,
  listingOf: ListingOf,
  { hours, snapshot: hash }: Awaited<ReturnType<typeof newHours>>,
): Promise<readonly ForecastRow[]> {
  if (hours.length === 0) return [];
  const { market, asOf, log } = input;
  const snapshot = hash();
  const closes = new Map<PublishedHour, Float64Array>();
  for (const hour of hours) {
    const listing = listingOf(hour.scope);
    const first = Math.max(0, hour.time - (LEDGER_HOST_V2.barHours - 1) * HOUR_MS);
    try {
      if (listing !== undefined) closes.set(hour, await closesOf(market, listing, first, hour.time));
    } catch (error) {
      log.warn({ err: error, scope: hour.scope }, 'failed to fetch bars of a forecast');
    }
    await setImmediate(); // lets requests through between scopes
  }
  // Of the hour of the market alone: a coin that is late is not part of it.
  const ofMarket = hours.find(({ scope }) => scope === MARKET);
  const { above, of } = breadthOf([...closes].flatMap(([{ scope, time }, list]) => (scope !== MARKET && time === ofMarket?.time ? [list] : []))); // prettier-ignore
  const depthFor = sampledDepths(await publishedRows(input, liquidityPublication), asOf);
  const standing = await standingStates(input);
  return hours.flatMap((hour) => {
    const { scope, time } = hour;
    const states = { ...hour.states, ...standing(scope) };
    const rows = forecastRows({ ...hour, states }, artifact, {
      origin: 'live',
      recorded: asOf,
      snapshot,
      closes: closes.get(hour) ?? [],
      breadth: hour === ofMarket && of > 0 ? (100 * above) / of : undefined,
      depthFor,
      counts: (horizon) => memory.counts(scope, horizon),
    });
    memory.recorded(scope, time);
    return rows;
  });
}

/** Place of the row whose hour ends the horizon of another. */
const placeAfter = (row: ForecastRow): LedgerPlace => {
  return { scope: row.scope, horizon: row.horizon, time: endOf(row) - HOUR_MS };
};

/** Facts of rows that are due, from bars, funding and the rows whose hours end their horizons. */
function factsOf({ market, log }: ProducerInput, listingOf: ListingOf, later: readonly ForecastRow[]): GradingFacts {
  const byId = new Map(later.map((row) => [row.id, row]));
  const forcedWithin = forcedReader(market);
  return {
    rowOf: (id) => byId.get(id),
    closes: async ({ scope, horizon, time, forecasts: { book_risk: book } }) => {
      const first = Date.parse(time);
      const ofScope = async (name: string): Promise<readonly number[]> => {
        const listing = listingOf(name);
        if (listing === undefined) return [];
        return [...(await closesOf(market, listing, first, first + LEDGER_HORIZONS[horizon] * HOUR_MS))];
      };
      try {
        return book === undefined ? await ofScope(scope) : await bookValues(book, ofScope);
      } catch (error) {
        log.warn({ err: error, scope }, 'failed to fetch bars of an outcome');
        return undefined;
      }
    },
    funding: async ({ scope, horizon, time }) => {
      const hours = LEDGER_HORIZONS[horizon];
      const symbol = listingOf(scope)?.symbol;
      try {
        return symbol === undefined
          ? null
          : await meanFunding(market, symbol, Date.parse(time) + hours * HOUR_MS, hours);
      } catch (error) {
        log.warn({ err: error, scope }, 'failed to fetch funding of an outcome');
        return undefined;
      }
    },
    forced: async (row) => {
      try {
        return await forcedWithin(row.scope, Date.parse(row.time) + HOUR_MS, LEDGER_HORIZONS[row.horizon]);
      } catch (error) {
        log.warn({ err: error, scope: row.scope }, 'failed to fetch forced closes of an outcome');
        return null;
      }
    },
  };
}

/** Moment up to which horizons were looked at again. */
const CHECKED: StateKey = { name: 'ledger-corrections', version: LEDGER_HOST_V2.version };

/** Corrections of the next stretch, and the state after it. */
async function corrected(
  { store, timeline }: LedgerParts,
  input: ProducerInput,
  listingOf: ListingOf,
): Promise<Pick<Produced, 'states'> & { readonly rows: readonly LedgerRow[]; readonly isUnfinished: boolean }> {
  const { asOf } = input;
  const stored = (await input.load(CHECKED)).find((state) => state.scope === MARKET && state.asOf <= asOf);
  const span = correctionSpan(stored?.asOf, asOf);
  if (span === undefined) return { states: [], rows: [], isUnfinished: false };
  const graded = await store.graded(timeline, { origin: 'live', ...span });
  const later = await store.forecasts(timeline, 'live', graded.map(({ row }) => placeAfter(row))); // prettier-ignore
  const { rows, failed } = await correctionsOf(graded, asOf, factsOf(input, listingOf, later));
  const checked = checkedAfter(span, failed, asOf);
  const isUnfinished = checked > span.from && correctionSpan(checked, asOf) !== undefined;
  return { states: [stateText(CHECKED, MARKET, checked, {})], rows, isUnfinished };
}

/** Days that are closed, into the file. Of replicas the one that has the run writes; the next run adds what one that was killed left out. */
async function keepDigests({ store, timeline, digestFile }: LedgerParts, { asOf, log }: ProducerInput): Promise<void> {
  if (digestFile === undefined) return;
  try {
    for (const origin of LEDGER_ORIGINS) {
      const { unlike } = await addDigests(digestFile, await store.digests(timeline, { origin, from: 0, to: asOf }));
      if (unlike.length > 0) log.warn({ digestFile, unlike }, 'digests of file and ledger differ');
    }
  } catch (error) {
    log.warn({ err: error, digestFile }, 'failed to write digests of the ledger to their file');
  }
}

/** @param parts the store is read only: rows are written with the run. */
export function ledgerProducer(parts: LedgerParts): Producer {
  const { store, timeline } = parts;
  return {
    name: LEDGER_PRODUCER,
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    reads: [],
    needs: [QUANT_PRODUCER],
    publishes: [],
    isHeavy: false,
    create: () => {
      let from = 0;
      return async (input): Promise<Produced> => {
        const { asOf } = input;
        await keepDigests(parts, input);
        const limit = LEDGER_HOST_V2.gradedAtOnce;
        // Before the memory: what another replica grades between the two is left out by its place, and counted once.
        const waiting = await store.due(timeline, { origin: 'live', from, asOf, limit });
        const memory = await loadLedgerMemory(store, timeline, 'live');
        const due = waiting.filter(({ scope, horizon, time }) => Date.parse(time) > memory.lastGraded(scope, horizon));
        const listingOf = await listingsOf(input);
        const made = await record(parts, input, memory, listingOf);
        const later = await store.forecasts(timeline, 'live', due.map(placeAfter)); // prettier-ignore
        const grades = await gradeDue(due, asOf, memory, factsOf(input, listingOf, [...later, ...made]));
        const corrections = await corrected(parts, input, listingOf);
        const isUnfinished = (waiting.length === limit && grades.length > 0) || corrections.isUnfinished;
        from = lookFrom(from, waiting, asOf);
        const day = bucketOpen(asOf, DAY_MS);
        const rows: readonly LedgerRow[] = [...made, ...grades, ...corrections.rows];
        return {
          states: corrections.states,
          published: [],
          writes: [{ table: 'ledger', rows: { origin: 'live', rows, day, closeBefore: day } }],
          isUnfinished,
          facts: { recorded: made.length, graded: grades.length, corrected: corrections.rows.length },
        };
      };
    },
  };
}
