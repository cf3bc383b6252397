/**
 * The engines on all symbols of a source, updated bar by bar. Every symbol is pulled once per refresh for all engines. States
 * are stored per closed hour, so that a restart continues with the same rows and without recomputing.
 */

import { bucketOpen, HOUR_MS, UsageError } from '@barograph/core';
import { mergeUniverse } from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import type { Listing } from '@barograph/sources';
import type { ProducerInput, StateText } from '../../producer.ts';
import { beginSlice, largestFirst, type Slice } from '../../slice.ts';
import type { AnyEngine, EngineTracker, Member, PerpNow, SymbolFacts } from '@barograph/contract';
import { pullBars, type PulledBars } from './pull.ts';
import { perpsNowOf } from './perps-now.ts';
import { createUniverseStates, type ChangedMarket, type ChangedTracker } from './states.ts';
import { createTrackedSymbol, type TrackedSymbol } from './symbol.ts';

/** All symbols as one engine sees them. */
export interface EngineView {
  readonly engine: AnyEngine;
  /** Perps, then the spot pairs that fill their gaps, each ordered by symbol. */
  readonly members: readonly Member<EngineTracker, unknown>[];
  /** Engine's memory of the market; undefined without one. */
  readonly market: unknown;
  /** Listed symbols whose first bars have not been fetched yet. */
  readonly pending: readonly string[];
}

/** Run input that a universe uses. */
export type UniverseInput = Pick<ProducerInput, 'asOf' | 'market' | 'load' | 'log'>;

/** The universe at a moment. */
export interface UniverseViews {
  readonly views: readonly EngineView[];
  /** Number of bars that were new to at least one engine. */
  readonly bars: number;
  /** States changed since the last call. */
  readonly states: readonly StateText[];
  /** True when symbols are left for the next call. */
  readonly isUnfinished: boolean;
}

export interface Universe {
  /**
   * Views of all engines at a moment. Only one call at a time. A call after an unfinished one skips what that one fetched within
   * the same hour.
   *
   * @throws the source's error when all symbols failed. Some failed symbols keep their rows, which age.
   */
  at(input: UniverseInput): Promise<UniverseViews>;
}

/** Symbol with rows. */
interface Present {
  readonly symbol: string;
  readonly quoteVolume24h: number | null;
  readonly tracked: TrackedSymbol;
  readonly about: SymbolFacts;
  readonly at: number;
}

const scopeOf = ({ venue, symbol }: Listing): string => `${venue}:${symbol}`;

/** Symbols after an update. */
interface Updated extends Pick<UniverseViews, 'bars' | 'isUnfinished'> {
  readonly present: readonly Present[];
  readonly pending: readonly string[];
}

/** The trackers of a listing, resumed or of its former name. */
type Naming = (listing: Listing, input: UniverseInput) => TrackedSymbol;

function createNaming(
  engines: readonly AnyEngine[],
  states: ReturnType<typeof createUniverseStates>,
  symbols: Map<string, TrackedSymbol>,
): Naming {
  return (listing, input) => {
    const scope = scopeOf(listing);
    const known = symbols.get(scope);
    if (known !== undefined) return known;
    // A renamed symbol keeps the trackers of its former name.
    const formerScope = listing.formerly === undefined ? undefined : scopeOf({ ...listing, symbol: listing.formerly });
    const former = formerScope === undefined ? undefined : symbols.get(formerScope);
    const symbol =
      former === undefined
        ? createTrackedSymbol(listing, engines, (engine) => states.resume(engine, scope, input, formerScope))
        : former.renamed(listing);
    if (formerScope !== undefined) symbols.delete(formerScope);
    symbols.set(scope, symbol);
    return symbol;
  };
}

