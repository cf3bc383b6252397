/** Clock of a venue, as its answers state it: what has not closed there has not closed, whatever this machine's clock says. */

import { bucketOpen, ok, stepMs, type Interval, type Result } from '@barograph/core';
import type { BarsWindow } from '../market/bars.ts';
import type { Fetched } from './ask.ts';

/** A stated moment is a whole second; the clock was somewhere within it. */
const LAST_OF_SECOND_MS = 999;

/** Moments of an answer by both clocks. */
type Moments = Pick<Fetched<unknown>, 'fetchedAt' | 'statedAt'>;

/** Moment that the venue's clock had not passed when it answered, epoch ms; Infinity of a source that states no date. */
export function notPassedBy({ statedAt = Infinity }: Pick<Moments, 'statedAt'>): number {
  return statedAt + LAST_OF_SECOND_MS;
}

/**
 * Moment by which a bar must have closed to be final in an answer: that of the venue's clock, and never later than this machine
 * received the answer. Bars close on whole seconds, so the rest of the stated second decides nothing.
 *
 * @returns epoch ms; `fetchedAt` of a source that states no date.
 */
export function reachedBy(answer: Moments): number {
  return Math.min(answer.fetchedAt, notPassedBy(answer));
}

/** Question for bars at a moment of this machine's clock. */
interface BarsQuestion {
  readonly interval: Interval;
  readonly window: BarsWindow;
  readonly asOf: number;
}

/** Bars, and the moment that the venue's clock had reached with them. */
interface BarsThere {
  readonly bars: readonly { readonly time: number }[];
  readonly at: number;
}

/**
 * Asks for bars by the clock of the venue. The last bars of a venue that is behind are asked for again from where it is: some of
 * the first answer have not closed there.
 *
 * @returns what was answered, with the moment up to which bars have closed for the question: `asOf`, or earlier.
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
