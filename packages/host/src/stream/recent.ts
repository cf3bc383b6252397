/** The tail of the stream as one answer. */

import {
  createRecent,
  joinStreamRecent,
  matchesEventQuery,
  text,
  type DataSource,
  type Recent,
  type TailQuery,
  type TextBody,
} from '@barograph/contract';
import { jsonOf } from './frame.ts';
import type { Kept } from './kept.ts';
import { keptStamp, NO_SOURCES, provenanceField, type EventSources } from './sources.ts';

/** Different queries kept until the next event. */
const ANSWERS_KEPT = 128;

function nameOf({ types, symbols, minUsd, limit }: TailQuery): string {
  const listOf = (set: ReadonlySet<string> | undefined): readonly string[] | null =>
    set === undefined ? null : [...set].sort();
  return JSON.stringify([listOf(types), listOf(symbols), minUsd, limit]);
}

/**
 * @returns what answers a query; the last id in it is that of the whole stream, read in one statement with the events.
 */
export function createTailAnswers(
  kept: () => Kept,
  dataSource: DataSource,
  sources: EventSources = NO_SOURCES,
): (query: TailQuery) => TextBody<never> {
  let lastId = -1;
  let stamp = '';
  let answers: Recent<TextBody<never>> = createRecent(ANSWERS_KEPT);
  return (query) => {
    const provenance = sources();
    const now = keptStamp(provenance);
    if (kept().lastId() !== lastId || now !== stamp) {
      lastId = kept().lastId();
      stamp = now;
      answers = createRecent(ANSWERS_KEPT);
    }
    const name = nameOf(query);
    const known = answers.get(name);
    if (known !== undefined) return known;
    const frames = kept().newest(query.limit, (frame) => matchesEventQuery(frame, query));
    const answer = text<never>(
      joinStreamRecent(frames.map(jsonOf), { lastId, dataSource, ...provenanceField(provenance) }),
    );
    answers.set(name, answer);
    return answer;
  };
}
