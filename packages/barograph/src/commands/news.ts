/** `barograph news`: qualified events from a file of reports, and the market's response. */

import { archivedNewsRow, pulseRow } from '@barograph/contract';
import { type Candles, HOUR_MS, MINUTE_MS, resample, stepMs } from '@barograph/core';
import {
  entityTable,
  nameablePerps,
  latestNews,
  marketResponse,
  NEWS_MARKET,
  NEWS_V2,
  newsEvents,
  newsPulse,
  responseMinutes,
  type MarketResponse,
  type NewsEvent,
  type NewsFunnel,
} from '@barograph/stress/news';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ColumnsFlag } from '../columns-flag.ts';
import { readInputs, type CoinFile } from '../inputs.ts';
import { CommandError, say, type Io } from '../io.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { readNews } from '../news-file.ts';
import { writeRow, writeRows } from '../output.ts';
import { knownSymbols, symbolsIn } from '../news-symbols.ts';
import { addNewsScore } from './news-score.ts';
import type { Row } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';

interface NewsFlags extends MomentOptions, TableFlags {
  readonly bars?: string;
  readonly symbols?: readonly string[];
  readonly show: 'events' | 'pulse' | 'funnel';
  readonly minImpact?: number;
  readonly hours: number;
  readonly columns?: ColumnsFlag;
  readonly out?: string;
}

/** Columns shown in a terminal. */
const VIEW = {
  columns: archivedNewsRow.columns.filter(
    (name) => !/^(?:url|id|revision|known_at|oi_change_pct|funding_shift)$/.test(name),
  ),
};
/** Longest pulse, as in the service. */
const MOST_HOURS = 168;

function numberWithin(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!(value >= low && value <= high)) throw new InvalidArgumentError(`expected a number within ${low}…${high}.`);
    return value;
  };
}

