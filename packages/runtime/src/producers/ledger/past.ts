/** Ledger before a host's first publication: published hours, rows and grades reconstructed day by day from bars. */

import { followedOf, gradeOf, LEDGER_HORIZONS, outcomeOf, type ForecastRow, type LedgerRow } from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import type { Regime } from '@barograph/nowcast';
import { setImmediate } from 'node:timers/promises';
import { BACKFILL_V1, settledSpan, type BackfilledHistory } from '../../backfill/history.ts';
import type { ProducerInput } from '../../producer.ts';
import { largestFirst } from '../../slice.ts';
import type { QuantModel } from '../quant/model.ts';
import { leadOf, MARKET, perpsOf } from '../quant/listings.ts';
import { BOOK_SCOPES, bookRows, bookValues } from './books.ts';
import { LEDGER_HOST_V2 } from './config.ts';
import { closesOf } from './facts.ts';
import { endOf } from './grading.ts';
import { loadLedgerMemory, type LedgerMemory } from './memory.ts';
import { createPastScope, type PastScope } from './past-scope.ts';
import type { LedgerParts } from './producer.ts';
import { forecastRows } from './rows.ts';

/** Later than any row, to select all ungraded rows whatever their horizon. */
const UNTIL_ALL = 40 * DAY_MS;

/** Scope with its ungraded rows. */
interface Filling {
  readonly scope: PastScope;
  /** In order of time. */
  pending: ForecastRow[];
  /** Regimes of the last hours, by their opens. */
  readonly regimes: Map<number, Regime>;
}

/** Chain up to its current day. */
interface Chain {
  readonly memory: LedgerMemory;
  readonly fillings: readonly Filling[];
  /** Ungraded rows of reference books, in time order. */
  readonly books: Pick<Filling, 'pending'>;
  /** Midnight of the next day, epoch ms. */
  readonly next: number;
}

/** Stored chain, whose next day is `day`. */
async function chainAt(
  { model }: QuantModel,
  { store, timeline }: LedgerParts,
  { market, asOf }: ProducerInput,
  day: number,
): Promise<Chain> {
  const memory = await loadLedgerMemory(store, timeline, 'backfilled');
  const waiting = await store.due(timeline, { origin: 'backfilled', from: 0, asOf: day + UNTIL_ALL, limit: 100_000 });
  const listings = await market.listings(asOf);
  const [lead] = leadOf(listings);
  const perps = largestFirst(perpsOf(listings));
  // A scope that is no longer among the largest continues while its rows wait.
  const coins = perps.filter(({ symbol }, i) => i < BACKFILL_V1.ledgerCoins || waiting.some(({ scope }) => scope === symbol)); // prettier-ignore
  const scopes = [
    ...(lead === undefined ? [] : [createPastScope(model, MARKET, lead)]),
    ...coins.map((listing) => createPastScope(model, listing.symbol, listing)),
  ];
  const fillings = scopes.map((scope): Filling => {
    return { scope, pending: waiting.filter((row) => row.scope === scope.name), regimes: new Map() };
  });
  return {
    memory,
    fillings,
    books: { pending: waiting.filter(({ scope }) => BOOK_SCOPES.includes(scope)) },
    next: day,
  };
}

/** Rows of a scope for a day: its recorded hours, and grades of horizons that end within it. */
async function dayOf(
  { fillings, memory }: Pick<Chain, 'memory'> & { readonly fillings: Filling },
  { artifact }: LedgerParts,
  { market, asOf }: ProducerInput,
  { day, before }: { readonly day: number; readonly before: number },
): Promise<readonly LedgerRow[]> {
  const { scope, regimes } = fillings;
  const { barHours } = LEDGER_HOST_V2;
  const found = await scope.hours(market, day, day + DAY_MS - HOUR_MS, barHours);
  const statesAt = await scope.states(market, asOf);
  const closeAt = (time: number): number => found.closes[(time - found.from) / HOUR_MS] ?? NaN;
  const rows: LedgerRow[] = [];
  for (let time = day; time < day + DAY_MS; time += HOUR_MS) {
    const hour = found.hours.find((hour) => hour.time === time)?.hour;
    if (hour !== undefined) regimes.set(time, hour.regime);
    if (hour !== undefined && time > memory.lastHour(scope.name) && time < before) {
      const end = (time - found.from) / HOUR_MS + 1;
      const forecasts = forecastRows({ ...hour, states: { ...hour.states, ...statesAt(time) } }, artifact, {
        origin: 'backfilled',
        recorded: asOf,
        snapshot: null,
        closes: found.closes.subarray(Math.max(0, end - barHours), end),
        breadth: undefined,
        counts: (horizon) => memory.counts(scope.name, horizon),
      });
      memory.recorded(scope.name, time);
      rows.push(...forecasts);
      fillings.pending.push(...forecasts);
    }
    const [due, waiting] = [fillings.pending.filter((row) => endOf(row) <= time + HOUR_MS), fillings.pending.filter((row) => endOf(row) > time + HOUR_MS)]; // prettier-ignore
    for (const row of due) {
      const first = Date.parse(row.time);
      const hours = LEDGER_HORIZONS[row.horizon];
      const followed = followedOf(Array.from({ length: hours + 1 }, (_, i) => closeAt(first + i * HOUR_MS)), row.horizon); // prettier-ignore
      const regime = regimes.get(first + hours * HOUR_MS);
      const outcome = outcomeOf(row, followed, { later: regime === undefined ? undefined : { regime }, fundingRate: null }); // prettier-ignore
      const grade = gradeOf(row, outcome, memory.counts(row.scope, row.horizon), asOf);
      memory.graded(grade);
      rows.push(grade);
    }
    fillings.pending = waiting;
    await setImmediate(); // lets requests through between hours
  }
  for (const time of regimes.keys()) if (time < day - DAY_MS) regimes.delete(time);
  return rows;
}

