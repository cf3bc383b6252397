/** Reads a file with a series in addition to the bars, such as funding. */

import { describeProblem, hourlyRates } from '@barograph/core';
import { readSeries, type Series } from '@barograph/files';
import { CommandError, say, type Io } from './io.ts';

/** Reads a series and reports assumptions about its columns. @throws {CommandError} when the file cannot be read. */
export async function seriesOf(io: Io, path: string): Promise<Series> {
  const read = await readSeries(path);
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  const { assumed } = read.value;
  if (assumed.length > 0) say(io, `${path}: assumed: ${assumed.join('; ')}`);
  return read.value;
}

/**
 * Reads settled funding, fractions per interval, and converts it to eight-hour rates. The interval follows from the times
 * and may change; a single settlement has no interval and is skipped.
 */
export async function fundingOf(io: Io, path: string): Promise<Series> {
  const series = await seriesOf(io, path);
  const rates = hourlyRates(series.time, series.value).map((rate) => 8 * rate);
  const isKnown = (_: number, i: number): boolean => !Number.isNaN(rates[i]!);
  return { ...series, time: series.time.filter(isKnown), value: rates.filter((rate) => !Number.isNaN(rate)) };
}
