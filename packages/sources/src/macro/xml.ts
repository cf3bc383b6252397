/** Reads XML of publishers. */

import { err, ok, type Result } from '@barograph/core';
import type { DayValue, FileMacroName } from '@barograph/files';
import { XMLParser } from 'fast-xml-parser';
import { at } from '../upstream/payload/at.ts';

/** Daily values by series. */
export type DayRows = Readonly<Partial<Record<FileMacroName, readonly DayValue[]>>>;

/** Keeps raw text: no entities, no numbers, and no namespace prefixes. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'entry' || name === 'Cube',
});

/** Parses XML into elements, or returns the reason. Documents with entity definitions are refused unread. */
export function elements(text: string): Result<unknown, string> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return err('expected XML without a document type');
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- of any shape; fields are checked where they are read
    const parsed: unknown = PARSER.parse(text);
    return ok(parsed);
  } catch {
    return err('expected XML');
  }
}

/** Text of an element, with or without attributes. */
export function textAt(value: unknown, name: string): string {
  const element = at(value, name);
  const text = typeof element === 'string' ? element : at(element, '#text');
  return typeof text === 'string' ? text.trim() : '';
}
