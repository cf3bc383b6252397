/**
 * XML of the Treasury's yields and of the ECB's reference rates.
 *
 * @source U.S. Treasury, Daily Treasury Par Yield Curve Rates as XML (Atom with `m:properties`, percent); ECB, `eurofxref`
 *   (attributes only, USD for one euro); recorded answers of both.
 */

import { err, ok, type Result } from '@barograph/core';
import type { DayValue, FileMacroName } from '@barograph/files';
import { XMLParser } from 'fast-xml-parser';
import { at, itemsAt } from '../upstream/payload/at.ts';
import { isoDay } from './iso-day.ts';

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
function elements(text: string): Result<unknown, string> {
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
function textAt(value: unknown, name: string): string {
  const element = at(value, name);
  const text = typeof element === 'string' ? element : at(element, '#text');
  return typeof text === 'string' ? text.trim() : '';
}

const TENORS: readonly (readonly [tag: string, name: FileMacroName])[] = [
  ['BC_3MONTH', 'us_3m'],
  ['BC_2YEAR', 'us_2y'],
  ['BC_5YEAR', 'us_5y'],
  ['BC_10YEAR', 'us_10y'],
  ['BC_30YEAR', 'us_30y'],
];

/** Par yields by tenor; one that is empty on a day is left out, as new tenors are. */
export function parseTreasury(text: string): Result<DayRows, string> {
  const made = elements(text);
  if (!made.ok) return made;
  if (typeof at(made.value, 'feed') === 'undefined') return err('expected a feed of yields');
  const rows: Partial<Record<FileMacroName, DayValue[]>> = {};
  for (const entry of itemsAt(made.value, 'feed', 'entry')) {
    const properties = at(entry, 'content', 'properties');
    const day = isoDay(textAt(properties, 'NEW_DATE').slice(0, 10));
    for (const [tag, name] of TENORS) {
      const cell = textAt(properties, tag);
      if (cell !== '') (rows[name] ??= []).push({ day, value: Number(cell) });
    }
  }
  return ok(rows);
}

/** US dollars for one euro. */
export function parseEcb(text: string): Result<DayRows, string> {
  const made = elements(text);
  if (!made.ok) return made;
  const days = itemsAt(made.value, 'Envelope', 'Cube').flatMap((cube) => itemsAt(cube, 'Cube'));
  if (days.length === 0) return err('expected an envelope of reference rates');
  const rows = days.flatMap((cube): readonly DayValue[] => {
    const rate = itemsAt(cube, 'Cube').find((one) => at(one, '@currency') === 'USD');
    if (rate === undefined) return [];
    return [{ day: isoDay(String(at(cube, '@time'))), value: Number(at(rate, '@rate')) }];
  });
  return ok({ eur_usd: rows });
}
