/** `barograph nowcast <bars>`: the regime of a market hour by hour, and the block of its last hour. */

import { barAt, UsageError, type Candles } from '@barograph/core';
import {
  BREADTHS,
  createMonteCarlo,
  createNowcast,
  DIRECTIONS,
  FUNDINGS,
  LIQUIDATION_RISKS,
  monteCarloSeed,
  nowcastHistory,
  OPEN_INTERESTS,
  outlooksOf,
  REGIMES,
  VOLATILITIES,
  type NowcastModel,
  type NowcastPoint,
  type Outlook,
  type OutlookInputs,
} from '@barograph/nowcast';
import { Option, type Command } from 'commander';
import { momentOf } from '../engine-command.ts';
import { atInterval, closedBy, readInput } from '../input.ts';
import { CommandError, type Io } from '../io.ts';
import { openModel, shippedModels } from '../model-files.ts';
import { writeOutput } from '../output.ts';
import { FORMATS, rowsText, rowText, type Cell, type Format, type Row } from '../table.ts';
import { outlookInputs, type InputOptions } from './nowcast-inputs.ts';

interface NowcastOptions extends InputOptions {
  readonly model?: string;
  readonly models: string;
  readonly horizon: '4h' | '24h';
  readonly format: Format;
  readonly at?: number;
  readonly out?: string;
}

/** Adds the command to the program. */
export function addNowcast(program: Command, io: Io): void {
  program
    .command('nowcast')
    .summary('six-state regime of the hour, with probabilities')
    .description('Says of every closed hour which regime it is in, and what the next 4 or 24 hours may bring.')
    .argument('<path>', 'a file of bars of an hour or shorter, or - for standard input')
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
    .addOption(new Option('--at <time>', 'only bars closed by then (default: the last close)').argParser(momentOf))
    .option('--funding <file>', 'CSV with timestamp and funding rates, fractions per interval; for the last block')
    .option('--open-interest <file>', 'CSV with timestamp and open interest by the hour, units of the coin; likewise')
    .option('--panel <folder>', 'hourly bars of the perps of the market, a file each, for its breadth; likewise')
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, drop and mend bad bars (bars.v1) instead of refusing a file')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph nowcast BTC_1h.csv.gz
  $ barograph nowcast BTC_1h.csv.gz --horizon 4h --format json --at 2024-08-05T12:00:00Z
  $ barograph nowcast BTC_1h.csv.gz --funding funding.csv --open-interest oi.csv --panel perps/
  $ barograph nowcast BTC_1h.csv.gz --rows all --format csv --out regimes.csv`,
    )
    .action(async (path: string, options: NowcastOptions) => runNowcast(io, path, options));
}

async function runNowcast(io: Io, path: string, options: NowcastOptions): Promise<void> {
  const model = await openModel(options.models, options.model);
  const input = await readInput(io, path, options.repair === true);
  const { bars } = atInterval(io, options.at === undefined ? input : closedBy(input, options.at), '1h');
  const inputs = await outlookInputs(io, options, bars.time.at(-1)!);
  try {
    const text =
      options.rows === 'all'
        ? rowsText(options.format, COLUMNS, hourRows(model, bars))
        : rowText(options.format, lastRow(model, bars, options.horizon, inputs));
    await writeOutput(io, options.out, text);
  } catch (error) {
    if (error instanceof UsageError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
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

/** The block of the last hour. */
function lastRow(model: NowcastModel, bars: Candles, asked: NowcastOptions['horizon'], inputs: OutlookInputs): Row {
  const point = lastPoint(model, bars);
  const { regime, now, forecasts, quality } = point;
  const horizon = asked === '4h' ? 'h4' : 'h24';
  const forecast = forecasts?.[horizon];
  const outlooks = outlooksOf(point, horizon, inputs);
  return {
    timestamp: point.time,
    label: regime?.label ?? null,
    confidence: regime?.confidence ?? null,
    raw_confidence: regime?.rawConfidence ?? null,
    candles_in_regime: regime?.candles ?? null,
    in_regime_since: regime === null || regime.since === null ? null : new Date(regime.since).toISOString(),
    pending: regime === null ? null : regime.pending === null ? null : { ...regime.pending },
    p_now: named(REGIMES, now),
    horizon: asked,
    p_next: named(REGIMES, forecast?.nextRegime),
    direction: named(DIRECTIONS, forecast?.direction),
    volatility: named(VOLATILITIES, forecast?.volatility),
    liquidation_risk: named(LIQUIDATION_RISKS, outlooks.liquidationRisk.probabilities),
    funding: named(FUNDINGS, outlooks.funding.probabilities),
    breadth: named(BREADTHS, outlooks.breadth.probabilities),
    open_interest: named(OPEN_INTERESTS, outlooks.openInterest.probabilities),
    lacking: {
      liquidation_risk: lackOf(outlooks.liquidationRisk),
      funding: lackOf(outlooks.funding),
      breadth: lackOf(outlooks.breadth),
      open_interest: lackOf(outlooks.openInterest),
    },
    ...(asked === '24h' ? simulated(model, point) : {}),
    insufficient_history: quality.insufficientHistory,
    warming_up: quality.warmingUp,
    new_listing: quality.newListing,
    sparse: quality.sparse,
    model_version: model.artifact.modelVersion,
  };
}

/** Why a head says nothing; null where it says something. */
function lackOf({ provenance }: Outlook): string | null {
  return provenance.source === null ? provenance.reason : null;
}

function lastPoint(model: NowcastModel, bars: Candles): NowcastPoint {
  const nowcast = createNowcast(model);
  let last: NowcastPoint | null = null;
  for (let i = 0; i < bars.length; i++) last = nowcast.next(barAt(bars, i));
  // atInterval refuses to give no bars at all, and bars of a file are in order
  return last!;
}

/** What the simulation says of the next day; nulls while the volatility is undefined. */
function simulated({ hmm, artifact }: NowcastModel, { time, volatility, explain }: NowcastPoint): Row {
  const seed = monteCarloSeed({ model: artifact.modelVersion, scope: 'market', time });
  const run = createMonteCarlo(hmm, artifact.residuals).run({ states: explain.states, volatility, seed });
  return {
    return_quantiles:
      run === null
        ? null
        : Object.fromEntries(run.returnQuantiles.map(({ share, percent }) => [String(share), percent])),
    p_visit_vol_spike: run?.visit.probability ?? null,
    p_drawdown_5_raw: run?.drawdown.raw ?? null,
  };
}

function named(names: readonly string[], values: readonly number[] | null | undefined): Row[string] {
  return values === null || values === undefined
    ? null
    : Object.fromEntries(names.map((name, i) => [name, values[i]!]));
}
