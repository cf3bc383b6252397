/** Forced closes of all venues: stored once, published as events above a size, and summed over 24 hours. */

import {
  FORCED_VENUES,
  forcedPublication,
  forcedRow,
  forcedTotalsBody,
  forcedVenueRow,
  type DataSource,
  type ForcedHead,
  type ForcedVenue,
  type ForcedVenueState,
  type LiquidationEvent,
} from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { forcedTotals } from '@barograph/positioning';
import { SourceError, type Liquidation, CADENCES_V1 } from '@barograph/sources';
import { type NewObservation, jsonText } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Produced, Producer, ProducerInput, SnapshotText, StateKey, ObservedEvent } from '../../producer.ts';
import { resumed, stateText } from '../../resume.ts';
import { coinNames, type NamedCoin } from './coin-names.ts';
import { LIQUIDATIONS_V2 } from './forced-config.ts';
import { keptClose, liquidationsSeries, nameOf, recalled, type ForcedMemory } from './forced-memory.ts';
import { pullForced, type ForcedRows, type NoForcedRows } from './forced-pull.ts';
import { addSpan, lengthOf, spansAfter, type Span } from './watched.ts';

const { minUsd, windowMs, catchUpMs, silentMs } = LIQUIDATIONS_V2;
const KEY: StateKey = { name: 'liquidations', version: LIQUIDATIONS_V2.version };
const SCOPE = 'market';

/** Progress of a venue; moments are epoch ms. */
interface Progress {
  /** Moment up to which the last successful pull was complete; its end when no part was. */
  readonly seen: number;
  /** Watched parts of the window. */
  readonly watched: readonly Span[];
  /** Moment at which the last close of any size was received. */
  readonly lastLearned: number | null;
}
type Stored = Readonly<Partial<Record<ForcedVenue, Progress>>>;

/** Memory carried from run to run. */
interface Held {
  readonly asOf: number;
  readonly memory: ForcedMemory;
  readonly names: (coin: string) => NamedCoin;
}

/** Venue after a run. */
interface Outcome {
  readonly venue: ForcedVenue;
  readonly rows: ForcedRows | NoForcedRows;
  readonly progress: Progress | undefined;
}

function isSound({ price, size, time }: Liquidation): boolean {
  return price > 0 && price < Infinity && size > 0 && size < Infinity && Number.isSafeInteger(time) && time >= 0;
}

/** Coin names of the perp venue; those of the last run when its listings fail. */
async function namesOf(market: MarketReader, asOf: number, before: Held | undefined): Promise<Held['names']> {
  try {
    const listings = await market.listings(asOf);
    return coinNames(listings.flatMap(({ symbol, venue }) => (venue === 'perpdex_perp' ? [symbol] : [])));
  } catch (error) {
    if (error instanceof SourceError) return before?.names ?? coinNames([]);
    throw error;
  }
}

/** Memory of the last run; the stored window after a restart or when another replica had the last run. */
async function goOn(
  memory: Held | undefined,
  seen: number | null,
  { asOf, market, observed }: ProducerInput,
  timeline: string,
): Promise<Held> {
  const names = await namesOf(market, asOf, memory);
  if (memory !== undefined && memory.asOf === seen) return { ...memory, names };
  const [from, to] = [Math.max(0, asOf - windowMs), asOf + windowMs];
  return {
    asOf,
    names,
    memory: await recalled(async (venue) => observed(liquidationsSeries(timeline, venue), from, to)),
  };
}

function renamed(close: Liquidation, { coin, factor }: NamedCoin): Liquidation {
  return { ...close, symbol: coin, price: close.price * factor, size: close.size / factor };
}

/** New, plausible closes of a venue under their common names, oldest first. */
function freshCloses(venue: ForcedVenue, { closes }: ForcedRows, { memory, names }: Held): readonly Liquidation[] {
  const seen = new Set<string>();
  return closes
    .map((close) => (venue === 'perpdex' ? close : renamed(close, names(close.symbol))))
    .filter((close) => {
      const name = nameOf(close);
      const isNew = isSound(close) && !memory.has(venue, name) && !seen.has(name);
      if (isNew) seen.add(name);
      return isNew;
    });
}

function progressOf(before: Progress | undefined, rows: ForcedRows, asOf: number): Progress {
  const { watchedFrom, watchedTo, closes } = rows;
  const watched = spansAfter(before?.watched ?? [], asOf - windowMs);
  return {
    seen: Math.max(before?.seen ?? 0, watchedTo),
    watched: watchedFrom === undefined ? watched : addSpan(watched, [watchedFrom, watchedTo]),
    lastLearned: closes.length > 0 ? asOf : (before?.lastLearned ?? null),
  };
}

/** Status of a venue. @param last start of its silence. */
function conditionOf({ rows, progress }: Outcome, asOf: number): Pick<ForcedVenueState, 'status' | 'reason'> {
  if ('missing' in rows) return { status: rows.missing === 'never' ? 'unavailable' : 'down', reason: rows.reason };
  if (rows.down !== undefined) return { status: 'down', reason: rows.down };
  const { lastLearned, watched } = progress!;
  const quietSince = Math.max(lastLearned ?? 0, watched.at(-1)?.[0] ?? asOf);
  const canBeSilent = rows.provenance.kind === 'live' && rows.basis === 'venue';
  if (canBeSilent && asOf - quietSince >= silentMs) {
    return { status: 'silent', reason: `the stream is up and has told of nothing for ${silentMs / MINUTE_MS} minutes` };
  }
  if (canBeSilent && lastLearned === null) return { status: 'warming', reason: 'nothing has come yet' };
  return { status: 'ok', reason: null };
}

