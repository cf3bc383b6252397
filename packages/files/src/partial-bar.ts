/** Detects a last bar that was written before it closed. */

import { basename } from 'node:path';
import { intervalOf, type Candles } from '@barograph/core';
import type { BarsFile } from './bars-file.ts';

/** Open of a last bar off the grid of the previous bars, epoch ms; otherwise undefined. */
export function partialOf({ time, length }: Candles, step: number | undefined): number | undefined {
  if (step === undefined || intervalOf(step) === undefined || length < 3) return undefined;
  const last = time[length - 1]!;
  const isOff = (from: number): boolean => (last - from) % step !== 0;
  return isOff(time[length - 2]!) && isOff(time[length - 3]!) ? last : undefined;
}

/**
 * One-line note about a dropped partial last bar.
 *
 * @returns undefined when the last bar is complete.
 * @example
 * partialNote(await readBarsOrThrow('BTC-USD.csv')); // → undefined
 */
export function partialNote({ file, partial, symbol, interval }: BarsFile): string | undefined {
  if (partial === undefined) return undefined;
  const coin = symbol === undefined || basename(file).startsWith(symbol) ? '' : ` of ${symbol}`;
  return `${file}: left out the last bar${coin}, ${new Date(partial).toISOString()}: no bar of ${interval} opens then, so it had not closed`;
}
