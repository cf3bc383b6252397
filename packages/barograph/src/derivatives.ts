/** Funding and open interest of a training: a folder with a file for each coin, as the host reads them. */

import { coinOfFile, symbolOf, type Series } from '@barograph/files';
import { hourlyFunding, hourlyLevels, observeDerivatives, type Observations } from '@barograph/nowcast';
import type { Panel } from '@barograph/nowcast/train';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandError, type Io } from './io.ts';
import { seriesOf } from './series-input.ts';
import { sha256 } from './sha256.ts';

/** The coin whose hours are the market's. */
export const LEAD = 'BTC';

/** Series by coin: of coins that have both. */
export interface Derivatives {
  readonly coins: ReadonlyMap<string, { readonly funding: Series; readonly openInterest: Series }>;
  /** The files that were used, by name and bytes. */
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
}

const FILE = /\.(?:csv|json|ndjson|jsonl)(?:\.gz)?$/;

/**
 * Reads the folders `funding` (fractions per interval) and `open-interest` (units of the coin, by the hour) within one.
 *
 * @throws {CommandError} what cannot be read, or no coin that has both.
 */
export async function readDerivatives(io: Io, folder: string): Promise<Derivatives> {
  const [funding, openInterest] = [join(folder, 'funding'), join(folder, 'open-interest')];
  const [rates, levels] = [await filesOf(funding), await filesOf(openInterest)];
  const coins = new Map<string, { readonly funding: Series; readonly openInterest: Series }>();
  const files: { readonly file: string; readonly sha256: string }[] = [];
  for (const [coin, rate] of rates) {
    const level = levels.get(coin);
    if (level === undefined) continue;
    coins.set(coin, { funding: await seriesOf(io, rate), openInterest: await seriesOf(io, level) });
    for (const [kind, path] of [
      ['funding', rate],
      ['open-interest', level],
    ] as const) {
      files.push({ file: `${kind}/${basename(path)}`, sha256: sha256(await readFile(path)) });
    }
  }
  if (coins.size === 0) {
    throw new CommandError(`--derivatives: expected a coin with files in ${funding} and ${openInterest}, got none`);
  }
  return { coins, files };
}

/** The rows of a coin with what is known of its derivatives; the same rows of a coin without. */
export function withDerivativesOf(observations: Observations, coin: string, { coins }: Derivatives): Observations {
  const series = coins.get(coin);
  const { length, time } = observations;
  if (series === undefined || length === 0) return observations;
  const last = time[length - 1]!;
  return observeDerivatives(observations, {
    funding: hourlyFunding(series.funding, last, length),
    openInterest: hourlyLevels(series.openInterest, last, length),
  });
}

/** A panel whose coins have what is known of their derivatives. */
export function panelWith(panel: Required<Panel>, derivatives: Derivatives | undefined): Required<Panel> {
  if (derivatives === undefined) return panel;
  return { ...panel, coins: panel.coins.map((rows, i) => withDerivativesOf(rows, panel.names[i]!, derivatives)) };
}

async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const known = new Map<string, string>();
  for (const name of names.filter((one) => FILE.test(one)).toSorted()) {
    const coin = coinOfFile(symbolOf(name));
    const other = known.get(coin);
    if (other !== undefined) {
      throw new CommandError(`${join(folder, name)}: expected one file for ${coin}, got ${basename(other)} too`);
    }
    known.set(coin, join(folder, name));
  }
  return known;
}
