/** The tail of the stream as a single answer. */

import {
  createRecent,
  joinStreamRecent,
  matchesEventQuery,
  text,
  type DataSource,
  type Recent,
  type StatusGap,
  type TailQuery,
  type TextBody,
} from '@barograph/contract';
import { jsonOf } from './frame.ts';
import { tellsEvents } from '@barograph/sources';
import type { Kept } from '@barograph/runtime';
import { keptStamp, NO_SOURCES, provenanceField, type EventSources } from './sources.ts';

/** Distinct queries cached until the next event. */
const ANSWERS_KEPT = 128;

function nameOf({ types, symbols, minUsd, limit, tier }: TailQuery): string {
  const listOf = (set: ReadonlySet<string> | undefined): readonly string[] | null =>
    set === undefined ? null : [...set].sort();
  return JSON.stringify([listOf(types), listOf(symbols), minUsd, limit, tier ?? null]);
}

const NO_GAPS: readonly StatusGap[] = [];

/** Gaps of the feeds behind events, since the first event; without events the open ones. Oldest first. */
function gapsWithin(gaps: readonly StatusGap[], first = Infinity): readonly StatusGap[] {
  return gaps.filter(({ feed, to }) => tellsEvents(feed) && (to === null || to > first)).toReversed();
}

/**
 * @returns a function that answers a query; its last id is that of the whole stream, read in one statement with the
 * events.
 */
export function createTailAnswers(
  kept: () => Kept,
  dataSource: DataSource,
  sources: EventSources = NO_SOURCES,
  gaps: () => readonly StatusGap[] = () => NO_GAPS,
): (query: TailQuery) => TextBody<never> {
  let lastId = -1;
  let stamp = '';
  let silent = gaps();
  let answers: Recent<TextBody<never>> = createRecent(ANSWERS_KEPT);
  return (query) => {
    const provenance = sources();
    const now = keptStamp(provenance);
    const silentNow = gaps();
    if (kept().lastId() !== lastId || now !== stamp || silentNow !== silent) {
      silent = silentNow;
      lastId = kept().lastId();
      stamp = now;
      answers = createRecent(ANSWERS_KEPT);
    }
    const name = nameOf(query);
    const known = answers.get(name);
    if (known !== undefined) return known;
    const frames = kept().newest(query.limit, (frame) => matchesEventQuery(frame, query));
    const answer = text<never>(
      joinStreamRecent(frames.map(jsonOf), {
        lastId,
        gaps: gapsWithin(silent, frames[0]?.ts),
        dataSource,
        ...provenanceField(provenance),
      }),
    );
    answers.set(name, answer);
    return answer;
  };
}
