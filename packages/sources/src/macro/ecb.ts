/**
 * The European Central Bank: reference rates of the euro.
 *
 * @source ECB, `eurofxref` (attributes only, USD for one euro); recorded answers.
 */

import { err, ok, type Result } from '@barograph/core';
import type { DayValue } from '@barograph/files';
import { at, itemsAt } from '../upstream/payload/at.ts';
import { readPayload, textReader } from './body.ts';
import { isoDay } from './iso-day.ts';
import type { Publisher } from './publisher.ts';
import { elements, type DayRows } from './xml.ts';

/** US dollars for one euro. */
export function parseEcb(text: string): Result<DayRows, string> {
  const parsed = elements(text);
  if (!parsed.ok) return parsed;
  const days = itemsAt(parsed.value, 'Envelope', 'Cube').flatMap((cube) => itemsAt(cube, 'Cube'));
  if (days.length === 0) return err('expected an envelope of reference rates');
  const rows = days.flatMap((cube): readonly DayValue[] => {
    const rate = itemsAt(cube, 'Cube').find((cube) => at(cube, '@currency') === 'USD');
    if (rate === undefined) return [];
    return [{ day: isoDay(String(at(cube, '@time'))), value: Number(at(rate, '@rate')) }];
  });
  return ok({ eur_usd: rows });
}

/** Rate of the euro. */
export const ECB: Publisher = {
  source: 'ecb',
  budget: 'ecb',
  tasks: ({ config, store, task }) => {
    const rates = store({ name: 'eur_usd', publisher: 'ECB', publication: 'ecb' });
    return [
      task(
        config.everyMs.ecb,
        () => ({
          // Requests ninety days each time: the full history is mostly other currencies.
          path: '/stats/eurofxref/eurofxref-hist-90d.xml',
          schema: readPayload<DayRows>(),
          reader: textReader(parseEcb),
        }),
        ({ value, fetchedAt }) => rates.take(value.eur_usd ?? [], fetchedAt),
      ),
    ];
  },
};
