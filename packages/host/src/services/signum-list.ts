/** SIGNUM_RGG lists: picked from ready rows, joined, and kept until the next refresh. */

import {
  joinSignumList,
  matchesSignumQuery,
  signumOrder,
  type DataSource,
  type SignumListQuery,
  type SignumListWire,
} from '@barograph/contract';
import { answerOfText, type Answer } from '../answer.ts';
import { createRecent, type Recent } from '../recent.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshot-store.ts';

/** Different queries kept per refresh. */
const LISTS_KEPT = 128;

function listText(snapshot: Snapshot<'signum'>, query: SignumListQuery, dataSource: DataSource): string {
  const order = signumOrder(query);
  const passing = snapshot.records
    .filter(({ value }) => matchesSignumQuery(value, query))
    .sort((a, b) => order(a.value, b.value));
  const page = passing.slice(query.offset, query.offset + query.limit).map(({ json }) => json);
  return joinSignumList(page, {
    count: page.length,
    total: passing.length,
    universeSize: snapshot.records.length,
    query,
    breadth: snapshot.head.breadth,
    warming: snapshot.head.warming,
    asOf: snapshot.asOf,
    dataSource,
  });
}

/** @returns what answers a list query; undefined before the first refresh. */
export function createSignumList(
  store: SnapshotStore,
  dataSource: DataSource,
): (query: SignumListQuery) => Answer<SignumListWire> | undefined {
  let current: Snapshot<'signum'> | undefined;
  let lists: Recent<Answer<SignumListWire>> = createRecent(LISTS_KEPT);
  return (query) => {
    const snapshot = store.latest('signum');
    if (snapshot === undefined) return undefined;
    if (snapshot !== current) {
      current = snapshot;
      lists = createRecent(LISTS_KEPT);
    }
    const key = JSON.stringify(query);
    const known = lists.get(key);
    if (known !== undefined) return known;
    const answer = answerOfText<SignumListWire>(listText(snapshot, query, dataSource));
    lists.set(key, answer);
    return answer;
  };
}
