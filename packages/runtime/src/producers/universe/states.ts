/** Stored states of the engines of a universe: trackers per symbol, and each engine's memory of the market. */

import type { ProducerInput, StateKey, StateText } from '../../producer.ts';
import { parsedState, resumed, stateText, type ResumedState } from '../../resume.ts';
import type { AnyEngine } from '@barograph/contract';
import type { Resumed, Tracked } from './symbol.ts';

const MARKET = 'market';

/** Store access of a run. */
type Reads = Pick<ProducerInput, 'load' | 'log'>;

export interface UniverseStates {
  /** Loads the stored states of all trackers. */
  open(reads: Reads): Promise<void>;
  /**
   * Tracker of an engine for a scope: resumed from the state of the scope or of its former name when possible, else
   * new.
   */
  resume(engine: AnyEngine, scope: string, reads: Reads, formerScope?: string): Resumed;
  /** Newest memory of the market by `asOf`; undefined for an engine without one. */
  market(engine: AnyEngine, asOf: number, reads: Reads): Promise<unknown>;
  /** Texts of changed states. */
  texts(changed: readonly ChangedTracker[], markets: readonly ChangedMarket[], asOf: number): readonly StateText[];
}

export interface ChangedTracker extends Tracked {
  readonly scope: string;
  readonly lastHour: number;
}
export interface ChangedMarket {
  readonly engine: AnyEngine;
  readonly state: unknown;
}

const trackersOf = ({ name, version }: AnyEngine): StateKey => ({ name, version });

/** Creates the states of some engines, before any is read. */
export function createUniverseStates(engines: readonly AnyEngine[]): UniverseStates {
  const keyOf = (engine: AnyEngine, scope: string): string => `${engine.name}/${scope}`;
  const trackers = new Map<string, StateText>();
  const markets = new Map<AnyEngine, ResumedState<unknown>>();

  return {
    open: async ({ load, log }) => {
      for (const engine of engines) {
        const states = await load(trackersOf(engine));
        for (const state of states) trackers.set(keyOf(engine, state.scope), state);
        log.info({ engine: engine.name, version: engine.version, states: states.length }, 'engine states read');
      }
    },
    resume: (engine, scope, { log }, formerScope) => {
      const own = trackers.get(keyOf(engine, scope));
      const stored = own ?? (formerScope === undefined ? undefined : trackers.get(keyOf(engine, formerScope)));
      for (const place of [scope, formerScope]) if (place !== undefined) trackers.delete(keyOf(engine, place));
      const { value: tracker, asOf: lastHour } = resumed(stored, (state?: unknown) => engine.create(state), log);
      return { tracker, lastHour, isChanged: own === undefined && lastHour !== null };
    },
    market: async (engine, asOf, { load }) => {
      if (engine.market === undefined) return undefined;
      const { start, version } = engine.market;
      const loaded = await load({ name: engine.name, version });
      // Another replica may have sampled the market since this one did.
      const stored = loaded.filter(({ scope }) => scope === MARKET).map((text) => parsedState<unknown>(text));
      const known = [...stored, markets.get(engine)];
      const past = known.flatMap((state) => (state === undefined || state.asOf > asOf ? [] : state));
      return past.sort((a, b) => b.asOf - a.asOf)[0]?.state ?? start;
    },
    texts: (changed, changedMarkets, asOf) => {
      for (const { engine, state } of changedMarkets) markets.set(engine, { asOf, state });
      return [
        ...changed.map(({ engine, scope, tracker, lastHour }) =>
          stateText(trackersOf(engine), scope, lastHour, tracker.snapshot()),
        ),
        ...changedMarkets.map(({ engine, state }) =>
          stateText({ name: engine.name, version: engine.market!.version }, MARKET, asOf, state),
        ),
      ];
    },
  };
}
