/** Reads a long file of bars: a row per coin and time. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { coinOfFile } from './coin-name.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { symbolIn, type SymbolBars } from './read-bars-folder.ts';

/** Bars of any number of coins from one file. */
export interface BarsPanel {
  /** Path, or the name of the stream. */
  readonly file: string;
  /** Bars of each coin, in order of first appearance; at least one. */
  readonly files: readonly SymbolBars[];
}

/**
 * Reads a file with a symbol column (`symbol`, `ticker`, `coin`, …) as the bars of each coin, sorted by coin or by time. A file
 * without such a column is one coin, named after the file.
 *
 * @returns the coins, or the first problem with file, row and column. Two names of one coin (`BTC` and `BTCUSDT`) are also a problem.
 * @example
 * const panel = await readPanel('perps.csv');
 * panel.ok && panel.value.files.map(({ symbol, candles }) => [symbol, candles.length]);
 * // → [ [ 'BTC', 2 ], [ 'ETH', 2 ] ]
 */
export async function readPanel(path: string, options: ReadBarsOptions = {}): Promise<Result<BarsPanel, DataProblem>> {
  const { readCoins } = await import('./reading.ts');
  return panelOf(path, await readCoins(path, options));
}

/**
 * Reads a panel from a stream of bytes.
 *
 * @param name name in messages.
 * @example
 * const { createReadStream } = await import('node:fs');
 * const read = await readPanelStream(createReadStream('perps.csv'), 'perps');
 * read.ok && read.value.files.map(({ symbol }) => symbol); // → [ 'BTC', 'ETH' ]
 */
export async function readPanelStream(
  stream: ByteStream,
  name: string,
  options: ReadBarsOptions = {},
): Promise<Result<BarsPanel, DataProblem>> {
  const { readCoinsStream } = await import('./reading.ts');
  return panelOf(name, await readCoinsStream(stream, name, options));
}

function panelOf(file: string, read: Result<readonly BarsFile[], DataProblem>): Result<BarsPanel, DataProblem> {
  if (!read.ok) return read;
  const { value } = read;
  const isPanel = value.length > 1;
  const files = value.map((file) => ({ ...file, symbol: isPanel ? file.symbol! : symbolIn(file) }));
  const known = new Map<string, string>();
  for (const { symbol } of files) {
    const problem = (got: string): Result<never, DataProblem> =>
      err({ code: 'bad_value', file, expected: 'one name for each coin', got });
    if (isPanel && symbol === '') return problem('rows without a name');
    const coin = coinOfFile(symbol);
    const other = known.get(coin);
    if (other !== undefined) return problem(JSON.stringify(`${other} and ${symbol}`));
    known.set(coin, symbol);
  }
  return ok({ file, files });
}
