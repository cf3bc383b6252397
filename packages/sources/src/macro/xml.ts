/** XML of publishers, read name by name. */

import { err, ok, type Result } from '@barograph/core';
import type { DayValue, FileMacroName } from '@barograph/files';
import { XMLParser } from 'fast-xml-parser';
import { at } from '../upstream/payload/at.ts';

/** Values of a day of several series. */
export type DayRows = Readonly<Partial<Record<FileMacroName, readonly DayValue[]>>>;

/** Text as it stands: neither entities nor numbers are made of it, and no prefix of a namespace is kept. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'entry' || name === 'Cube',
});

/** @returns the elements, or why there are none: a document with a definition of its own entities is refused unread. */
export function elements(text: string): Result<unknown, string> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return err('expected XML without a document type');
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- of any form; it is looked into name by name
    const made: unknown = PARSER.parse(text);
    return ok(made);
  } catch {
    return err('expected XML');
  }
}

/** Text of an element, with attributes or without. */
export function textAt(value: unknown, name: string): string {
  const element = at(value, name);
  const text = typeof element === 'string' ? element : at(element, '#text');
  return typeof text === 'string' ? text.trim() : '';
}
