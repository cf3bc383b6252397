/** A file of a series beside the bars of a command, such as funding. */

import { describeProblem, hourlyRates } from '@barograph/core';
import { readSeries, type Series } from '@barograph/files';
import { CommandError, say, type Io } from './io.ts';

/** Reads a series, and says on standard error what was assumed of its columns. @throws {CommandError} what cannot be read. */
export async function seriesOf(io: Io, path: string): Promise<Series> {
  const read = await readSeries(path);
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  const { assumed } = read.value;
  if (assumed.length > 0) say(io, `${path}: assumed: ${assumed.join('; ')}`);
  return read.value;
}

/**
 * Reads settled funding, fractions per interval, as rates of eight hours: the times tell the interval, which may change. A
 * lone settlement has none and is left out.
 */
export async function fundingOf(io: Io, path: string): Promise<Series> {
  const series = await seriesOf(io, path);
  const rates = hourlyRates(series.time, series.value).map((rate) => 8 * rate);
  const isKnown = (_: number, i: number): boolean => !Number.isNaN(rates[i]!);
  return { ...series, time: series.time.filter(isKnown), value: rates.filter((rate) => !Number.isNaN(rate)) };
}