/** Rows of the reference books for a day: its recorded hours of the market, and grades of horizons that end within it. */
async function booksOf(
  { memory, fillings, books, before }: Chain & { readonly before: number },
  { panels, artifact }: LedgerParts,
  { market, asOf }: ProducerInput,
  day: number,
): Promise<readonly LedgerRow[]> {
  const lead = fillings.find(({ scope }) => scope.name === MARKET);
  const panel = await panels?.at(asOf);
  if (lead === undefined || panel === undefined) return [];
  const perps = new Map(perpsOf(await market.listings(asOf)).map((listing) => [listing.symbol, listing]));
  const rows: LedgerRow[] = [];
  for (let time = day; time < day + DAY_MS; time += HOUR_MS) {
    const regime = lead.regimes.get(time);
    if (regime !== undefined && time < before) {
      const isRecorded = (scope: string): boolean => time <= memory.lastHour(scope);
      const forecasts = await bookRows(
        panel,
        { time, model: artifact.modelVersion, regime },
        { origin: 'backfilled', recorded: asOf, isRecorded },
      );
      for (const { scope } of forecasts) memory.recorded(scope, time);
      rows.push(...forecasts);
      books.pending.push(...forecasts);
    }
    const isDue = (row: ForecastRow): boolean => endOf(row) <= time + HOUR_MS;
    for (const row of books.pending.filter(isDue)) {
      const first = Date.parse(row.time);
      const closes = async (coin: string): Promise<readonly number[]> => {
        const listing = perps.get(coin);
        return listing === undefined ? [] : [...(await closesOf(market, listing, first, endOf(row) - HOUR_MS))];
      };
      const { book_risk: book = { positions: [] } } = row.forecasts;
      const followed = followedOf(await bookValues(book, closes), row.horizon);
      const outcome = outcomeOf(row, followed, { later: undefined, fundingRate: null });
      const grade = gradeOf(row, outcome, memory.counts(row.scope, row.horizon), asOf);
      memory.graded(grade);
      rows.push(grade);
    }
    books.pending = books.pending.filter((row) => !isDue(row));
  }
  return rows;
}

/**
 * Backfilled chain, oldest day first, because a day's baselines need the earlier grades. It ends where the live chain begins.
 *
 * @param model running model.
 */
export function pastLedger(model: QuantModel, parts: LedgerParts): BackfilledHistory {
  const { store, timeline } = parts;
  let chain: Chain | undefined;
  let liveFrom: number | undefined;
  return {
    name: 'ledger',
    isOldestFirst: true,
    span: (asOf) => {
      const { first, last } = settledSpan(asOf, BACKFILL_V1.ledgerDays);
      // One day more than the last one with rows, so that all of them are graded.
      return { first, last: Math.min(last, liveFrom === undefined ? last : bucketOpen(liveFrom, DAY_MS) + DAY_MS) };
    },
    fill: async (input, day) => {
      liveFrom ??= await store.firstTime(timeline, 'live');
      const before = liveFrom ?? Infinity;
      if (day > before + DAY_MS) return {};
      // After a run that was not stored, the job requests other days than the next ones.
      const going = chain?.next === day ? chain : await chainAt(model, parts, input, day);
      // A day that failed midway leaves scopes ahead of the store, so the next attempt starts again.
      chain = undefined;
      const rows: LedgerRow[] = [];
      const coinsFrom = settledSpan(input.asOf, BACKFILL_V1.ledgerCoinDays).first;
      const { memory } = going;
      for (const fillings of going.fillings) {
        if (fillings.scope.name !== MARKET && day < coinsFrom) continue;
        rows.push(...(await dayOf({ fillings, memory }, parts, input, { day, before })));
      }
      if (day >= coinsFrom) rows.push(...(await booksOf({ ...going, before }, parts, input, day)));
      chain = { ...going, next: day + DAY_MS };
      return { writes: [{ table: 'ledger', rows: { origin: 'backfilled', rows, day, closeBefore: day + DAY_MS } }] };
    },
  };
}
