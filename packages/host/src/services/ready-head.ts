/** Answers made of the head of a snapshot: made when first asked for, and kept until the next refresh. */

import { answerOf, type Answer } from '../answer.ts';
import type { Snapshot, SnapshotName, SnapshotStore } from '../ports/snapshot-store.ts';
import { createRecent, type Recent } from '@barograph/contract';

/** Different questions kept per refresh. */
const ANSWERS_KEPT = 512;

/** Answers a question about a whole snapshot; undefined before the first refresh. */
export type ReadyHead<Query, Wire> = (query: Query) => Answer<Wire> | undefined;

/** @param make the answer on the wire. */
export function createReadyHead<Name extends SnapshotName, Query, Wire>(
  store: SnapshotStore,
  name: Name,
  make: (snapshot: Snapshot<Name>, query: Query) => Wire,
): ReadyHead<Query, Wire> {
  let current: Snapshot<Name> | undefined;
  let answers: Recent<Answer<Wire>> = createRecent(ANSWERS_KEPT);

  return (query) => {
    const snapshot = store.latest(name);
    if (snapshot === undefined) return undefined;
    if (snapshot !== current) {
      current = snapshot;
      answers = createRecent(ANSWERS_KEPT);
    }
    const key = JSON.stringify(query) ?? '';
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = answerOf(make(snapshot, query));
    answers.set(key, answer);
    return answer;
  };
}
