/** `barograph indicator`: an indicator of the catalogue over a file of bars. */

import { INTERVALS, type Candles, type Interval } from '@barograph/core';
import type { Series } from '@barograph/files';
import { Option, type Command } from 'commander';
import { QUALITY_FLAG } from '../quality-note.ts';
import { columnRows } from '../column-rows.ts';
import {
  indicator,
  INDICATORS,
  indicatorStart,
  type Indicator,
  type IndicatorBars,
  type IndicatorStart,
  type PeerBars,
} from '../indicator.ts';
import { atInterval } from '../input.ts';
import { readInputs } from '../inputs.ts';
import { CommandError, say, type Io } from '../io.ts';
import { writeRows } from '../output.ts';
import { fundingOf, seriesOf } from '../series-input.ts';
import type { Row } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { VIEWS } from '../terminal/views.ts';

interface IndicatorFlags extends TableFlags {
  readonly rows: 'last' | 'all';
  readonly interval?: Interval;
  readonly param: readonly string[];
  readonly beside?: string;
  readonly benchmark: string;
  readonly funding?: string;
  readonly openInterest?: string;
  readonly out?: string;
  readonly repair?: boolean;
  readonly quality?: boolean;
}

const HOUR_MS = 3_600_000;
/** Maximum age of a rate or level that a bar may use. */
const STALE_MS = 26 * HOUR_MS;

