/** Clock of a venue by its answers: a bar is closed only by the venue's clock, whatever this machine's clock says. */

import { bucketOpen, ok, stepMs, type Interval, type Result } from '@barograph/core';
import type { BarsWindow } from '../market/bars.ts';
import type { Fetched } from './ask.ts';

/** A stated time is a whole second; the clock was anywhere within it. */
const LAST_OF_SECOND_MS = 999;

/** Times of an answer by both clocks. */
type Moments = Pick<Fetched<unknown>, 'fetchedAt' | 'statedAt'>;

/** Upper bound of the venue's clock when it answered, epoch ms; Infinity for a source without dates. */
export function notPassedBy({ statedAt = Infinity }: Pick<Moments, 'statedAt'>): number {
  return statedAt + LAST_OF_SECOND_MS;
}

/**
 * Time by which a bar must have closed to be final in an answer: the venue's clock, and never later than the arrival here. Bars close
 * on whole seconds, so the rest of the stated second is irrelevant.
 *
 * @returns epoch ms; `fetchedAt` for a source without dates.
 */
export function reachedBy(answer: Moments): number {
  return Math.min(answer.fetchedAt, notPassedBy(answer));
}

/** Query for bars at a time of this machine's clock. */
interface BarsQuestion {
  readonly interval: Interval;
  readonly window: BarsWindow;
  readonly asOf: number;
}

/** Bars with the time that the venue's clock had reached. */
interface BarsThere {
  readonly bars: readonly { readonly time: number }[];
  readonly at: number;
}

/**
 * Requests bars by the venue's clock. When the venue is behind, the last bars are requested again from its time, because some of
 * the first answer have not closed there.
 *
 * @returns the answer, with the time up to which bars have closed for the query: `asOf`, or earlier.
 */
export async function askByVenueTime<Question extends BarsQuestion, Known extends BarsThere, Problem>(
  question: Question,
  ask: (question: Question) => Promise<Result<Known, Problem>>,
): Promise<Result<{ readonly known: Known; readonly closedBy: number }, Problem>> {
  const { window, interval, asOf } = question;
  const step = stepMs(interval);
  const first = await ask(question);
  if (!first.ok) return first;
  const closedBy = Math.min(asOf, first.value.at);
  const isBehind = bucketOpen(closedBy, step) < bucketOpen(asOf, step);
  const closed = first.value.bars.filter(({ time }) => time + step <= closedBy).length;
  if (window.kind !== 'last' || !isBehind || closed >= window.count) return ok({ known: first.value, closedBy });
  const again = await ask({ ...question, asOf: closedBy });
  return again.ok ? ok({ known: again.value, closedBy: Math.min(closedBy, again.value.at) }) : again;
}
