/** Pagination of spans that exceed one answer, oldest page first. */

import { ok } from '@barograph/core';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { Fetched } from '../upstream/ask.ts';

/** Time span, both ends included, epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Splits a span into pages of at most `rows` steps; an empty span has no pages. */
export function pagesOf({ from, to }: Span, step: number, rows: number): readonly Span[] {
  const pages: Span[] = [];
  for (let begin = from; begin <= to; begin += rows * step) {
    pages.push({ from: begin, to: Math.min(to, begin + rows * step - 1) });
  }
  return pages;
}

/**
 * Requests every page. For histories whose answers may be cut at either end of a span.
 *
 * @returns all rows with the time of the last answer and the first fault. Stops at the first problem.
 */
export async function askPages<Row>(
  pages: readonly Span[],
  ask: (page: Span) => Promise<Answered<Parsed<readonly Row[]>>>,
  now: () => number,
): Promise<Answered<Parsed<readonly Row[]>>> {
  const rows: Row[] = [];
  let fault: string | undefined;
  let last: Omit<Fetched<unknown>, 'value'> = { fetchedAt: now() };
  for (const page of pages) {
    const answer = await ask(page);
    if (!answer.ok) return answer;
    rows.push(...answer.value.value.rows);
    fault ??= answer.value.value.fault;
    last = answer.value;
  }
  return ok({ ...last, value: { rows, fault } });
}

/**
 * Requests rows from the start of a span, and again after the last row while answers are full. For histories whose
 * answers start at the first row, so that the years before it cost nothing.
 *
 * @param step minimum time between two rows, ms.
 * @param most rows of a full answer.
 */
export async function askOnward<Row extends { readonly time: number }>(
  span: Span,
  step: number,
  most: number,
  ask: (rest: Span) => Promise<Answered<Parsed<readonly Row[]>>>,
  now: () => number,
): Promise<Answered<Parsed<readonly Row[]>>> {
  const all: Row[] = [];
  let fault: string | undefined;
  let last: Omit<Fetched<unknown>, 'value'> = { fetchedAt: now() };
  for (let from = span.from; from <= span.to;) {
    const answer = await ask({ from, to: span.to });
    if (!answer.ok) return answer;
    const { rows, fault: wrong } = answer.value.value;
    fault ??= wrong;
    last = answer.value;
    const newest = rows.at(-1);
    // Dropped rows make a full answer look short.
    if (newest === undefined || newest.time < from) break;
    all.push(...rows);
    if (wrong === undefined && rows.length < most) break;
    from = newest.time + step;
  }
  return ok({ ...last, value: { rows: all, fault } });
}
