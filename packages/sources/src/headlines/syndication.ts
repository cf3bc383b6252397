/** Parses RSS and Atom feeds into headlines: title, address and time. */

import { err, ok, type Result } from '@barograph/core';
import { parseFeed } from 'feedsmith';
import { at, itemsAt } from '../upstream/payload/at.ts';
import type { HeadlineFeed } from './config.ts';
import type { RawHeadline } from './rows.ts';

/** Declarations that can expand text or include files; feeds need no such declaration. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Non-numeric times: `Mon, 01 Jul 2024 14:34:32 -0400`, `2026-01-01T00:00:00Z`. */
const TIME =
  /^(?:[A-Za-z]{3},? +)?\d{1,2} [A-Za-z]{3} \d{4} [\d:]{5,8} (?:[+-]\d{4}|GMT|UTC|Z|[ECMP][SD]T)$|^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)$/;

/** Epoch ms of a time with a zone; NaN for anything else, because a time without a zone is ambiguous. */
function timeOf(value: unknown): number {
  const text = typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ') : '';
  return TIME.test(text) ? Date.parse(text) : NaN;
}

/** Text of an element, with or without attributes. */
function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? at(value, 'value') : value;
}

/** Whether a text is safe to parse: it has no declarations. */
function isPlain(text: string): boolean {
  // CDATA cannot contain declarations.
  return !DECLARATION.test(text.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, ''));
}

/**
 * Parses the items of a feed.
 *
 * @param most maximum items read.
 * @returns the items, or why the text is not a feed, in one line.
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
