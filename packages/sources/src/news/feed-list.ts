/** News sources from a file. */

import { err, ok, shown, type Result } from '@barograph/core';
import { NEWS_CATEGORIES, NEWS_TIERS } from '@barograph/stress/news';
import { readJsonFile } from '../json-file.ts';
import { at } from '../upstream/payload/at.ts';
import { lineOf, webAddress } from '../upstream/payload/text.ts';
import { NEWS_FORMS, type NewsFeed } from './config.ts';

/** Maximum sources in a file. */
const MOST = 100;
const FIELDS: ReadonlySet<string> = new Set(['name', 'url', 'tier', 'category', 'form', 'wantsContact']);
/** Listings are detected from the universe. */
const CATEGORIES = NEWS_CATEGORIES.filter((category) => category !== 'listing' && category !== 'delisting');

function feedOf(given: unknown, place: string): Result<NewsFeed, string> {
  if (typeof given !== 'object' || given === null) return err(`${place}: expected an object, got ${shown(given)}`);
  const other = Object.keys(given).find((name) => !FIELDS.has(name));
  if (other !== undefined) return err(`${place}.${other}: unknown field`);
  const wrong = (field: string, expected: string) =>
    err(`${place}.${field}: expected ${expected}, got ${shown(at(given, field))}`);
  const name = lineOf(at(given, 'name'), 60);
  const url = at(given, 'url');
  const tier = NEWS_TIERS.find((tier) => tier === at(given, 'tier'));
  const category = CATEGORIES.find((category) => category === at(given, 'category'));
  const form = NEWS_FORMS.find((form) => form === at(given, 'form'));
  const wantsContact = at(given, 'wantsContact');
  if (name === null || name !== at(given, 'name')) return wrong('name', 'a name of at most 60 characters');
  if (typeof url !== 'string' || !webAddress(url)) return wrong('url', 'an address of http or https');
  if (tier === undefined) return wrong('tier', 'one of 1, 2, 3');
  if (category === undefined && at(given, 'category') !== undefined)
    return wrong('category', `one of ${CATEGORIES.join(', ')}`);
  if (form === undefined && at(given, 'form') !== undefined) return wrong('form', `one of ${NEWS_FORMS.join(', ')}`);
  if (wantsContact !== undefined && wantsContact !== true) return wrong('wantsContact', 'true or nothing');
  return ok({
    name,
    url,
    tier,
    ...(category === undefined ? {} : { category }),
    ...(form === undefined ? {} : { form }),
    ...(wantsContact === true ? { wantsContact } : {}),
  });
}

/**
 * Reads sources from a JSON list with unique names and addresses.
 *
 * @returns the sources, or the error in one line.
 */
export function readNewsFeeds(path: string): Result<readonly NewsFeed[], string> {
  const read = readJsonFile('news', path);
  if (!read.ok) return read;
  const given = read.value;
  if (!Array.isArray(given) || given.length > MOST) {
    return err(`news: expected a list of at most ${MOST} sources in ${path}, got ${shown(given)}`);
  }
  const feeds: NewsFeed[] = [];
  for (const [i, item] of given.entries()) {
    const feed = feedOf(item, `news[${i}]`);
    if (!feed.ok) return err(`${feed.error} (${path})`);
    for (const field of ['name', 'url'] as const) {
      if (feeds.some((before) => before[field] === feed.value[field])) {
        return err(`news[${i}].${field}: expected each once, got ${shown(feed.value[field])} again (${path})`);
      }
    }
    feeds.push(feed.value);
  }
  return ok(feeds);
}
