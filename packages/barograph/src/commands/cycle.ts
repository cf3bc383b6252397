/** `barograph cycle`: daily long-horizon regime of a market, and the explanation of one day. */

import { cycleCurrent, encodeCycleDay } from '@barograph/contract';
import { DAY_MS, type Candles } from '@barograph/core';
import {
  cycleDays,
  cycleRegimeName,
  marketDays,
  optionalInputsAt,
  type CoinCandles,
  type CycleDay,
  type KnownSeries,
  type OptionalSeries,
} from '@barograph/cycle';
import { Option, type Command } from 'commander';
import { QUALITY_FLAG } from '../quality-note.ts';
import { readCoins } from '../coins.ts';
import { addColumns, type ColumnsFlag } from '../columns-flag.ts';
import { CommandError, say, type Io } from '../io.ts';
import { addJobs, type JobsFlag } from '../jobs/flag.ts';
import { addMoment, momentIn, momentOf, type MomentOptions } from '../moment.ts';
import { addTimes, writeBody, writeOutput, writeRow, writeRows } from '../output.ts';
import { seriesOf } from '../series-input.ts';
import { flatRow, type Row } from '../table.ts';
import { cycleScores } from '../tables/cycle-rows.ts';
import { VIEWS } from '../terminal/views.ts';
import { explanation } from './cycle-explanation.ts';
import { addTable, type TableFlags } from '../table-options.ts';

/** Files of a market. */
export interface MarketOptions extends JobsFlag {
  /** Required, but checked here: commander would also require it of the outer command. */
  readonly btc?: string;
  readonly universe?: string;
  readonly stablecoins?: string;
  readonly funding?: string;
  readonly dominance?: string;
  readonly openInterest?: string;
  readonly repair?: boolean;
  readonly quality?: boolean;
  readonly skipBad?: boolean;
  readonly columns?: ColumnsFlag | undefined;
}

interface CycleOptions extends MarketOptions, MomentOptions, TableFlags {
  readonly rows: 'last' | 'all';
  readonly out?: string;
}

/** Longest window over Bitcoin, days. */
const YEAR_DAYS = 365;

interface ExplainOptions extends MarketOptions {
  readonly at?: number;
  readonly out?: string;
}

/** Adds the options that name the files of a market. */
export function withMarket(command: Command): Command {
  return addJobs(command)
    .option('--btc <file>', 'bars of Bitcoin, a day or shorter; required')
    .option(
      '--universe <folder>',
      'bars of the other coins, a file each; without it breadth is unavailable and no bull market is named',
    )
    .option('--stablecoins <file>', 'CSV with timestamp and the market value of the stablecoins, USD')
    .option('--funding <file>', 'CSV with timestamp and funding rates, fractions; rows of one time are averaged')
    .option('--dominance <file>', 'CSV with timestamp and the dominance of Bitcoin, percent')
    .option('--open-interest <file>', 'CSV with timestamp and open interest, USD')
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option(...QUALITY_FLAG)
    .option('--skip-bad', 'leave out files of the universe that cannot be read, and list them');
}

