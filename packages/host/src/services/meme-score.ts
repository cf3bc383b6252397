/** The score of the meme market: computed with the rows, told until the next refresh. */

import { memeScoreAnswer, type DataSource, type MemeScoreWire } from '@barograph/contract';
import { answerOf, type Answer } from '../answer.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshot-store.ts';

/** @returns what answers; undefined before the first refresh, and while no part of the score is known. */
export function createMemeScore(store: SnapshotStore, dataSource: DataSource): () => Answer<MemeScoreWire> | undefined {
  let current: Snapshot<'meme'> | undefined;
  let answer: Answer<MemeScoreWire> | undefined;
  return () => {
    const snapshot = store.latest('meme');
    if (snapshot !== current) {
      current = snapshot;
      const score = snapshot?.head.score ?? null;
      answer = score === null ? undefined : answerOf(memeScoreAnswer(score, { asOf: snapshot!.asOf, dataSource }));
    }
    return answer;
  };
}
