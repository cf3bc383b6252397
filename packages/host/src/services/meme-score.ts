/** The score of the meme market: computed with the rows, told until the next refresh. */

import { memeScoreAnswer, type DataSource, type MemeScoreWire } from '@barograph/contract';
import { answerOf, type Answer } from '../answer.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshot-store.ts';

/** What answers; undefined before the first refresh, null while no part of the score is known. */
export type MemeScoreAnswer = () => Answer<MemeScoreWire> | null | undefined;

export function createMemeScore(store: SnapshotStore, dataSource: DataSource): MemeScoreAnswer {
  let current: Snapshot<'meme'> | undefined;
  let answer: Answer<MemeScoreWire> | null | undefined;
  return () => {
    const snapshot = store.latest('meme');
    if (snapshot !== current) {
      current = snapshot;
      const score = snapshot?.head.score;
      answer = score == null ? score : answerOf(memeScoreAnswer(score, { asOf: snapshot!.asOf, dataSource }));
    }
    return answer;
  };
}
