/** From bars to ready rows: every engine recomputed and encoded once per refresh. */

import { UsageError } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Encoded, SnapshotContent, SnapshotOf } from '../ports/snapshot-store.ts';
import type { EngineView, Universe } from './universe/universe.ts';

/** What a refresh did for one engine. */
export interface Refreshed {
  readonly rows: number;
  readonly asOf: number;
  /** Real milliseconds of the whole refresh, which is of all engines. */
  readonly tookMs: number;
}

/** Where snapshots go; a snapshot store is one for the engines whose contents it knows. */
export interface Publisher {
  publish(name: string, snapshot: SnapshotOf<SnapshotContent>): Promise<void>;
}

/** The snapshot of an engine. A row that has no record yet is named as warming. */
function snapshotOf({ engine, members, market }: EngineView, asOf: number): SnapshotOf<SnapshotContent> {
  const records: Encoded<unknown>[] = [];
  const warming: string[] = [];
  for (const { about, row } of members) {
    const value = engine.encode(row);
    if (value === undefined) warming.push(about.symbol);
    else records.push({ value, json: JSON.stringify(value) });
  }
  return { asOf, head: engine.head({ members, warming, market, asOf }), records };
}

export interface Refresh<Name extends string> {
  /** Recomputes and publishes the rows of all engines; calls during a run share that run. */
  all(): Promise<ReadonlyMap<string, Refreshed>>;
  /** The same, and what it did for one of them. */
  of(name: Name): Promise<Refreshed>;
  /** True while the last run failed. */
  isFailing(): boolean;
}

export interface RefreshParts {
  readonly universe: Universe;
  readonly clock: Clock;
  readonly store: Publisher;
  readonly log: Logger;
}

/** @typeParam Name of the engines of the universe. */
export function createRefresh<Name extends string>({ universe, clock, store, log }: RefreshParts): Refresh<Name> {
  let running: Promise<ReadonlyMap<string, Refreshed>> | undefined;
  let isFailing = false;

  const run = async (): Promise<ReadonlyMap<string, Refreshed>> => {
    const began = performance.now();
    const asOf = clock.now();
    const { views, bars } = await universe.at(asOf);
    const rows: [name: string, count: number][] = [];
    for (const view of views) {
      const snapshot = snapshotOf(view, asOf);
      await store.publish(view.engine.name, snapshot);
      rows.push([view.engine.name, snapshot.records.length]);
      await setImmediate(); // lets requests through between engines
    }
    const tookMs = performance.now() - began;
    log.info({ rows: Object.fromEntries(rows), bars, asOf, ms: Math.round(tookMs) }, 'the engines are up to date');
    return new Map(rows.map(([name, count]) => [name, { rows: count, asOf, tookMs }]));
  };

  const observed = async (): Promise<ReadonlyMap<string, Refreshed>> => {
    try {
      const done = await run();
      isFailing = false;
      return done;
    } catch (error) {
      isFailing = true;
      throw error;
    }
  };

  const all = async (): Promise<ReadonlyMap<string, Refreshed>> => {
    running ??= observed().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    all,
    of: async (name) => {
      const done = (await all()).get(name);
      if (done === undefined) throw new UsageError(`"name" expected an engine of the universe, got ${name}`);
      return done;
    },
    isFailing: () => isFailing,
  };
}
