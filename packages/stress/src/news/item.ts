/** Items of news as the engines take them, and the reasons why something from outside is none. */

import { err, MINUTE_MS, ok, type Result } from '@barograph/core';
import type { NewsCategory, NewsTier } from './config.ts';

/** A report. Only its title is text; nothing of the article is kept. */
export interface NewsItem {
  /** Identifier of its source, the same whenever the report is seen. */
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** Registrable domain of the publisher, in small letters: `example.co.uk`, never `www.example.co.uk`. */
  readonly domain: string;
  readonly tier: NewsTier;
  /** Publication, epoch ms. */
  readonly time: number;
  /** Arrival here, epoch ms. */
  readonly seenAt: number;
  /** Kind of its source's items, for a title that says none. */
  readonly kind?: NewsCategory;
  /** Its kind and its perp, where the source knows and no title has to be read: the universe's own difference. */
  readonly stated?: { readonly category: NewsCategory; readonly symbol: string };
}

/** Reasons for which something is no item. */
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
/** Reason why an item is dropped before anything else is looked at. */
export type NewsFault = (typeof NEWS_FAULTS)[number];

/** A report as a feed says it; nothing of it is trusted. */
export interface RawNewsItem {
  readonly id: unknown;
  readonly title: unknown;
  readonly url: unknown;
  readonly domain: unknown;
  /** Epoch ms. */
  readonly time: unknown;
}

/** Longest title and identifier, characters. */
const LONGEST = 500;
/** Clocks of publishers may be ahead by so much; the item then counts as published when it arrived. */
const AHEAD_MS = 5 * MINUTE_MS;
// Control characters, and marks that turn the direction of text.
// oxlint-disable-next-line eslint/no-control-regex -- they are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
const MARKUP = /<\/?[a-z!?][^<]*>?|&(?:lt|#60|#x3c);/i;

/**
 * The item, or why it is none.
 *
 * @param seenAt arrival, epoch ms.
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
