/** News items as the engines take them, and the reasons to reject external input. */

import { err, MINUTE_MS, ok, type Result } from '@barograph/core';
import type { NewsCategory, NewsTier } from './config.ts';

/** News report. Only its title is text; nothing of the article is stored. */
export interface NewsItem {
  /** Identifier of its source, the same whenever the report is seen. */
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** Registrable domain of the publisher, lower case: `example.co.uk`, never `www.example.co.uk`. */
  readonly domain: string;
  readonly tier: NewsTier;
  /** Publication time, epoch ms. */
  readonly time: number;
  /** Arrival time, epoch ms. */
  readonly seenAt: number;
  /** Kind of its source's items, for a title without one. */
  readonly kind?: NewsCategory;
  /** Kind and perp when the source knows them and no title needs reading, as for universe differences. */
  readonly stated?: { readonly category: NewsCategory; readonly symbol: string };
}

/** Reasons to reject an item. */
export const NEWS_FAULTS = [
  'no_id',
  'no_title',
  'long_title',
  'markup',
  'no_time',
  'future',
  'no_domain',
  'bad_link',
] as const;
/** Reason why an item is dropped before any further processing. */
export type NewsFault = (typeof NEWS_FAULTS)[number];

/** Report as a feed delivers it; unchecked. */
export interface RawNewsItem {
  readonly id: unknown;
  readonly title: unknown;
  readonly url: unknown;
  readonly domain: unknown;
  /** Publication time, epoch ms. */
  readonly time: unknown;
}

/** Longest title and identifier, characters. */
const LONGEST = 500;
/** Tolerated lead of publishers' clocks; the item then counts as published on arrival. */
const AHEAD_MS = 5 * MINUTE_MS;
// Control characters and marks that change the direction of text.
// oxlint-disable-next-line eslint/no-control-regex -- they are to be removed
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
const MARKUP = /<\/?[a-z!?][^<]*>?|&(?:lt|#60|#x3c);/i;

/**
 * Validates a raw item; returns it, or the reason to reject it.
 *
 * @param seenAt arrival time, epoch ms.
 * @example
 * const raw = { id: 'a', title: 'SEC sues a crypto exchange', url: null, domain: 'a.example', time: 60_000 };
 * const item = newsItem(raw, 2, 60_000);
 * item.ok && item.value.tier; // → 2
 * newsItem({ ...raw, title: '' }, 2, 60_000).ok; // → false
 */
export function newsItem(raw: RawNewsItem, tier: NewsTier, seenAt: number): Result<NewsItem, NewsFault> {
  const { id, title, url, domain, time } = raw;
  if (typeof id !== 'string' || id === '' || id.length > LONGEST) return err('no_id');
  if (typeof title !== 'string') return err('no_title');
  if (title.length > LONGEST) return err('long_title');
  const text = title.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();
  if (text === '') return err('no_title');
  if (MARKUP.test(text)) return err('markup');
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time <= 0) return err('no_time');
  if (time > seenAt + AHEAD_MS) return err('future');
  if (typeof domain !== 'string' || !/^[a-z\d.-]{1,253}$/.test(domain)) return err('no_domain');
  if (url !== null && (typeof url !== 'string' || !isLink(url))) return err('bad_link');
  return ok({ id, title: text, url, domain, tier, time: Math.min(time, seenAt), seenAt });
}

function isLink(text: string): boolean {
  return text.length <= 2000 && /^https?:\/\/[^\s<>"\\]+$/i.test(text);
}
