/** Reads the coins of a file or folder, with closed hours and completed days as in the service. */

import { candleColumns, candles, HOUR_MS, resample, stepMs, type Candles, type Interval } from '@barograph/core';
import type { BarsFile } from '@barograph/files';
import { isPegged, type Source } from '@barograph/indicators';
import { assertAligned, closedBy, stepText } from './input.ts';
import { readInputs, type InputsOptions } from './inputs.ts';
import { CommandError, say, type Io } from './io.ts';

export interface Coin {
  readonly symbol: string;
  /** Name of the file, for errors. */
  readonly file: string;
  readonly source: Source;
  readonly pegged: boolean;
  /** Closed 1h bars; empty when the file has only longer ones. */
  readonly hourly: Candles;
  /** Completed UTC days, aggregated from the hours when present. */
  readonly daily: Candles;
}

export interface Coins {
  /** True for a folder, which may hold any number of coins. */
  readonly isUniverse: boolean;
  readonly coins: readonly Coin[];
  /** Moment of the rows, epoch ms. */
  readonly asOf: number;
}

export interface CoinsOptions extends InputsOptions {
  readonly source: Source;
  /** Epoch ms; later bars are ignored. @default the last close of all files */
  readonly asOf?: number;
  /** The symbol, for a single file. */
  readonly symbol?: string;
}

const NONE: Candles = candles(candleColumns(0));

/**
 * Reads a file of bars, standard input for `-`, or a folder with a file per symbol. Files of a folder without a bar
 * by the requested moment are reported and skipped.
 *
 * @throws {CommandError} when a file cannot be read, or has no bar of a day or less.
 */
export async function readCoins(io: Io, path: string, options: CoinsOptions): Promise<Coins> {
  const { isFolder: isUniverse, files } = await readInputs(io, path, options);
  const asOf = options.asOf ?? Math.max(...files.map(closeOf));
  const coins: Coin[] = [];
  for (const file of files) {
    if (isUniverse && file.candles.time[0]! + stepOf(file) > asOf) {
      say(io, `${file.file}: no bar had closed by then, left out`);
      continue;
    }
    const symbol = options.symbol !== undefined && !isUniverse ? options.symbol : file.coin;
    coins.push(coinOf(closedBy(file, asOf), symbol, options.source));
  }
  if (coins.length === 0) throw new CommandError(`--at: expected a time after the first bar closed, got ${asOf}`);
  return { isUniverse, coins, asOf };
}

/** Interval of a file; a single bar has no step and counts as a day. */
function intervalOf({ interval, candles, file, step }: BarsFile): Interval {
  const named = interval ?? (candles.length === 1 ? '1d' : undefined);
  if (named === undefined || stepMs(named) > stepMs('1d')) {
    throw new CommandError(`${file}: expected bars of 1d or shorter, got ${stepText(step)}`);
  }
  return named;
}

const stepOf = (file: BarsFile): number => stepMs(intervalOf(file));
const closeOf = (file: BarsFile): number => file.candles.time[file.candles.length - 1]! + stepOf(file);

function coinOf(file: BarsFile, symbol: string, source: Source): Coin {
  const interval = intervalOf(file);
  assertAligned(file, interval);
  const to = (longer: Interval): Candles =>
    interval === longer ? file.candles : resample(file.candles, interval, longer).bars;
  const hourly = stepMs(interval) <= HOUR_MS ? to('1h') : NONE;
  const daily = to('1d');
  return { symbol, file: file.file, source, pegged: isPegged(symbol, daily), hourly, daily };
}