/** Adds the command to the program. */
export function addNews(program: Command, io: Io): void {
  const command = addTable(program.enablePositionalOptions().command('news').enablePositionalOptions(), 'both')
    .summary('news that can move a perp, and the moves that followed')
    .description(
      'Reads a JSON object per line: title, time (ISO-8601 or epoch), url or source, and optionally id, tier (1 to 3, default 3) and ' +
        'seen_at. Reports become stories about a perp or MARKET; only those at or above the threshold of impact are shown. Returns, ' +
        'volume and abnormality come from the bars: of minutes for all horizons, of hours for one and four hours.',
    )
    .argument('<file>', 'NDJSON, or - for standard input')
    .option('--bars <path>', 'bars of a coin, or a folder with a file for each; MARKET is measured on BTC')
    .addOption(
      new Option(
        '--symbols <list>',
        'perps that news can be about (default: those of the bars, else all known)',
      ).argParser(symbolsIn),
    )
    .addOption(
      new Option('--show <what>', 'events with outcomes, pressure of each perp, or counts of the funnel')
        .choices(['events', 'pulse', 'funnel'])
        .default('events'),
    )
    .addOption(
      new Option('--min-impact <score>', `minimum impact; at least the threshold ${NEWS_V2.threshold}`).argParser(
        numberWithin(0, 1),
      ),
    )
    .addOption(
      new Option('--hours <n>', 'hours of the pulse before the moment')
        .argParser(numberWithin(1, MOST_HOURS))
        .default(24),
    )
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph news reports.ndjson --bars bars/
  $ barograph news reports.ndjson --bars bars/ --format csv --out events.csv
  $ barograph news reports.ndjson --show pulse --at 2024-04-19T12:00Z
  $ barograph news score labelled.ndjson`,
    )
    .action(async (file: string, flags: NewsFlags) => runNews(io, file, flags));
  addNewsScore(command, io);
  addMoment(command, 'only what was published and had closed by this moment (default: the newest report or bar)');
}

async function runNews(io: Io, path: string, flags: NewsFlags): Promise<void> {
  const { items, dropped } = await readNews(io, path);
  for (const [fault, count] of dropped) say(io, `${path}: left out ${count} of ${fault}`);
  const files = flags.bars === undefined ? [] : await barsOf(io, flags.bars, flags.columns);
  const asOf = momentIn(flags) ?? Math.max(...items.map(({ seenAt }) => seenAt), ...files.map(closeOf));
  const given = flags.symbols ?? (files.length > 0 ? files.map(({ coin }) => coin) : knownSymbols());
  const symbols = nameablePerps(given);
  const left = given.filter((symbol) => !symbols.includes(symbol));
  if (left.length > 0) say(io, `left out ${left.join(', ')}: no ticker, or a coin that is there in another multiple`);
  const known = items.filter(({ seenAt }) => seenAt <= asOf);
  if (known.length === 0) throw new CommandError(`--at: expected a time after the first report, got ${asOf}`);
  const { events, funnel } = newsEvents(known, entityTable(symbols));
  const { show } = flags;
  if (show === 'funnel')
    return writeRow(io, flags, funnelRow(funnel, Math.max(...known.map(({ seenAt }) => seenAt)), symbols));
  if (show === 'pulse') {
    const { hours } = flags;
    const rows = newsPulse(events, symbols, { asOf, hours, coverage: funnel.coverage(asOf, hours) });
    return writeRows(io, flags, pulseRow.columns, rows.map(pulseRow.encode));
  }
  const least = Math.max(flags.minImpact ?? 0, NEWS_V2.threshold);
  if (flags.minImpact !== undefined && flags.minImpact < least) {
    say(io, `--min-impact: raised to ${least}, below which nothing is kept`);
  }
  const bySymbol = new Map(files.map((file) => [file.coin, file]));
  const rows = latestNews(events)
    .filter(({ impactScore }) => impactScore >= least)
    .toSorted((a, b) => a.time - b.time)
    .map((event) => archivedNewsRow.encode({ event, response: responseTo(event, bySymbol, asOf) ?? NO_RESPONSE }));
  return writeRows(io, flags, archivedNewsRow.columns, rows, VIEW);
}

async function barsOf(io: Io, path: string, columns: ColumnsFlag | undefined): Promise<readonly CoinFile[]> {
  const { files } = await readInputs(io, path, { skipBad: true, canRepair: false, columns });
  return files;
}

function stepOf({ step, interval }: CoinFile): number {
  return step ?? stepMs(interval ?? '1d');
}

function closeOf(file: CoinFile): number {
  return file.candles.time[file.candles.length - 1]! + stepOf(file);
}

/** Quarter-hour bars per file, cached: as in the service, they give the usual volume. */
const quarters = new WeakMap<Candles, Candles>();
function quartersOf(minutes: Candles): Candles {
  const candles = quarters.get(minutes) ?? resample(minutes, '1m', '15m', { incomplete: 'keep' }).bars;
  quarters.set(minutes, candles);
  return candles;
}

/** Market response; null when the bars are too long. */
function responseTo(event: NewsEvent, files: ReadonlyMap<string, CoinFile>, asOf: number): MarketResponse | null {
  const file = files.get(event.symbol === NEWS_MARKET ? 'BTC' : event.symbol);
  if (file === undefined) return null;
  const step = stepOf(file);
  if (step < MINUTE_MS || step > 4 * HOUR_MS) return null;
  const bars = step === MINUTE_MS ? responseMinutes(event.time, file.candles, quartersOf(file.candles)) : file.candles;
  return marketResponse({ time: event.time, asOf, bars, stepMs: step });
}

const NO_RESPONSE: MarketResponse = { '15m': null, '1h': null, '4h': null };

/** Funnel counts over the last day of reports. */
function funnelRow(funnel: NewsFunnel, asOf: number, symbols: readonly string[]): Row {
  const { unresolvable } = entityTable(symbols);
  return { as_of: asOf, ...funnel.counts(asOf, 24), unresolvable: unresolvable.join(' ') };
}
