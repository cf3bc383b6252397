/** Headline feeds from a file. */

import { err, ok, shown, type Result } from '@barograph/core';
import { readJsonFile } from '../json-file.ts';
import { HEADLINE_TOPICS } from '../market/outlook.ts';
import { at } from '../upstream/payload/at.ts';
import { lineOf, webAddress } from '../upstream/payload/text.ts';
import type { HeadlineFeed } from './config.ts';

/** Maximum feeds in a file. */
const MOST = 50;
const TOPICS = [...HEADLINE_TOPICS, 'news'] as const;
const FIELDS: ReadonlySet<string> = new Set(['publisher', 'url', 'topic', 'wantsContact']);

function feedOf(given: unknown, place: string): Result<HeadlineFeed, string> {
  if (typeof given !== 'object' || given === null) return err(`${place}: expected an object, got ${shown(given)}`);
  const other = Object.keys(given).find((name) => !FIELDS.has(name));
  if (other !== undefined) return err(`${place}.${other}: unknown field`);
  const [publisher, url, topicText, wantsContact] = ['publisher', 'url', 'topic', 'wantsContact'].map((name) =>
    at(given, name),
  );
  const name = lineOf(publisher, 40);
  const topic = TOPICS.find((topic) => topic === topicText);
  if (name === null || name !== publisher) return err(`${place}.publisher: expected a name, got ${shown(publisher)}`);
  if (typeof url !== 'string' || !webAddress(url))
    return err(`${place}.url: expected an address of http or https, got ${shown(url)}`);
  if (topic === undefined) return err(`${place}.topic: expected one of ${TOPICS.join(', ')}, got ${shown(topicText)}`);
  if (wantsContact !== undefined && wantsContact !== true) {
    return err(`${place}.wantsContact: expected true or nothing, got ${shown(wantsContact)}`);
  }
  return ok({ publisher: name, url, topic, ...(wantsContact === true ? { wantsContact } : {}) });
}

/**
 * Reads feeds from a JSON list with unique addresses.
 *
 * @returns the feeds, or the error in one line.
 */
export function readHeadlineFeeds(path: string): Result<readonly HeadlineFeed[], string> {
  const read = readJsonFile('headlines', path);
  if (!read.ok) return read;
  const given = read.value;
  if (!Array.isArray(given) || given.length > MOST) {
    return err(`headlines: expected a list of at most ${MOST} feeds in ${path}, got ${shown(given)}`);
  }
  const feeds: HeadlineFeed[] = [];
  for (const [i, item] of given.entries()) {
    const feed = feedOf(item, `headlines[${i}]`);
    if (!feed.ok) return err(`${feed.error} (${path})`);
    if (feeds.some(({ url }) => url === feed.value.url)) {
      return err(`headlines[${i}].url: expected each address once, got ${shown(feed.value.url)} again (${path})`);
    }
    feeds.push(feed.value);
  }
  return ok(feeds);
}
