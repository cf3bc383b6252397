/** Lists of ready rows: picked, ordered, joined from JSON texts, and kept until the next refresh. */

import { answerOfText, type Answer } from '../answer.ts';
import type { Snapshot, SnapshotContents, SnapshotName, SnapshotStore } from '../ports/snapshot-store.ts';
import { createRecent, type Recent } from '@barograph/contract';

/** Different queries kept per refresh. */
const LISTS_KEPT = 128;

/** Fields of every list query. */
interface PageQuery {
  readonly limit: number;
  readonly offset?: number;
}

/** Everything of a list but its rows. */
export interface ListFound<Head, Query, Record> {
  /** Rows on the page. */
  readonly count: number;
  /** Rows that pass the filters. */
  readonly total: number;
  /** All rows that the caller may see. */
  readonly universeSize: number;
  /** The rows that pass, in order. */
  readonly passing: readonly Record[];
  readonly query: Query;
  readonly head: Head;
  readonly asOf: number;
}

/** Functions of the contract that make a list of the rows of a snapshot. */
export interface ListParts<Name extends SnapshotName, Query extends PageQuery> {
  readonly name: Name;
  /** The rows that the caller may see, when not all of them. */
  readonly visible?: (records: Snapshot<Name>['records'], query: Query) => Snapshot<Name>['records'];
  readonly matches: (record: SnapshotContents[Name]['record'], query: Query) => boolean;
  /** A total order. */
  readonly order: (
    query: Query,
  ) => (a: SnapshotContents[Name]['record'], b: SnapshotContents[Name]['record']) => number;
  /** The JSON text of a list whose rows are JSON texts already. */
  readonly join: (
    items: readonly string[],
    found: ListFound<SnapshotContents[Name]['head'], Query, SnapshotContents[Name]['record']>,
  ) => string;
}

/** Answers a list query; undefined before the first refresh. */
export type ReadyList<Query, Wire> = (query: Query) => Answer<Wire> | undefined;

/** @typeParam Wire what `join` writes. */
export function createReadyList<Name extends SnapshotName, Query extends PageQuery, Wire>(
  store: SnapshotStore,
  { name, visible = (records) => records, matches, order, join }: ListParts<Name, Query>,
): ReadyList<Query, Wire> {
  let current: Snapshot<Name> | undefined;
  let lists: Recent<Answer<Wire>> = createRecent(LISTS_KEPT);
  /** A URL that was asked before comes with the very query that it came with then: no need to name it. */
  let seenQueries = new WeakMap<Query, Answer<Wire>>();

  const textOf = ({ asOf, head, records }: Snapshot<Name>, query: Query): string => {
    const compare = order(query);
    const seen = visible(records, query);
    const passing = seen.filter(({ value }) => matches(value, query)).sort((a, b) => compare(a.value, b.value));
    const { offset = 0, limit } = query;
    const page = passing.slice(offset, offset + limit).map(({ json }) => json);
    return join(page, {
      count: page.length,
      total: passing.length,
      universeSize: seen.length,
      passing: passing.map(({ value }) => value),
      query,
      head,
      asOf,
    });
  };

  return (query) => {
    const snapshot = store.latest(name);
    if (snapshot === undefined) return undefined;
    if (snapshot !== current) {
      current = snapshot;
      lists = createRecent(LISTS_KEPT);
      seenQueries = new WeakMap();
    }
    const seen = seenQueries.get(query);
    if (seen !== undefined) return seen;
    const key = JSON.stringify(query);
    const answer = lists.get(key) ?? answerOfText<Wire>(textOf(snapshot, query));
    lists.set(key, answer);
    seenQueries.set(query, answer);
    return answer;
  };
}
