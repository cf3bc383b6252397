/** `barograph nowcast <bars>`: the regime of a market hour by hour, and the block of its last hour. */

import { quantMarket, type QuantMarketWire } from '@barograph/contract';
import { barAt, HOUR_MS, UsageError, type Candles } from '@barograph/core';
import { coinOfFile, symbolOf } from '@barograph/files';
import {
  createNowcast,
  explain,
  nextDay,
  nowcastHistory,
  outlooksOf,
  provenancesOf,
  publishable,
  REGIMES,
  type NowcastModel,
  type NowcastPoint,
  type OutlookInputs,
} from '@barograph/nowcast';
import { Option, type Command } from 'commander';
import { atInterval, closedBy } from '../input.ts';
import { readInputs } from '../inputs.ts';
import { CommandError, type Io } from '../io.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { openModel, shippedModels } from '../model-files.ts';
import { blockFormat, writeOutput, writeRows } from '../output.ts';
import { flatRow, FORMATS, rowsText, rowText, type Cell, type Format, type Row, type TextFormat } from '../table.ts';
import { checkInputOptions, outlookInputs, type InputOptions } from './nowcast-inputs.ts';

interface NowcastOptions extends InputOptions, MomentOptions {
  readonly model?: string;
  readonly models: string;
  readonly horizon: '4h' | '24h';
  readonly format: Format;
  readonly symbol?: string;
  readonly out?: string;
  readonly skipBad?: boolean;
}

