/**
 * Announcements of an exchange as raw reports.
 *
 * @source the vendor's public API reference, `GET /v5/announcements/index`, and its recorded answer of 2023-03.
 */

import { err, ok, type Result } from '@barograph/core';
import { at, itemsAt } from '../upstream/payload/at.ts';
import type { RawReport } from './source-memory.ts';

/** Parses announcements. @param most maximum announcements read. @returns the reports, or the error in one line. */
export function announcementsOf(text: string, most: number): Result<readonly RawReport[], string> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return err('expected announcements as JSON, got something else');
  }
  if (at(read, 'retCode') !== 0 || !Array.isArray(at(read, 'result', 'list'))) {
    return err('expected a list of announcements, got another answer');
  }
  return ok(
    itemsAt(read, 'result', 'list')
      .slice(0, most)
      .map((item) => ({
        id: at(item, 'url'),
        title: at(item, 'title'),
        url: at(item, 'url'),
        time: at(item, 'dateTimestamp'),
      })),
  );
}
