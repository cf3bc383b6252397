/** Where the engines of a universe stood: trackers per symbol, and what each engine remembers of the market. */

import type { Logger } from 'pino';
import type { EngineStates, StoredState } from '../../store/engine-state.ts';
import type { AnyEngine } from '../engines/engine.ts';
import type { Resumed, Tracked } from './symbol.ts';

const MARKET = 'market';

export interface UniverseStates {
  /** Reads what is stored of all trackers. */
  open(): Promise<void>;
  /**
   * The tracker of an engine on a scope: continued when there is a state of it, or of the scope that it was before, that
   * it can go on from, else new.
   */
  resume(engine: AnyEngine, scope: string, formerScope?: string): Resumed;
  /** The newest memory of the market by `asOf`; undefined of an engine that has none. */
  market(engine: AnyEngine, asOf: number): Promise<unknown>;
  /** Saves all at once what has changed since it was stored. */
  save(changed: readonly ChangedTracker[], markets: readonly ChangedMarket[], asOf: number): Promise<void>;
}

export interface ChangedTracker extends Tracked {
  readonly scope: string;
  readonly lastHour: number;
}
export interface ChangedMarket {
  readonly engine: AnyEngine;
  readonly state: unknown;
}

/**
 * @param timeline keeps the states of one market apart from those of another in the same store.
 * @param store undefined: in memory only.
 */
export function createUniverseStates(
  engines: readonly AnyEngine[],
  timeline: string,
  store: EngineStates | undefined,
  log: Logger,
): UniverseStates {
  const storedName = ({ name }: AnyEngine): string => `${name}@${timeline}`;
  const keyOf = (engine: AnyEngine, scope: string): string => `${engine.name}/${scope}`;
  const trackers = new Map<string, StoredState>();
  const markets = new Map<AnyEngine, Pick<StoredState, 'asOf' | 'state'>>();

  return {
    open: async () => {
      for (const engine of engines) {
        const states = (await store?.load(storedName(engine), engine.version)) ?? [];
        for (const state of states) trackers.set(keyOf(engine, state.scope), state);
        log.info({ engine: engine.name, version: engine.version, states: states.length }, 'engine states were read');
      }
    },
    resume: (engine, scope, formerScope) => {
      const own = trackers.get(keyOf(engine, scope));
      const stored = own ?? (formerScope === undefined ? undefined : trackers.get(keyOf(engine, formerScope)));
      for (const one of [scope, formerScope]) if (one !== undefined) trackers.delete(keyOf(engine, one));
      if (stored === undefined) return { tracker: engine.create(), lastHour: null };
      try {
        return { tracker: engine.create(stored.state), lastHour: stored.asOf, isChanged: own === undefined };
      } catch (error) {
        log.warn({ err: error, engine: engine.name, scope }, 'a state could not be read; its bars are read again');
        return { tracker: engine.create(), lastHour: null };
      }
    },
    market: async (engine, asOf) => {
      if (engine.market === undefined) return undefined;
      const loaded = (await store?.load(storedName(engine), engine.market.version)) ?? [];
      // Another replica may have sampled the market since this one did.
      const known = [...loaded.filter(({ scope }) => scope === MARKET), markets.get(engine)];
      const past = known.flatMap((one) => (one === undefined || one.asOf > asOf ? [] : one));
      return past.sort((a, b) => b.asOf - a.asOf)[0]?.state ?? engine.market.start;
    },
    save: async (changed, changedMarkets, asOf) => {
      for (const { engine, state } of changedMarkets) markets.set(engine, { asOf, state });
      await store?.save([
        ...changed.map(({ engine, scope, tracker, lastHour }) => ({
          engine: storedName(engine),
          scope,
          configVersion: engine.version,
          asOf: lastHour,
          state: tracker.snapshot(),
        })),
        ...changedMarkets.map(({ engine, state }) => ({
          engine: storedName(engine),
          scope: MARKET,
          configVersion: engine.market!.version,
          asOf,
          state,
        })),
      ]);
    },
  };
}
