/** Input files of the forecast heads: funding, open interest and a panel. */

import { HOUR_MS } from '@barograph/core';
import type { Series } from '@barograph/files';
import {
  breadthAt,
  FUNDING_V1,
  hourlyFunding,
  hourlyLevels,
  NO_INPUTS,
  OPEN_INTEREST_V1,
  type OutlookInputs,
} from '@barograph/nowcast';
import { readCoins } from '../coins.ts';
import type { ColumnsFlag } from '../columns-flag.ts';
import { CommandError, type Io } from '../io.ts';
import { seriesOf } from '../series-input.ts';

export interface InputOptions {
  readonly rows: 'last' | 'all';
  readonly funding?: string;
  readonly openInterest?: string;
  readonly panel?: string;
  readonly repair?: boolean;
  readonly columns?: ColumnsFlag | undefined;
}

/**
 * Checks the options for inputs of the heads against each other.
 * @throws {CommandError} when head inputs meet `--rows all` or a folder: they apply to the last block of one coin.
 */
export function checkInputOptions({ funding, openInterest, panel, rows }: InputOptions, isFolder: boolean): void {
  for (const [name, given] of Object.entries({ funding, 'open-interest': openInterest, panel })) {
    if (given === undefined) continue;
    if (rows === 'all') throw new CommandError(`--${name}: expected --rows last, got all`);
    if (isFolder) throw new CommandError(`--${name}: expected a file of bars beside it, got a folder`);
  }
}

/**
 * Reads the head inputs.
 *
 * @param last open of the last hour, epoch ms; data published after its end is ignored.
 * @throws {CommandError} when a file cannot be read.
 */
export async function outlookInputs(io: Io, options: InputOptions, last: number): Promise<OutlookInputs> {
  const { funding, openInterest, panel } = options;
  const read = async (path: string): Promise<Series> => seriesOf(io, path);
  const named = options.columns === undefined ? {} : { columns: options.columns };
  const common = { source: 'perpdex_perp', asOf: last + HOUR_MS, repair: options.repair === true, ...named } as const;
  const perps = panel === undefined ? undefined : (await readCoins(io, panel, common)).coins;
  return {
    ...NO_INPUTS,
    fundingRates: funding === undefined ? null : hourlyFunding(await read(funding), last, FUNDING_V1.window),
    openInterest:
      openInterest === undefined ? null : hourlyLevels(await read(openInterest), last, OPEN_INTEREST_V1.window + 1),
    breadth:
      perps === undefined
        ? null
        : breadthAt(
            perps.map(({ hourly }) => hourly),
            last,
          ),
  };
}