/** Adds the command to the program. */
export function addCycle(program: Command, io: Io): void {
  const cycle = addTable(
    withMarket(program.enablePositionalOptions().command('cycle').enablePositionalOptions()),
    'both',
  )
    .summary('long-horizon regime (ten states) of a market, day by day')
    .description('Reads the regime once at the close of every day, with three days of confirmation (cycle/daily-3).')
    .addOption(
      new Option('--rows <which>', 'the last day with all that was read, or a row per day')
        .choices(['last', 'all'])
        .default('last'),
    )
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph cycle --btc BTC_1d.csv --universe coins/
  $ barograph cycle --btc BTC_1d.csv
  $ barograph cycle --btc BTC_1d.csv --universe coins/ --rows all --format csv --out regimes.csv
  $ barograph cycle explain --btc BTC_1d.csv --universe coins/ --at 2022-11-09`,
    )
    .action(async (options: CycleOptions) => runCycle(io, options));
  addTimes(cycle);
  addMoment(cycle, 'compute for this moment, from bars closed by then (default: the last close)');
  addColumns(withMarket(cycle.command('explain')), 'mapping')
    .summary('the page of one day: what argues for and against its regime')
    .addOption(new Option('--at <date>', 'the day (default: the last)').argParser(momentOf))
    .option('--out <file>', 'write a file instead of standard output')
    .action(async (options: ExplainOptions) => runExplain(io, options));
}

async function runCycle(io: Io, options: CycleOptions): Promise<void> {
  const days = await readDays(io, options, momentIn(options));
  const { format } = options;
  if (options.rows === 'all') {
    const rows = days.map((day) => {
      // The row already has each score under its regime's name.
      const cells = Object.entries(encodeCycleDay(day)).filter(([name]) => name !== 'scores');
      return flatRow({ ...Object.fromEntries(cells), close: day.close, ...namedCells(day) });
    });
    await writeRows(io, options, Object.keys(rows[0]!), rows, VIEWS['cycle']);
    return;
  }
  const day = days.at(-1)!;
  if (day.report === undefined) sayOpen(io, options, day, days.length);
  if (format === 'json') return writeBody(io, options, [`${JSON.stringify(pageOf(day), null, 2)}\n`]);
  await writeRow(io, options, dayRow(day));
}

/** Reports the regimes still possible on a day without a committed regime. @throws {CommandError} when there are too few days. */
function sayOpen(io: Io, { btc, universe }: MarketOptions, { read }: CycleDay, days: number): void {
  const { open } = read.raw;
  if (days < YEAR_DAYS || open.length === 0) {
    throw new CommandError(`${btc}: expected enough days for a regime, got ${days}`);
  }
  const names = open.map((id) => cycleRegimeName(id)).join(', ');
  const remedy = universe === undefined ? '; --universe, the bars of the other coins, tells them apart' : '';
  say(io, `${btc}: no regime of that day without breadth, it may be ${names}${remedy}`);
}

/** Full answer for a day; only its row without a committed regime. */
function pageOf(day: CycleDay): object {
  const { report } = day;
  return report === undefined
    ? dayRow(day)
    : cycleCurrent.encode({ report, dataSource: 'files', committedAt: report.at });
}

function dayRow(day: CycleDay) {
  const { scores, ...rest } = encodeCycleDay(day);
  return { ...rest, ...scores };
}

/** Adds cells with names to those with numbers. */
function namedCells({ read }: CycleDay): Row {
  const { regime, open, scores } = read.raw;
  return {
    raw_name: regime === null ? null : cycleRegimeName(regime),
    open_names: open.length === 0 ? null : open.map((id) => cycleRegimeName(id)).join(', '),
    ...cycleScores(scores),
  };
}

async function runExplain(io: Io, options: ExplainOptions): Promise<void> {
  const days = await readDays(io, options, options.at === undefined ? undefined : options.at + DAY_MS);
  const { time, report } = days.at(-1)!;
  if (report === undefined || (options.at !== undefined && time !== options.at - (options.at % DAY_MS))) {
    const moment = options.at === undefined ? 'the last day' : new Date(options.at).toISOString().slice(0, 10);
    throw new CommandError(`--at: expected a day with a regime, got ${moment}`);
  }
  await writeOutput(io, options.out, explanation(time, report));
}

/** A day with Bitcoin's close. */
type PricedDay = CycleDay & { readonly close: number };

async function readDays(io: Io, options: MarketOptions, asOf: number | undefined): Promise<readonly PricedDay[]> {
  const { days, btc } = await marketOf(io, options, asOf);
  return days.map((day, i) => ({ ...day, close: btc.close[i]! }));
}

/** Reads a market: its days, and the Bitcoin bars behind them. @throws {CommandError} when a file cannot be read. */
export async function marketOf(
  io: Io,
  options: MarketOptions,
  asOf: number | undefined,
): Promise<{ readonly days: readonly CycleDay[]; readonly btc: Candles }> {
  const { repair = false, quality = false } = options;
  const common = { source: 'cexa_spot', repair, quality, ...named(options) } as const;
  const until = asOf === undefined ? {} : { asOf };
  if (options.btc === undefined) throw new CommandError('--btc: expected a file of bars, got nothing');
  const btc = await readCoins(io, options.btc, { ...common, ...until, symbol: 'BTC' });
  if (btc.isUniverse) throw new CommandError('--btc: expected a file of bars, got a folder');
  const { daily } = btc.coins[0]!;
  if (daily.length === 0) throw new CommandError(`${options.btc}: expected at least one completed day, got none`);
  const universe = await readUniverse(io, options, btc.asOf, daily);
  const series = await readOptional(io, options);
  const days = cycleDays(marketDays(daily, universe), undefined, (time) => optionalInputsAt(series, time + DAY_MS));
  return { days, btc: daily };
}

const named = ({ columns }: Pick<MarketOptions, 'columns'>): Pick<MarketOptions, 'columns'> =>
  columns === undefined ? {} : { columns };

async function readUniverse(
  io: Io,
  { universe, repair = false, quality = false, skipBad = false, columns, jobs }: MarketOptions,
  asOf: number,
  btc: Candles,
): Promise<readonly CoinCandles[]> {
  if (universe === undefined) return [];
  const { coins } = await readCoins(io, universe, {
    source: 'cexa_spot',
    repair,
    quality,
    skipBad,
    asOf,
    ...named({ columns }),
    ...(jobs === undefined ? {} : { jobs }),
  });
  // Bitcoin from `--btc` replaces Bitcoin from the folder.
  return [{ symbol: 'BTC', daily: btc }, ...coins.filter(({ symbol }) => symbol !== 'BTC')];
}

async function readOptional(io: Io, options: MarketOptions): Promise<OptionalSeries> {
  const read = async (path: string | undefined): Promise<KnownSeries | undefined> =>
    path === undefined ? undefined : seriesOf(io, path);
  const [dominance, stablecoins, funding, openInterest] = await Promise.all([
    read(options.dominance),
    read(options.stablecoins),
    read(options.funding),
    read(options.openInterest),
  ]);
  return {
    ...(dominance === undefined ? {} : { dominance }),
    ...(stablecoins === undefined ? {} : { stablecoins }),
    ...(funding === undefined ? {} : { funding }),
    ...(openInterest === undefined ? {} : { openInterest }),
  };
}