/** Adds the command to the program. */
export function addIndicator(program: Command, io: Io): void {
  addTable(program.command('indicator'), 'both')
    .summary('an indicator of the catalogue, bar by bar')
    .description(
      'Computes an entry of the catalogue of indicators over a file of bars. Without a slug it lists the entries. ' +
        'Values that depend on where the file begins are named on standard error. ' +
        'Breadth and comparisons read the bars of other coins from --beside; the benchmark is BTC, or --benchmark.',
    )
    .argument('[slug]', 'slug of the entry')
    .argument('[file]', 'a file of bars, or - for standard input')
    .addOption(new Option('--rows <which>', 'the last bar, or a row per bar').choices(['last', 'all']).default('all'))
    .addOption(new Option('--interval <interval>', 'build longer bars first').choices(INTERVALS))
    .option('--param <name=value...>', 'set a parameter, such as k=2', [])
    .option('--beside <folder>', 'folder with a file of bars for each other coin')
    .option('--benchmark <symbol>', 'coin of that folder to compare with', 'BTC')
    .option(
      '--funding <file>',
      'CSV with timestamp and settled funding rates, fractions per interval, recognised from the times',
    )
    .option('--open-interest <file>', 'CSV with timestamp and open interest in coins')
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option(...QUALITY_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  $ barograph indicator supertrend BTCUSDT.csv.gz --interval 4h --param k=2 --format csv --out supertrend.csv
  $ barograph indicator rolling-beta ETHUSDT.csv.gz --beside bars/ --rows last`,
    )
    .action(async (slug: string | undefined, file: string | undefined, flags: IndicatorFlags) => {
      if (slug === undefined) return writeRows(io, flags, LIST_COLUMNS, listRows(), VIEWS['indicators']);
      return runIndicator(io, entryOf(slug), file, flags);
    });
}

const LIST_COLUMNS = ['slug', 'name', 'group', 'lookback', 'parameters', 'computed'] as const;

function* listRows(): Generator<Row> {
  for (const { slug, name, group, lookback, parameters, implementedBy } of INDICATORS) {
    const settings = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
    yield { slug, name, group, lookback, parameters: settings.join(' '), computed: implementedBy.by !== 'none' };
  }
}

function entryOf(slug: string): Indicator {
  const entry = INDICATORS.find((indicator) => indicator.slug === slug);
  if (entry !== undefined) return entry;
  const like = INDICATORS.filter(
    (indicator) =>
      indicator.slug.includes(slug) || indicator.aliases.some((alias) => alias.toLowerCase() === slug.toLowerCase()),
  );
  const hint =
    like.length === 0
      ? ''
      : `; near it: ${like
          .slice(0, 5)
          .map((indicator) => indicator.slug)
          .join(', ')}`;
  throw new CommandError(`<slug>: expected one of the catalogue (barograph indicator lists them), got ${slug}${hint}`);
}

async function runIndicator(io: Io, entry: Indicator, file: string | undefined, flags: IndicatorFlags): Promise<void> {
  if (file === undefined) throw new CommandError('<file>: expected a file of bars, got nothing');
  const { repair = false, quality = false, interval } = flags;
  const { isFolder, files } = await readInputs(io, file, {
    repair,
    quality,
    intervalFlag: '--interval',
    ...(flags.columns === undefined ? {} : { columns: flags.columns }),
  });
  if (isFolder) throw new CommandError('<file>: expected a file of bars, got a folder');
  const { bars, step } = atInterval(io, files[0]!, interval);
  const own = {
    ...columnsOf(bars),
    ...(await derivative(io, 'funding', flags.funding, bars, step)),
    ...(await derivative(io, 'openInterest', flags.openInterest, bars, step)),
  };
  const beside = flags.beside === undefined ? undefined : await peersOf(io, flags.beside, bars, flags);
  const options = { parameters: parametersOf(flags.param), ...(beside === undefined ? {} : { beside }) };
  const columns = indicator(entry.slug, own, options);
  const names = Object.keys(columns);
  const start = startNote(indicatorStart(entry.slug, own, options, columns), bars.time, flags.rows);
  if (start !== undefined) say(io, `${entry.slug}: ${start}`);
  const from = flags.rows === 'last' ? bars.length - 1 : 0;
  const shown: Record<string, Float64Array> = { timestamp: bars.time.subarray(from) };
  for (const name of names) shown[name] = columns[name]!.subarray(from);
  const rows = columnRows([{ length: bars.length - from, columns: shown }]);
  await writeRows(io, flags, ['timestamp', ...names], rows);
}

/** Note on shown values that depend on where the file begins; undefined without such values. */
function startNote(
  { lookback, settledFrom, lastChange }: IndicatorStart,
  time: Float64Array,
  rows: IndicatorFlags['rows'],
): string | undefined {
  if (settledFrom === lookback || lookback === time.length) return undefined;
  if (settledFrom === time.length) {
    const percent = Number((100 * lastChange).toPrecision(2));
    return `the last value is not settled: with fewer bars at the start of the file it changes by ${percent} %`;
  }
  if (rows === 'last') return undefined;
  const moment = new Date(time[settledFrom]!).toISOString();
  return `settled from row ${settledFrom + 1} of ${time.length} on (${moment}); values before it depend on where the file begins`;
}

function columnsOf({ time, open, high, low, close, volume }: Candles): IndicatorBars {
  return { time, open, high, low, close, volume };
}

/** Parses parameters. @throws {CommandError} unless every text is `name=value`. */
function parametersOf(texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', value = ''] = text.split('=');
      if (name === '' || value.trim() === '' || Number.isNaN(Number(value))) {
        throw new CommandError(`--param: expected name=number, got ${text}`);
      }
      return [name, Number(value)];
    }),
  );
}

/** Aligns a series with bar closes: the newest value by each close, NaN when too old. */
async function derivative(
  io: Io,
  name: 'funding' | 'openInterest',
  path: string | undefined,
  bars: Candles,
  step: number,
): Promise<Partial<Pick<IndicatorBars, 'funding' | 'openInterest'>>> {
  if (path === undefined) return {};
  return { [name]: onCloses(await (name === 'funding' ? fundingOf : seriesOf)(io, path), bars, step) };
}

function onCloses({ time, value }: Series, bars: Candles, step: number): Float64Array {
  let at = -1;
  return bars.time.slice(0, bars.length).map((open) => {
    const close = open + step;
    while (at + 1 < time.length && time[at + 1]! <= close) at++;
    return at < 0 || close - time[at]! > STALE_MS ? NaN : value[at]!;
  });
}

/** Aligns the bars of a folder with `bars`, benchmark first. @throws {CommandError} when the folder has no bars. */
async function peersOf(io: Io, folder: string, bars: Candles, flags: IndicatorFlags): Promise<PeerBars> {
  const { interval, benchmark, repair = false } = flags;
  const { files } = await readInputs(io, folder, {
    repair,
    intervalFlag: '--interval',
    ...(flags.columns === undefined ? {} : { columns: flags.columns }),
  });
  const peers = files
    .map((file) => ({ symbol: file.coin, bars: atInterval(io, file, interval).bars }))
    .toSorted((a, b) => Number(b.symbol === benchmark) - Number(a.symbol === benchmark));
  const on = (name: 'close' | 'high' | 'low' | 'volume'): readonly Float64Array[] =>
    peers.map(({ bars: other }) => {
      const byTime = new Map(Array.from(other.time, (time, i) => [time, other[name][i]!]));
      return bars.time.slice(0, bars.length).map((time) => byTime.get(time) ?? NaN);
    });
  return {
    symbols: peers.map(({ symbol }) => symbol),
    close: on('close'),
    high: on('high'),
    low: on('low'),
    volume: on('volume'),
  };
}
