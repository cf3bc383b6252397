/** Validates headlines and counts drops by reason. */

import { topicOfHeadline } from '@barograph/stress/risk';
import type { Headline, HeadlineTopic } from '../market/outlook.ts';
import { lineOf, webPage } from '../upstream/payload/text.ts';

/** Reason why a headline was dropped. */
export type HeadlineDrop = 'no title' | 'no time' | 'a time to come' | 'too old';

/** Headline as its source sends it. */
export interface RawHeadline {
  readonly id: unknown;
  readonly title: unknown;
  readonly url: unknown;
  /** Epoch ms; NaN without a time. */
  readonly time: number;
  readonly publisher: string;
  readonly topic: HeadlineTopic | 'news';
}

/** Headlines, and how many were dropped for each reason. */
export interface HeadlineRows {
  readonly rows: readonly Headline[];
  readonly dropped: Readonly<Partial<Record<HeadlineDrop, number>>>;
}

/** Tracking parameters of an address. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|mc_cid|mc_eid|ref|cmpid)$/i;

/** Page address without tracking parameters; undefined when invalid. */
export function pageOf(value: unknown): string | undefined {
  const page = webPage(typeof value === 'string' ? value.trim() : value, 1000);
  if (page === null) return undefined;
  const url = new URL(page);
  for (const name of Array.from(url.searchParams.keys())) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}

/** Limits of a headline. */
export interface HeadlineLimits {
  /** Latest valid time, epoch ms. */
  readonly now: number;
  /** Earliest valid time, epoch ms. */
  readonly oldest: number;
  readonly titleLength: number;
}

/** Valid headlines, oldest first, unique by id. */
export function headlineRows(raw: readonly RawHeadline[], { now, oldest, titleLength }: HeadlineLimits): HeadlineRows {
  const dropped: Partial<Record<HeadlineDrop, number>> = {};
  const rows = new Map<string, Headline>();
  for (const { id, title: rawTitle, url, time, publisher, topic } of raw) {
    const title = lineOf(rawTitle, titleLength);
    const drop: HeadlineDrop | undefined =
      title === null
        ? 'no title'
        : Number.isNaN(time)
          ? 'no time'
          : time > now
            ? 'a time to come'
            : time < oldest
              ? 'too old'
              : undefined;
    if (title === null || drop !== undefined) {
      const reason = drop ?? 'no title';
      dropped[reason] = (dropped[reason] ?? 0) + 1;
      continue;
    }
    const page = pageOf(url);
    const own = lineOf(id, 300) ?? page ?? title;
    rows.set(own, {
      id: own,
      title,
      ...(page === undefined ? {} : { url: page }),
      time,
      publisher,
      topic: topic === 'news' ? topicOfHeadline(title) : topic,
    });
  }
  return { rows: [...rows.values()].toSorted((a, b) => a.time - b.time), dropped };
}