/** Pulls every symbol that no other market represents. @param readsPerps whether an engine reads perps as they are now. */
function createUpdates(
  symbols: Map<string, TrackedSymbol>,
  symbolOf: Naming,
  readsPerps: boolean,
  slices: () => Slice,
): (input: UniverseInput) => Promise<Updated> {
  /** Hour of the newest pull, by scope. */
  const pulledFor = new Map<string, number>();
  let isUnfinished = false;

  /** Feeds a symbol its bars. A symbol whose tracker throws midway starts again next time. */
  const takeBars = (listing: Listing, symbol: TrackedSymbol, brought: PulledBars, asOf: number): number => {
    try {
      return symbol.take(brought, asOf);
    } catch (error) {
      symbols.delete(scopeOf(listing));
      throw error;
    }
  };

  return async (input) => {
    const { asOf, market, log } = input;
    const slice = slices();
    const hour = bucketOpen(asOf, HOUR_MS);
    const goesOn = isUnfinished;
    isUnfinished = false;
    const present = new Map<string, Present>();
    const failures: unknown[] = [];
    let bars = 0;
    let pulled = 0;
    const listings = largestFirst(await market.listings(asOf));
    const pending: string[] = [];
    const perps = new Set(listings.flatMap(({ symbol, venue }) => (venue === 'perpdex_perp' ? [symbol] : [])));
    // A renamed symbol moves its trackers first, before a new one with its former name could resume from them.
    const perpsNow = readsPerps ? await perpsNowOf(market, perps, asOf) : new Map<string, PerpNow>();
    const names = new Set(listings.map(scopeOf));
    for (const listing of listings) {
      const { formerly, venue } = listing;
      if (formerly !== undefined && names.has(scopeOf({ venue, symbol: formerly }))) symbolOf(listing, input);
    }
    for (const listing of listings) {
      if (present.has(listing.symbol)) continue; // the perp venue comes first, and wins
      const tracked = symbolOf(listing, input);
      tracked.rewind(asOf);
      const isDone = goesOn && pulledFor.get(scopeOf(listing)) === hour;
      let isLeft = !isDone && slice.isOver();
      if (!isDone && !isLeft) {
        let brought: PulledBars | undefined;
        try {
          const fetched = await slice.within(pullBars(market, listing, tracked.lastHour, asOf));
          isLeft = fetched === undefined;
          brought = fetched?.value;
        } catch (error) {
          failures.push(error);
          log.warn({ err: error, listing: scopeOf(listing) }, 'failed to fetch bars');
        }
        if (brought !== undefined) {
          pulled++;
          pulledFor.set(scopeOf(listing), hour);
          bars += takeBars(listing, tracked, brought, asOf);
        }
        slice.step();
      }
      if (isLeft) isUnfinished = true;
      const known = tracked.facts(asOf);
      if (known !== undefined) {
        const { symbol, volume24h: quoteVolume24h } = known.about;
        const about = { ...known.about, perps, perpsNow };
        present.set(symbol, { symbol, quoteVolume24h, tracked, about, at: known.at });
      } else if (isLeft) pending.push(listing.symbol);
      await setImmediate(); // lets requests through between symbols
    }
    if (pulled === 0 && failures.length > 0) throw failures[0];
    const all = [...present.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    const presentAt = (venue: Listing['venue']): Present[] => all.filter(({ about }) => about.source === venue);
    return {
      present: mergeUniverse(presentAt('perpdex_perp'), presentAt('cexa_spot')),
      pending: pending.sort(),
      bars,
      isUnfinished,
    };
  };
}

/** Members of each engine, with their rows. */
async function membersOf(
  engines: readonly AnyEngine[],
  present: readonly Present[],
): Promise<Map<AnyEngine, Member<EngineTracker, unknown>[]>> {
  const members = new Map(engines.map((engine) => [engine, [] as Member<EngineTracker, unknown>[]]));
  for (const { tracked: symbol, about, at } of present) {
    const rows = new Map<string, unknown>();
    for (const { engine, tracker } of symbol.tracked) {
      const before = Object.fromEntries(
        Object.entries(engine.needs).map(([key, { name }]) => [key, rows.get(name)] as const),
      );
      const row = engine.row(tracker, about, at, before);
      rows.set(engine.name, row);
      members.get(engine)!.push({ about, tracker, row });
    }
    await setImmediate();
  }
  return members;
}

/**
 * Creates a universe without symbols.
 * @param engines in dependency order.
 * @throws {UsageError} for a duplicate name, or an engine before its dependency.
 */
export function createUniverse(engines: readonly AnyEngine[], slices: () => Slice = () => beginSlice()): Universe {
  assertOrder(engines);
  const states = createUniverseStates(engines);
  const symbols = new Map<string, TrackedSymbol>();
  const readsPerps = engines.some((engine) => engine.readsPerps === true);
  const update = createUpdates(symbols, createNaming(engines, states, symbols), readsPerps, slices);
  let isOpen = false;

  return {
    at: async (input) => {
      const { asOf } = input;
      if (!isOpen) await states.open(input);
      isOpen = true;
      const { present, pending, bars, isUnfinished } = await update(input);
      const members = await membersOf(engines, present);
      const views: EngineView[] = [];
      const remembered: ChangedMarket[] = [];
      for (const engine of engines) {
        const own = members.get(engine)!;
        const before = await states.market(engine, asOf, input);
        const market = engine.market?.next(before, own, asOf);
        // The memory of the market needs all symbols.
        if (market !== before && !isUnfinished) remembered.push({ engine, state: market });
        views.push({ engine, members: own, market, pending });
      }
      const changed = [...symbols].flatMap(([scope, { tracked }]) =>
        tracked.flatMap((tracker): ChangedTracker[] =>
          tracker.isChanged && tracker.lastHour !== null ? [{ ...tracker, lastHour: tracker.lastHour, scope }] : [],
        ),
      );
      const texts = states.texts(changed, remembered, asOf);
      for (const symbol of symbols.values()) symbol.stored();
      return { views, bars, states: texts, isUnfinished };
    },
  };
}

function assertOrder(engines: readonly AnyEngine[]): void {
  const names = new Set<string>();
  for (const { name, version, needs, market } of engines) {
    if (names.has(name)) throw new UsageError(`"engines" expected each name once, got ${name} twice`);
    for (const needed of Object.values(needs)) {
      if (!names.has(needed.name)) throw new UsageError(`"engines" expected ${needed.name} before ${name}`);
    }
    if (market?.version === version) {
      throw new UsageError(`"engines" expected a version of its own for what ${name} remembers, got ${version} twice`);
    }
    names.add(name);
  }
}
