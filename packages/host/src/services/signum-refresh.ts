/** SIGNUM_RGG from bars to ready rows: computed and encoded once per refresh. */

import { encodeSignumBreadth, encodeSignumRow, signumItem, type SignumItemWire } from '@barograph/contract';
import { mergeUniverse, signumBreadth, type SignumRow } from '@barograph/indicators';
import type { Clock } from '../clock.ts';
import type { Encoded, SnapshotStore } from '../ports/snapshot-store.ts';
import type { SignumEngine } from './signum-engine.ts';

/** What a refresh did. */
export interface Refreshed {
  readonly rows: number;
  readonly asOf: number;
  /** Real milliseconds. */
  readonly tookMs: number;
}

function encodedItems(rows: readonly SignumRow[]): Encoded<SignumItemWire>[] {
  const items: Encoded<SignumItemWire>[] = [];
  for (const row of rows) {
    const value = signumItem(encodeSignumRow(row));
    if (value !== undefined) items.push({ value, json: JSON.stringify(value) });
  }
  return items;
}

/** @returns what recomputes and publishes every row; calls during a run share that run. */
export function createSignumRefresh(
  engine: SignumEngine,
  clock: Clock,
  store: SnapshotStore,
): () => Promise<Refreshed> {
  let running: Promise<Refreshed> | undefined;

  const run = async (): Promise<Refreshed> => {
    const began = performance.now();
    const asOf = clock.now();
    const { rows } = await engine.rowsAt(asOf);
    const universe = mergeUniverse(
      rows.filter((row) => row.source === 'perpdex_perp'),
      rows.filter((row) => row.source === 'cexa_spot'),
    );
    const records = encodedItems(universe);
    const scored = new Set(records.map(({ value }) => value.symbol));
    const warming = universe.map(({ symbol }) => symbol).filter((symbol) => !scored.has(symbol));
    const breadth = encodeSignumBreadth(signumBreadth(universe));
    await store.publish('signum', { asOf, head: { breadth, warming }, records });
    return { rows: records.length, asOf, tookMs: performance.now() - began };
  };

  return async () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
