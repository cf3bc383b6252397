/** Headlines one by one: what none can be is dropped, with its reason. */

import { topicOfHeadline } from '@barograph/stress/risk';
import type { Headline, HeadlineTopic } from '../market/outlook.ts';
import { lineOf, webPage } from '../upstream/payload/text.ts';

/** Reason why a headline was dropped. */
export type HeadlineDrop = 'no title' | 'no time' | 'a time to come' | 'too old';

/** A headline as its source says it. */
export interface RawHeadline {
  readonly id: unknown;
  readonly title: unknown;
  readonly url: unknown;
  /** Epoch ms; NaN where there is none. */
  readonly time: number;
  readonly publisher: string;
  readonly topic: HeadlineTopic | 'news';
}

/** Headlines, and how many were dropped for each reason. */
export interface HeadlineRows {
  readonly rows: readonly Headline[];
  readonly dropped: Readonly<Partial<Record<HeadlineDrop, number>>>;
}

/** Parameters of an address that follow its reader and are no part of the page. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|mc_cid|mc_eid|ref|cmpid)$/i;

/** The address of a page without what follows its reader; undefined of what is none. */
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
  /** Epoch ms; nothing is later. */
  readonly now: number;
  /** Epoch ms; nothing is earlier. */
  readonly oldest: number;
  readonly titleLength: number;
}

/** Headlines, oldest first, each id once. */
export function headlineRows(raw: readonly RawHeadline[], { now, oldest, titleLength }: HeadlineLimits): HeadlineRows {
  const dropped: Partial<Record<HeadlineDrop, number>> = {};
  const rows = new Map<string, Headline>();
  for (const { id, title: said, url, time, publisher, topic } of raw) {
    const title = lineOf(said, titleLength);
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
