/**
 * The US Treasury: par yields of the day, by year.
 *
 * @source U.S. Treasury, Daily Treasury Par Yield Curve Rates as XML (Atom with `m:properties`, percent); recorded answers.
 */

import { err, ok, type Result } from '@barograph/core';
import type { DayValue, FileMacroName } from '@barograph/files';
import { at, itemsAt } from '../upstream/payload/at.ts';
import type { PolledTask } from '../upstream/polled/polling.ts';
import { readPayload, textReader } from './body.ts';
import { isoDay } from './iso-day.ts';
import type { Publisher } from './publisher.ts';
import { elements, textAt, type DayRows } from './xml.ts';

const TENORS: readonly (readonly [tag: string, name: FileMacroName])[] = [
  ['BC_3MONTH', 'us_3m'],
  ['BC_2YEAR', 'us_2y'],
  ['BC_5YEAR', 'us_5y'],
  ['BC_10YEAR', 'us_10y'],
  ['BC_30YEAR', 'us_30y'],
];

/** Par yields by tenor, without empty values; new tenors start empty. */
export function parseTreasury(text: string): Result<DayRows, string> {
  const parsed = elements(text);
  if (!parsed.ok) return parsed;
  if (typeof at(parsed.value, 'feed') === 'undefined') return err('expected a feed of yields');
  const rows: Partial<Record<FileMacroName, DayValue[]>> = {};
  for (const entry of itemsAt(parsed.value, 'feed', 'entry')) {
    const properties = at(entry, 'content', 'properties');
    const day = isoDay(textAt(properties, 'NEW_DATE').slice(0, 10));
    for (const [tag, name] of TENORS) {
      const cell = textAt(properties, tag);
      if (cell !== '') (rows[name] ??= []).push({ day, value: Number(cell) });
    }
  }
  return ok(rows);
}

/** Yields of this year, and of the two previous years at a slower pace. */
export const TREASURY: Publisher = {
  source: 'treasury',
  budget: 'treasury',
  tasks: ({ clock, config: { everyMs }, store, task }) => {
    const stores = TENORS.map(([, name]) => store({ name, publisher: 'US Treasury', publication: 'treasury' }));
    const ofYear = (back: number, every: number): PolledTask =>
      task(
        every,
        () => ({
          path: '/resource-center/data-chart-center/interest-rates/pages/xml',
          query: {
            data: 'daily_treasury_yield_curve',
            field_tdr_date_value: String(new Date(clock.now()).getUTCFullYear() - back),
          },
          schema: readPayload<DayRows>(),
          reader: textReader(parseTreasury),
        }),
        ({ value, fetchedAt }) => {
          for (const store of stores) store.take(value[store.name] ?? [], fetchedAt);
        },
      );
    return [ofYear(0, everyMs.treasury), ofYear(1, everyMs.treasuryPast), ofYear(2, everyMs.treasuryPast)];
  },
};
