/** Headline figure of a model: how often its likeliest regime occurred in the last month of the market. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { LEAST_GRADED, LEDGER_HORIZONS, type LedgerOrigin } from './kinds.ts';
import type { LedgerArchive } from './port.ts';
import { saidAndHappened, scorecardOf } from './scorecard.ts';

const DAYS = 30;
const HORIZON = '24h';

/**
 * First moment and end of a scorecard's forecasts, epoch ms. Spans are whole days: the difference between the cards of two
 * successive hours would reveal the grade of one paid row.
 */
export function cardSpan(asOf: number, horizon: keyof typeof LEDGER_HORIZONS, days: number): readonly [number, number] {
  const to = Math.floor((asOf - LEDGER_HORIZONS[horizon] * HOUR_MS) / DAY_MS) * DAY_MS;
  return [to - days * DAY_MS, to];
}

/** Hit rate of the market's regime a day ahead: "said 72 %, happened 70 % of 431 times", or the count while it is too small. */
export async function headlineOf(archive: LedgerArchive, origin: LedgerOrigin, asOf: number): Promise<string> {
  const [from, to] = cardSpan(asOf, HORIZON, DAYS);
  const all = await archive.grades({ origin, scope: 'market', horizon: HORIZON, from, asOf });
  const grades = all.filter(({ time }) => Date.parse(time) < to);
  const card = scorecardOf(grades).find(({ kind }) => kind === 'next_regime');
  const headline = card === undefined ? null : saidAndHappened(card);
  return headline ?? `${card?.graded ?? 0} graded forecasts, a figure from ${LEAST_GRADED} on`;
}
