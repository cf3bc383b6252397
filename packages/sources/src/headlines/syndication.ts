/** Feeds of RSS and Atom as headlines: title, address and time, nothing else. */

import { err, ok, type Result } from '@barograph/core';
import { parseFeed } from 'feedsmith';
import { at, itemsAt } from '../upstream/payload/at.ts';
import type { HeadlineFeed } from './config.ts';
import type { RawHeadline } from './rows.ts';

/** Declarations by which a text can grow or name other files; a feed has none. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Days and offsets of times that are no numbers: `Mon, 01 Jul 2024 14:34:32 -0400`, `2026-01-01T00:00:00Z`. */
const TIME =
  /^(?:[A-Za-z]{3},? +)?\d{1,2} [A-Za-z]{3} \d{4} [\d:]{5,8} (?:[+-]\d{4}|GMT|UTC|Z|[ECMP][SD]T)$|^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)$/;

/** Epoch ms of a time with a zone; NaN of anything else: without a zone nobody knows when it was. */
function timeOf(value: unknown): number {
  const text = typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ') : '';
  return TIME.test(text) ? Date.parse(text) : NaN;
}

/** A text, or the value of one with marks. */
function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? at(value, 'value') : value;
}

/** Whether a text may be read: a feed that declares nothing. */
function isPlain(text: string): boolean {
  // What is quoted as data is no declaration.
  return !DECLARATION.test(text.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, ''));
}

/**
 * Items of a feed, as they are said.
 *
 * @param most items that are read.
 * @returns why it is none, in one line.
 */
export function itemsOfFeed(
  text: string,
  { publisher, topic }: Pick<HeadlineFeed, 'publisher' | 'topic'>,
  most: number,
): Result<readonly RawHeadline[], string> {
  if (!isPlain(text)) return err('expected a feed without declarations, got a document type or an entity');
  let read: unknown;
  try {
    read = parseFeed(text);
  } catch {
    return err('expected a feed of RSS or Atom, got something else');
  }
  const format = at(read, 'format');
  const isAtom = format === 'atom';
  if (!isAtom && format !== 'rss' && format !== 'rdf') return err(`expected RSS or Atom, got ${String(format)}`);
  const items = itemsAt(read, 'feed', isAtom ? 'entries' : 'items').slice(0, most);
  return ok(
    items.map((item) => ({
      id: textOf(at(item, isAtom ? 'id' : 'guid')) ?? null,
      title: textOf(at(item, 'title')),
      url: isAtom ? at(item, 'links', 0, 'href') : at(item, 'link'),
      time: timeOf(
        isAtom ? (at(item, 'published') ?? at(item, 'updated')) : (at(item, 'pubDate') ?? at(item, 'dc', 'date')),
      ),
      publisher,
      topic,
    })),
  );
}
