/** The list of feeds of headlines that a file names. */

import { err, ok, shown, type Result } from '@barograph/core';
import { readJsonFile } from '../json-file.ts';
import { HEADLINE_TOPICS } from '../market/outlook.ts';
import { at } from '../upstream/payload/at.ts';
import { lineOf, webAddress } from '../upstream/payload/text.ts';
import type { HeadlineFeed } from './config.ts';

/** Feeds that a file may name. */
const MOST = 50;
const TOPICS = [...HEADLINE_TOPICS, 'news'] as const;
const FIELDS: ReadonlySet<string> = new Set(['publisher', 'url', 'topic', 'wantsContact']);

function feedOf(given: unknown, place: string): Result<HeadlineFeed, string> {
  if (typeof given !== 'object' || given === null) return err(`${place}: expected an object, got ${shown(given)}`);
  const other = Object.keys(given).find((name) => !FIELDS.has(name));
  if (other !== undefined) return err(`${place}.${other}: unknown field`);
  const [publisher, url, said, wantsContact] = ['publisher', 'url', 'topic', 'wantsContact'].map((name) =>
    at(given, name),
  );
  const name = lineOf(publisher, 40);
  const topic = TOPICS.find((one) => one === said);
  if (name === null || name !== publisher) return err(`${place}.publisher: expected a name, got ${shown(publisher)}`);
  if (typeof url !== 'string' || !webAddress(url))
    return err(`${place}.url: expected an address of http or https, got ${shown(url)}`);
  if (topic === undefined) return err(`${place}.topic: expected one of ${TOPICS.join(', ')}, got ${shown(said)}`);
  if (wantsContact !== undefined && wantsContact !== true) {
    return err(`${place}.wantsContact: expected true or nothing, got ${shown(wantsContact)}`);
  }
  return ok({ publisher: name, url, topic, ...(wantsContact === true ? { wantsContact } : {}) });
}

/**
 * Feeds of a file: a JSON list, each address once.
 *
 * @returns the feeds, or one line that says what is wrong.
 */
export function readHeadlineFeeds(path: string): Result<readonly HeadlineFeed[], string> {
  const read = readJsonFile('headlines', path);
  if (!read.ok) return read;
  const given = read.value;
  if (!Array.isArray(given) || given.length > MOST) {
    return err(`headlines: expected a list of at most ${MOST} feeds in ${path}, got ${shown(given)}`);
  }
  const feeds: HeadlineFeed[] = [];
  for (const [i, one] of given.entries()) {
    const feed = feedOf(one, `headlines[${i}]`);
    if (!feed.ok) return err(`${feed.error} (${path})`);
    if (feeds.some(({ url }) => url === feed.value.url)) {
      return err(`headlines[${i}].url: expected each address once, got ${shown(feed.value.url)} again (${path})`);
    }
    feeds.push(feed.value);
  }
  return ok(feeds);
}