/** Adds the command to the program. */
export function addNowcast(program: Command, io: Io): void {
  const command = program.command('nowcast');
  command
    .summary('six-state regime of the hour, with probabilities')
    .description('Says of every closed hour which regime it is in, and what the next 4 or 24 hours may bring.')
    .argument(
      '<path>',
      'bars of an hour or shorter: a file, a folder with a file for each symbol, or - for standard input',
    )
    .option('--model <version>', 'version of a model (default: the last that the manifest lists)')
    .option(
      '--models <folder>',
      'where manifest.json is (default: the models that come with the package)',
      shippedModels(),
    )
    .addOption(new Option('--horizon <hours>', 'what the last block looks ahead').choices(['4h', '24h']).default('24h'))
    .addOption(
      new Option('--rows <which>', 'the block of the last closed hour, or a row per hour')
        .choices(['last', 'all'])
        .default('last'),
    )
    .addOption(
      new Option('--format <format>', 'table is for people, the others for programs').choices(FORMATS).default('table'),
    )
    .option('--symbol <symbol>', 'symbol of a single file (default: from the name of the file)')
    .option('--funding <file>', 'CSV with timestamp and funding rates, fractions per interval; for the last block')
    .option('--open-interest <file>', 'CSV with timestamp and open interest by the hour, units of the coin; likewise')
    .option('--panel <folder>', 'hourly bars of the perps of the market, a file each, for its breadth; likewise')
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, drop and mend bad bars (bars.v1) instead of refusing a file')
    .option('--skip-bad', 'leave out the files of a folder that cannot be read, and say which')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph nowcast BTCUSDT.csv.gz
  $ barograph nowcast BTCUSDT.csv.gz --horizon 4h --format json --at 2024-08-05T12:00:00Z
  $ barograph nowcast bars/ --format csv
  $ barograph nowcast BTCUSDT.csv.gz --funding funding.csv --open-interest oi.csv --panel perps/
  $ barograph nowcast BTCUSDT.csv.gz --rows all --format csv --out regimes.csv
  $ barograph nowcast BTCUSDT.csv.gz --rows all --format parquet --out regimes.parquet`,
    )
    .action(async (path: string, options: NowcastOptions) => runNowcast(io, path, options));
  addMoment(command, 'only bars closed by then (default: the last close)');
}

async function runNowcast(io: Io, path: string, options: NowcastOptions): Promise<void> {
  const model = await openModel(options.models, options.model);
  const { isFolder, files } = await readInputs(io, path, options);
  checkInputOptions(options, isFolder);
  const at = momentIn(options);
  const coins = files.map((file): Coin => {
    const name = coinOfFile(symbolOf(file.file));
    const { bars } = atInterval(io, at === undefined ? file : closedBy(file, at), '1h');
    return { symbol: isFolder ? name : (options.symbol ?? name), bars };
  });
  try {
    if (options.rows === 'all') {
      const [columns, rows] = isFolder
        ? ([['symbol', ...COLUMNS], symbolRows(model, coins)] as const)
        : ([COLUMNS, hourRows(model, coins[0]!.bars)] as const);
      return await writeRows(io, options, columns, rows);
    }
    const format = blockFormat(options.format);
    const blocks: QuantMarketWire[] = [];
    for (const { symbol, bars } of coins) {
      const inputs = await outlookInputs(io, options, bars.time.at(-1)!);
      blocks.push(lastBlock(model, { bars, inputs, symbol, at, horizon: options.horizon }));
    }
    return await writeOutput(io, options.out, isFolder ? blocksText(format, blocks) : blockText(format, blocks[0]!));
  } catch (error) {
    if (error instanceof UsageError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A coin and its hours. */
interface Coin {
  readonly symbol: string;
  readonly bars: Candles;
}

const BLOCKS = [
  ['p_now', 'now'],
  ['p_4h', 'h4'],
  ['p_24h', 'h24'],
] as const;

const COLUMNS: readonly string[] = [
  'timestamp',
  'label',
  'confidence',
  ...BLOCKS.flatMap(([name]) => REGIMES.map((_, id) => `${name}_${id}`)),
];

/** A row per bar; null before the model has seen a week of hours. */
function* hourRows(model: NowcastModel, bars: Candles): Generator<Row> {
  const history = nowcastHistory(model, bars);
  const width = REGIMES.length;
  const cell = (value: number): Cell => (Number.isNaN(value) ? null : value);
  for (let i = 0; i < history.length; i++) {
    const row: Record<string, Cell> = {
      timestamp: history.time[i]!,
      label: REGIMES[history.label[i]!] ?? null,
      confidence: cell(history.confidence[i]!),
    };
    for (const [name, block] of BLOCKS) {
      for (let id = 0; id < width; id++) row[`${name}_${id}`] = cell(history[block][i * width + id]!);
    }
    yield row;
  }
}

function* symbolRows(model: NowcastModel, coins: readonly Coin[]): Generator<Row> {
  for (const { symbol, bars } of coins) for (const row of hourRows(model, bars)) yield { symbol, ...row };
}

interface Asked extends Coin {
  readonly inputs: OutlookInputs;
  readonly at: number | undefined;
  readonly horizon: NowcastOptions['horizon'];
}

/** The block of the last hour: what a service answers with that reads the market from these bars at that moment. */
function lastBlock(model: NowcastModel, { bars, inputs, symbol, at, horizon: asked }: Asked): QuantMarketWire {
  const { artifact } = model;
  const horizon = asked === '4h' ? 'h4' : 'h24';
  const point = lastPoint(model, bars);
  const outlooks = { h4: outlooksOf(point, 'h4', inputs), h24: outlooksOf(point, 'h24', inputs) };
  return quantMarket.encode({
    symbol,
    point,
    explain: explain(point, { artifact, horizon, otherHeads: provenancesOf(outlooks[horizon]) }),
    outlooks,
    monteCarlo: horizon === 'h4' ? null : nextDay(model, point, 'market'),
    hysteresis: artifact.hysteresis,
    modelVersion: artifact.modelVersion,
    asOf: at ?? point.time + HOUR_MS,
    dataSource: 'files',
    horizon: asked,
  });
}

function lastPoint(model: NowcastModel, bars: Candles): NowcastPoint {
  const nowcast = createNowcast(model);
  let last: NowcastPoint | null = null;
  for (let i = 0; i < bars.length; i++) last = nowcast.next(barAt(bars, i));
  // atInterval refuses to give no bars at all, and bars of a file are in order
  return publishable(last!);
}

/** JSON is the whole block; table and CSV are the part of it that people look for. */
function blockText(format: TextFormat, block: QuantMarketWire): Iterable<string> {
  if (format === 'json') return [`${JSON.stringify(block, null, 2)}\n`];
  return format === 'ndjson' ? [`${JSON.stringify(block)}\n`] : rowText(format, shortRow(block));
}

/** The blocks of a folder, one after the other. */
function blocksText(format: TextFormat, blocks: readonly QuantMarketWire[]): Iterable<string> {
  if (format === 'json') return [`${JSON.stringify(blocks, null, 2)}\n`];
  if (format === 'ndjson') return blocks.map((block) => `${JSON.stringify(block)}\n`);
  const flat = blocks.map((block) => flatRow({ symbol: block.symbol, ...shortRow(block) }));
  return rowsText(format, [...new Set(flat.flatMap(Object.keys))], flat);
}

function shortRow({ regime, monte_carlo: simulated, classes, ...block }: QuantMarketWire): Row {
  const named = (family: string, values: readonly number[] | null): Row[string] =>
    values === null ? null : Object.fromEntries(values.map((value, i) => [classes[family]![i]!, value]));
  return {
    timestamp: block.bar_timestamp,
    label: regime?.label ?? null,
    confidence: regime?.confidence ?? null,
    raw_confidence: regime?.raw_confidence ?? null,
    candles_in_regime: regime?.candles_in_regime ?? null,
    in_regime_since: regime?.in_regime_since ?? null,
    pending: regime?.pending ?? null,
    p_now: named('regime', block.p_now),
    horizon: block.horizon,
    p_next: named('regime', block.p_next),
    direction: named('direction', block.direction),
    volatility: named('volatility', block.volatility),
    liquidation_risk: named('liquidation_risk', block.liquidation_risk),
    funding: named('funding', block.funding),
    breadth: named('breadth', block.breadth),
    open_interest: named('open_interest', block.open_interest),
    ...(simulated === undefined ? {} : simulatedCells(simulated)),
    insufficient_history: block.insufficient_history,
    warming_up: block.warming_up,
    new_listing: block.new_listing,
    sparse: block.sparse,
    model_version: block.model_version,
  };
}

/** Cells of the simulation of the next day; nulls while there is none. */
function simulatedCells(simulated: NonNullable<QuantMarketWire['monte_carlo']> | null): Row {
  const quantiles = simulated?.return_quantiles.map(({ share, percent }) => [String(share), percent] as const);
  return {
    return_quantiles: quantiles === undefined ? null : Object.fromEntries(quantiles),
    p_visit_vol_spike: simulated?.p_visit_vol_spike ?? null,
    p_drawdown_5: simulated?.p_drawdown_5 ?? null,
    p_drawdown_5_raw: simulated?.p_drawdown_5_raw ?? null,
  };
}
