/** Details of symbols: the ready row and what is added to it, made when first asked for, kept until the next refresh. */

import type { Problem } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';
import { answerOf, type Answer } from '../answer.ts';
import type { Snapshot, SnapshotContents, SnapshotStore } from '../ports/snapshot-store.ts';
import { createRecent, type Recent } from '@barograph/contract';
import { createSymbolLookup, type LookupConfig, type SymbolLookup, type SymbolsName } from './symbol-lookup.ts';

const DETAILS_KEPT = 512;

/** Functions that make a detail of a row. */
export interface DetailParts<Name extends SymbolsName, Query, Wire> extends LookupConfig {
  readonly name: Name;
  /** May pull bars; what it throws is not kept. */
  readonly make: (
    row: SnapshotContents[Name]['record'],
    query: Query,
    asOf: number,
    head: SnapshotContents[Name]['head'],
  ) => Promise<Wire>;
}

/** Nothing can be asked of a detail. */
export type NoQuery = Readonly<Record<string, never>>;

/** Answers a detail query; undefined before the first refresh. */
export type SymbolDetail<Query, Wire> = (
  name: string,
  query: Query,
) => Promise<Result<Answer<Wire>, Problem> | undefined>;

export function createSymbolDetail<Name extends SymbolsName, Query, Wire>(
  store: Pick<SnapshotStore, 'latest'>,
  { name, make, ...config }: DetailParts<Name, Query, Wire>,
): SymbolDetail<Query, Wire> {
  let current: Snapshot<Name> | undefined;
  let lookUp: SymbolLookup<SnapshotContents[Name]>;
  let details: Recent<Promise<Answer<Wire>>>;

  return async (symbol, query) => {
    const snapshot = store.latest(name);
    if (snapshot === undefined) return undefined;
    if (snapshot !== current) {
      current = snapshot;
      lookUp = createSymbolLookup(snapshot, config);
      details = createRecent(DETAILS_KEPT);
    }
    const row = lookUp(symbol);
    if (!row.ok) return row;
    const key = JSON.stringify([row.value.symbol, query]);
    const kept = details;
    let answer = kept.get(key);
    if (answer === undefined) {
      answer = make(row.value, query, snapshot.asOf, snapshot.head).then((wire) => answerOf(wire));
      answer.catch(() => kept.delete(key));
      kept.set(key, answer);
    }
    return ok(await answer);
  };
}
