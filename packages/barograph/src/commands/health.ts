/** `barograph health`: market health from bars and files. */

import { marketHealthBody } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { HEALTH_COMPONENTS, type DatedSeries } from '@barograph/stress';
import { Option, type Command } from 'commander';
import { readCoins, type Coins } from '../coins.ts';
import type { ColumnsFlag } from '../columns-flag.ts';
import { CommandError, type Io } from '../io.ts';
import { addMoment, momentIn, momentOf, type MomentOptions } from '../moment.ts';
import { writeRow, writeRows } from '../output.ts';
import { fundingOf, seriesOf } from '../series-input.ts';
import { rowMoment, type Surroundings } from '../surroundings/feeds.ts';
import { readSurroundings } from '../surroundings/read.ts';
import { healthAt, type HealthAt, type PerpSeries } from '../surroundings/scores.ts';
import { flatRow, type Row } from '../table.ts';
import { VIEWS } from '../terminal/views.ts';
import { wireRecord } from '../wire-names.ts';
import { addTable, type TableFlags } from '../table-options.ts';

/** Files in addition to the bars. */
export interface HealthFiles {
  readonly reference?: string;
  readonly funding?: string;
  readonly openInterest?: string;
}

interface HealthFlags extends MomentOptions, HealthFiles, TableFlags {
  readonly from?: number;
  readonly rows: 'last' | 'all';
  readonly out?: string;
}

/** Adds the command to the program. */
export function addHealth(program: Command, io: Io): void {
  const command = addTable(withHealthFiles(program.command('health')), 'both')
    .summary('market health: eleven components in two groups, 0…100')
    .description(
      'Total, long-term and short-term score, from bars and data about the market. A component without inputs in the files ' +
        'is not available and gives its weight to the others of its group.',
    )
    .argument(
      '<path>',
      'bars of BTC, or a folder with a file for each coin: those of BTC and of the universe of breadth',
    )
    .addOption(
      new Option('--rows <which>', 'that moment with every input, or a row per UTC day at 00:05')
        .choices(['last', 'all'])
        .default('last'),
    )
    .addOption(new Option('--from <time>', 'first day with --rows all').argParser(momentOf))
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph health bars/ --reference data/
  $ barograph health bars/ --reference data/ --at 2024-08-05 --format json
  $ barograph health bars/ --reference data/ --rows all --from 2022-01-01 --format csv --out health.csv`,
    )
    .action(async (path: string, flags: HealthFlags) => runHealth(io, path, flags));
  addMoment(command, 'compute for this moment, from what was known by then (default: the last close)');
}

/** Adds the options for the additional files. */
export function withHealthFiles(command: Command): Command {
  return command
    .option('--reference <folder>', 'CSV files of macro data, moods and stablecoins; required')
    .option(
      '--funding <file>',
      'CSV with timestamp and settled funding rates, fractions per interval, recognised from the times; rows of one time are averaged',
    )
    .option('--open-interest <file>', 'CSV with timestamp and open interest of BTC');
}

/** Reads the additional files. @throws {CommandError} when a file cannot be read. */
export async function healthFilesOf(
  io: Io,
  flags: HealthFiles,
): Promise<{ readonly surroundings: Surroundings; readonly perps: PerpSeries }> {
  const surroundings = await readSurroundings(io, flags.reference);
  const perps = {
    funding: flags.funding === undefined ? null : await fundingOf(io, flags.funding),
    openInterest: await series(io, flags.openInterest),
  };
  return { surroundings, perps };
}

/** Reads bars that include Bitcoin. @throws {CommandError} when a file cannot be read. */
export async function bitcoinOf(io: Io, path: string, at: number | undefined, columns?: ColumnsFlag): Promise<Coins> {
  const read = await readCoins(io, path, {
    source: 'cexa_spot',
    skipBad: true,
    canRepair: false,
    ...(columns === undefined ? {} : { columns }),
    ...(at === undefined ? {} : { asOf: at }),
  });
  if (!read.coins.some(({ symbol }) => symbol === 'BTC')) {
    throw new CommandError(`${path}: expected bars of BTC, got none`);
  }
  return read;
}

const series = async (io: Io, path: string | undefined): Promise<DatedSeries | null> =>
  path === undefined ? null : seriesOf(io, path);

async function runHealth(io: Io, path: string, flags: HealthFlags): Promise<void> {
  const { rows, format } = flags;
  const { surroundings, perps } = await healthFilesOf(io, flags);
  const { coins, asOf } = await bitcoinOf(io, path, momentIn(flags), flags.columns);
  if (rows === 'last') {
    const found = healthAt(surroundings, coins, perps, asOf);
    const isWhole = format === 'json' || format === 'ndjson';
    return writeRow(io, flags, isWhole ? wholeRow(found) : dayRow(found));
  }
  const first = Math.min(...coins.map(({ daily }) => daily.time[0] ?? Infinity));
  const list: Row[] = [];
  for (let day = Math.ceil((flags.from ?? first) / DAY_MS); rowMoment(day) <= asOf; day++) {
    list.push(dayRow(healthAt(surroundings, coins, perps, rowMoment(day))));
  }
  if (list.length === 0) throw new CommandError(`--from: expected a day before ${new Date(asOf).toISOString()}`);
  return writeRows(io, flags, Object.keys(list[0]!), list, VIEWS['health']);
}

/** The service's answer, with the source of each input. */
function wholeRow({ asOf, health, assembly, universe }: HealthAt): Row {
  const { bitcoin, fearGreed, dollar, yield10y, stablecoins, spot } = assembly;
  const readings = { bitcoin, fearGreed, dollar, yield10y, stablecoins, spot };
  return wireRecord({ asOf, ...marketHealthBody.encode({ health, assembly }), readings, universe });
}

function dayRow({ asOf, health }: HealthAt): Row {
  const { totalScore, longTermScore, shortTermScore, sentiment, partial, components } = health;
  const scores = Object.fromEntries(HEALTH_COMPONENTS.map((name) => [name, components[name].score]));
  return flatRow(
    wireRecord({ asOf, totalScore, longTermScore, shortTermScore, sentiment, partial, components: scores }),
  );
}
