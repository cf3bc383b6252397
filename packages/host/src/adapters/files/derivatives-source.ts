/** Funding and open interest from files: folders `funding` and `open-interest`, a CSV file for each coin. */

import { describeProblem, err, ok, type Result } from '@barograph/core';
import { coinOfFile, readSeries, symbolOf, type Series } from '@barograph/files';
import { hourlyFunding, hourlyLevels, type TimedSeries } from '@barograph/nowcast';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DerivativesRequest, DerivativesSource } from '../../ports/derivatives-source.ts';

/** By coin. */
interface DerivativesSeries {
  /** Fractions per interval of the venue, at their settlement. */
  readonly funding: ReadonlyMap<string, TimedSeries>;
  /** Units of the coin. */
  readonly openInterest: ReadonlyMap<string, TimedSeries>;
}

function createFilesDerivatives({ funding, openInterest }: DerivativesSeries): DerivativesSource {
  const answer =
    (known: ReadonlyMap<string, TimedSeries>, hourly: typeof hourlyLevels) =>
    async ({ symbol, last, hours }: DerivativesRequest): Promise<Float64Array | null> => {
      const series = known.get(symbol);
      return series === undefined ? null : hourly(series, last, hours);
    };
  return {
    fundingRates: answer(funding, hourlyFunding),
    openInterest: answer(openInterest, hourlyLevels),
  };
}

const FILE = /\.csv(?:\.gz)?$/;

async function readFolder(folder: string): Promise<Result<ReadonlyMap<string, Series>, string>> {
  const names = await readdir(folder).catch(() => []);
  const series = new Map<string, Series>();
  for (const name of names.filter((one) => FILE.test(one)).toSorted()) {
    const coin = coinOfFile(symbolOf(name));
    const other = series.get(coin);
    if (other !== undefined) return err(`${join(folder, name)}: expected one file for ${coin}, got ${other.file} too`);
    const read = await readSeries(join(folder, name));
    if (!read.ok) return err(describeProblem(read.error));
    series.set(coin, read.value);
  }
  return ok(series);
}

/**
 * Reads the folders `funding` and `open-interest` within one; either may be left out.
 *
 * @returns one line that says what is wrong with a file, or that there is none.
 */
export async function readDerivatives(folder: string): Promise<Result<DerivativesSource, string>> {
  const funding = await readFolder(join(folder, 'funding'));
  if (!funding.ok) return funding;
  const openInterest = await readFolder(join(folder, 'open-interest'));
  if (!openInterest.ok) return openInterest;
  if (funding.value.size + openInterest.value.size === 0) {
    return err(
      `derivatives: expected CSV files in ${join(folder, 'funding')} or ${join(folder, 'open-interest')}, got none`,
    );
  }
  return ok(createFilesDerivatives({ funding: funding.value, openInterest: openInterest.value }));
}
