/**
 * Producer of the ledger: records the hours that the nowcast has published, grades forecasts whose horizon has ended, and closes
 * completed days.
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

/** Dependencies of a host's ledger. */
export interface LedgerParts {
  readonly store: LedgerStore;
  /** Market name in the store. */
  readonly timeline: string;
  /** Identity of the running model. */
  readonly artifact: NowcastArtifact;
  /** Panel for the risk of reference books; undefined without books. */
  readonly panels?: RiskPanels | undefined;
  /** File for the digests of closed days; undefined for none. */
  readonly digestFile?: string | undefined;
}

/** Listing whose bars represent a scope. */
type ListingOf = (scope: string) => Listing | undefined;

async function listingsOf({ market, asOf }: ProducerInput): Promise<ListingOf> {
  const listings = await market.listings(asOf);
  const lead = leadOf(listings)[0];
  const perps = new Map(perpsOf(listings).map((listing) => [listing.symbol, listing]));
  return (scope) => (scope === MARKET ? lead : perps.get(scope));
}

/** Published hours without a record, the market first, and the hash of the publication. */
async function newHours(input: ProducerInput, memory: LedgerMemory) {
  const head: QuantHead | undefined = await publishedHead(input, quantPublication);
  if (head === undefined) return { market: undefined, hours: [], snapshot: () => null };
  const records = await input.published(quantPublication.name);
  const market = head.market === null ? undefined : marketHour(head.market);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the publication, which the store has checked
  const coins = records.map((json) => coinHour(JSON.parse(json) as QuantRecord));
  const hours = [market, ...coins].flatMap((hour) => hour ?? []).filter(({ scope, time }) => time > memory.lastHour(scope)); // prettier-ignore
  // Same hash as the snapshot history: the head and each record, one per line.
  return { market, hours, snapshot: (): string => sha256([jsonText(head), ...records].join('\n')) };
}

/** Missing rows of the reference books at the published hour. A late panel is requested again by the next run. */
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

/** Rows of the hours. A faulty hour is logged and does not affect the others. */
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
  // Only for the hour of the market; coins with an earlier hour are not part of it.
  const ofMarket = hours.find(({ scope }) => scope === MARKET);
  const { above, of: total } = breadthOf([...closes].flatMap(([{ scope, time }, list]) => (scope !== MARKET && time === ofMarket?.time ? [list] : []))); // prettier-ignore
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
      breadth: hour === ofMarket && total > 0 ? (100 * above) / total : undefined,
      depthFor,
      counts: (horizon) => memory.counts(scope, horizon),
    });
    memory.recorded(scope, time);
    return rows;
  });
}

/** Key of the row at the end of another row's horizon. */
const placeAfter = (row: ForecastRow): LedgerPlace => {
  return { scope: row.scope, horizon: row.horizon, time: endOf(row) - HOUR_MS };
};

/** Facts for due rows, from bars, funding, and the rows at the ends of their horizons. */
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

/** Moment up to which horizons were checked again. */
const CHECKED: StateKey = { name: 'ledger-corrections', version: LEDGER_HOST_V2.version };

/** Corrections of the next range, and the state after it. */
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

/** Appends closed days to the file. The replica with the run writes; the next run adds what a killed one missed. */
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

/**
 * Creates the producer of the ledger.
 * @param parts the store is only read: rows are written with the run.
 */
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
        // Before the memory: rows that another replica grades in between are counted by it, and left out of `due`.
        const waiting = await store.due(timeline, { origin: 'live', from, asOf, limit });
        const memory = await loadLedgerMemory(store, timeline, 'live');
        const due = waiting.filter(({ scope, horizon, time }) => Date.parse(time) > memory.lastGraded(scope, horizon));
        const listingOf = await listingsOf(input);
        const recorded = await record(parts, input, memory, listingOf);
        const later = await store.forecasts(timeline, 'live', due.map(placeAfter)); // prettier-ignore
        const grades = await gradeDue(due, asOf, memory, factsOf(input, listingOf, [...later, ...recorded]));
        const corrections = await corrected(parts, input, listingOf);
        const isUnfinished = (waiting.length === limit && grades.length > 0) || corrections.isUnfinished;
        from = lookFrom(from, waiting, asOf);
        const day = bucketOpen(asOf, DAY_MS);
        const rows: readonly LedgerRow[] = [...recorded, ...grades, ...corrections.rows];
        return {
          states: corrections.states,
          published: [],
          writes: [{ table: 'ledger', rows: { origin: 'live', rows, day, closeBefore: day } }],
          isUnfinished,
          facts: { recorded: recorded.length, graded: grades.length, corrected: corrections.rows.length },
        };
      };
    },
  };
}