function published(memory: ForcedMemory, outcomes: readonly Outcome[], asOf: number): SnapshotText {
  const from = asOf - windowMs;
  const events = [...memory.all()].filter(({ usd }) => usd >= minUsd);
  const { venues, coins, ...totals } = forcedTotals(events, FORCED_VENUES, from, asOf);
  const states = outcomes.map((outcome, i): ForcedVenueState => {
    const { venue, rows, progress } = outcome;
    const basis = 'missing' in rows ? null : rows.basis === 'fills' ? 'derived' : 'stream';
    const watchedPct = (100 * lengthOf(spansAfter(progress?.watched ?? [], from))) / windowMs;
    return { ...venues[i]!, venue, basis, watchedPct, ...conditionOf(outcome, asOf) };
  });
  const head: ForcedHead = {
    from: Math.max(0, from),
    to: asOf,
    minUsd,
    totals: forcedTotalsBody.encode(totals),
    venues: states.map((state) => forcedVenueRow.encode(state)),
  };
  const records = coins.map((coin) => jsonText(forcedRow.encode(coin)));
  return { name: forcedPublication.name, head: jsonText(head), records };
}

interface Seen {
  readonly venue: ForcedVenue;
  readonly recvTs: number;
  readonly isDerived: boolean;
  readonly dataSource: DataSource;
}

function eventOf({ symbol, time, side, price, size }: Liquidation, { isDerived, ...seen }: Seen): LiquidationEvent {
  const head = { type: 'liquidation', ts: time, symbol, ...seen } as const;
  const fields = { side, usd: price * size, ...(seen.venue === 'perpdex' ? { fill: { price, size } } : {}) };
  return { ...head, ...fields, ...(isDerived ? { isDerived: true as const } : {}) };
}

/** Reads every venue, and adds new closes to the memory. */
async function run(input: ProducerInput, memory: Held, before: Stored, timeline: string): Promise<Produced> {
  const { asOf, market } = input;
  const observations: NewObservation[] = [];
  const observedEvents: ObservedEvent[] = [];
  const outcomes: Outcome[] = [];
  for (const venue of FORCED_VENUES) {
    const known = before[venue];
    const from = known === undefined ? asOf - MINUTE_MS : Math.max(known.seen, asOf - catchUpMs);
    const rows = await pullForced(market, venue, { from, to: asOf });
    if ('missing' in rows) {
      outcomes.push({ venue, rows, progress: known });
      continue;
    }
    outcomes.push({ venue, rows, progress: progressOf(known, rows, asOf) });
    const seen: Seen = { venue, recvTs: asOf, isDerived: rows.basis === 'fills', dataSource: rows.provenance.kind };
    const series = liquidationsSeries(timeline, venue);
    for (const close of freshCloses(venue, rows, memory)) {
      const { symbol: coin, side, price, size, time } = close;
      observations.push(keptClose(series, close, rows, asOf));
      if (time <= asOf - windowMs) continue; // too late for the stream, and for the totals
      const usd = price * size;
      memory.memory.add(venue, nameOf(close), { coin, side, usd, time });
      if (usd >= minUsd) observedEvents.push({ event: eventOf(close, seen), observation: observations.length - 1 });
    }
  }
  const hasFailed = outcomes.every(({ rows }) => 'missing' in rows);
  const reasons = outcomes.flatMap(({ rows }) => ('missing' in rows && rows.missing === 'now' ? [rows.reason] : []));
  // Without any venue, a publication would only hide the older one.
  if (hasFailed && reasons.length > 0) throw new SourceError(`liquidations: ${reasons[0]!}`);
  memory.memory.prune(asOf - windowMs);
  const progress = Object.fromEntries(
    outcomes.flatMap((outcome) => (outcome.progress === undefined ? [] : [[outcome.venue, outcome.progress]])),
  );
  return {
    observations,
    observedEvents: observedEvents.sort((a, b) => a.event.ts - b.event.ts),
    states: [stateText(KEY, SCOPE, asOf, progress)],
    published: [published(memory.memory, outcomes, asOf)],
    facts: { liquidations: observedEvents.length },
  };
}

/**
 * Creates the producer of forced closes and their totals.
 * @param timeline market name in the store.
 */
export function liquidationsProducer(timeline: string): Producer {
  return {
    name: 'liquidations',
    cadence: CADENCES_V1.everyMinute,
    makeUp: { kind: 'latest' },
    reads: ['liquidations', 'forcedCloses'],
    needs: [],
    publishes: [forcedPublication.name],
    isHeavy: false,
    create: () => {
      let memory: Held | undefined;
      return async (input) => {
        const { asOf, load, log } = input;
        const stored = (await load(KEY)).find((state) => state.asOf <= asOf);
        const { value: before, asOf: seen } = resumed(stored, (state: Stored = {}) => state, log);
        const mine = await goOn(memory, seen, input, timeline);
        memory = undefined; // until the run is done: what is half in memory must not be gone on from
        const produced = await run(input, mine, before, timeline);
        memory = { ...mine, asOf };
        return produced;
      };
    },
  };
}
