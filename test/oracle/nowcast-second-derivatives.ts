/**
 * The five inputs of step 9 of "Replay it elsewhere" of `packages/nowcast/README.md` that come of funding and open interest, a
 * second time: from the series of a venue to hourly columns, and from those to the inputs.
 * How the hours between settlements are rounded was observed in the library first; the text has it since.
 */

import { clip, HOUR_MS, sum, type Maybe } from './nowcast-second.ts';
import type { DerivativesFile } from './nowcast-second-volatility.ts';

/** One value of a venue's series, and when it was known, epoch ms. */
export interface Timed {
  readonly time: number;
  readonly value: number;
}

/** The last of the values of every hour; null for an hour without one. @param last open of the last hour. */
function byHour(values: readonly (Timed & { readonly known: boolean })[], last: number, hours: number): Maybe[] {
  return Array.from({ length: hours }, (_, i) => {
    const end = last - (hours - 1 - i) * HOUR_MS + HOUR_MS;
    const within = values.findLast(({ time, known }) => known && time > end - HOUR_MS && time <= end);
    return within?.value ?? null;
  });
}

export const hourlyInterest = (levels: readonly Timed[], last: number, hours: number): Maybe[] =>
  byHour(
    levels.map((level) => ({ ...level, known: true })),
    last,
    hours,
  );

export function hourlyRates(rates: readonly Timed[], last: number, hours: number): Maybe[] {
  const spread = rates.map(({ time, value }, i) => {
    const before = rates[i - 1]?.time ?? -Infinity;
    const since = Math.round((time - before) / HOUR_MS);
    return { time, value: value / since, known: since >= 1 && since <= 8 };
  });
  return byHour(spread, last, hours);
}

/**
 * The inputs of the hour that the columns end with; null where one is not known.
 *
 * @param rates per hour, null in hours in which none was settled.
 * @param interest in coins, null where unknown.
 */
export function derivativeInputs(
  { day, week, leastHours, leastSettlements, latest, clip: bound }: DerivativesFile,
  rates: readonly Maybe[],
  interest: readonly Maybe[],
): number[] | null {
  const settled = rates.slice(-day).filter((rate) => rate !== null);
  const known = interest.slice(-week).filter((level) => level !== null);
  const now = interest.at(-1) ?? null;
  const yesterday = interest.at(-1 - day) ?? null;
  if (settled.length < leastSettlements || rates.slice(-latest).every((rate) => rate === null)) return null;
  if (now === null || yesterday === null || known.length < leastHours) return null;
  const f = (8760 * sum(settled)) / settled.length;
  const d = clip(Math.log(now / yesterday), -bound, bound);
  const level = Math.log(now / (sum(known) / known.length));
  return [
    Math.log(1 + Math.max(0, f)),
    Math.log(1 + Math.max(0, -f)),
    Math.max(0, d),
    Math.max(0, -d),
    clip(level, -bound, bound),
  ];
}
