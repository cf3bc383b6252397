/** `barograph stress`: event, security and policy risk, or a user-defined composite, from files. */

import {
  eventDerivation,
  eventScoreRow,
  policyDerivation,
  policyScoreRow,
  securityDerivation,
  securityScoreRow,
} from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { specialFile } from '@barograph/files';
import type { DatedSeries } from '@barograph/stress';
import type { UserComposite } from '@barograph/stress/user';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { readCoins, type Coin } from '../coins.ts';
import type { ColumnsFlag } from '../columns-flag.ts';
import { CommandError, type Io } from '../io.ts';
import { addMoment, momentIn, momentOf, type MomentOptions } from '../moment.ts';
import { writeRow, writeRows } from '../output.ts';
import { rowMoment, spanOf, type Surroundings } from '../surroundings/feeds.ts';
import { compositeInputs, COMPOSITE_INPUTS } from '../surroundings/composite-inputs.ts';
import { readSurroundings } from '../surroundings/read.ts';
import { btcCloses, riskAt, WINDOWS, type RiskAt, type RiskName } from '../surroundings/scores.ts';
import { flatRow, type Row } from '../table.ts';
import { VIEWS } from '../terminal/views.ts';
import { wireRecord } from '../wire-names.ts';
import { addTable, type TableFlags } from '../table-options.ts';

interface StressFlags extends MomentOptions, TableFlags {
  readonly reference?: string;
  readonly bars?: string;
  readonly window?: number;
  readonly from?: number;
  readonly rows: 'last' | 'all';
  readonly out?: string;
}

function days(text: string): number {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  if (!(value >= 1 && value <= 45)) throw new InvalidArgumentError('expected a whole number within 1…45.');
  return value;
}

/** Adds the command to the program. */
export function addStress(program: Command, io: Io): void {
  const command = addTable(program.command('stress'), 'both')
    .summary('event, security and policy risk, or a composite of your own')
    .description(
      'Event: unlocks, prints of macro data and depegs. Security: hacks, flight and depegs. Policy: media, moves across ' +
        'assets and decisions on rates. Each is re-normalised over the feeds that the folder has at that moment; media ' +
        'volume and exchange flow have no files and are never available here.',
    )
    .argument('<what>', 'event, security, policy, or a JSON file with a composite of your own')
    .option('--reference <folder>', 'CSV files of macro data, moods, stablecoins, hacks, coins and unlocks; required')
    .option('--bars <path>', 'bars of BTC, or a folder of bars: for moves across assets, and for market health')
    .addOption(
      new Option('--window <days>', 'days before the moment that count (event 7, security 10, policy 45)').argParser(
        days,
      ),
    )
    .addOption(
      new Option('--rows <which>', 'that moment with all terms, or a row per UTC day at 00:05')
        .choices(['last', 'all'])
        .default('last'),
    )
    .addOption(new Option('--from <time>', 'first day with --rows all').argParser(momentOf))
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Inputs of a composite of your own: ${COMPOSITE_INPUTS.join(', ')}.

Examples:
  $ barograph stress event --reference data/ --at 2023-03-12 --format json
  $ barograph stress policy --reference data/ --bars BTCUSDT.csv.gz --rows all --format csv
  $ barograph stress mine.json --reference data/ --bars bars/ --at 2024-08-05`,
    )
    .action(async (what: string, flags: StressFlags) => runStress(io, what, flags));
  addMoment(command, 'compute for this moment, from what was known by then (default: the newest value of the files)');
}

/** Scores at a moment: full answer and flat row. */
type Rows = (asOf: number) => { readonly whole: Row; readonly flat: Row };

async function runStress(io: Io, what: string, flags: StressFlags): Promise<void> {
  const { rows, format, from } = flags;
  const isRisk = (name: string): name is RiskName => Object.hasOwn(WINDOWS, name);
  // Check the config before reading years of files.
  const own = isRisk(what) ? undefined : await ownComposite(what);
  if (flags.window !== undefined && isRisk(what) && flags.window > WINDOWS[what][1]) {
    throw new CommandError(`--window: expected 1…${WINDOWS[what][1]} of ${what}, got ${flags.window}`);
  }
  const surroundings = await readSurroundings(io, flags.reference);
  const coins = flags.bars === undefined ? [] : await coinsOf(io, flags.bars, flags.columns);
  const span = spanOf(surroundings);
  const asOf = momentIn(flags) ?? span?.[1];
  if (span === null || asOf === undefined) {
    throw new CommandError(`${flags.reference}: expected macro data, moods or stablecoins, got none`);
  }
  const scores =
    own === undefined && isRisk(what)
      ? riskRows(what, surroundings, btcCloses(coins), flags.window ?? WINDOWS[what][2])
      : ownRows(own!, surroundings, coins);
  if (rows === 'last') {
    const { whole, flat } = scores(asOf);
    const isWhole = format === 'json' || format === 'ndjson';
    return writeRow(io, flags, isWhole ? whole : flat);
  }
  const list: Row[] = [];
  for (let day = Math.ceil((from ?? span[0]) / DAY_MS); rowMoment(day) <= asOf; day++) {
    list.push(scores(rowMoment(day)).flat);
  }
  if (list.length === 0) throw new CommandError(`--from: expected a day before ${new Date(asOf).toISOString()}`);
  return writeRows(io, flags, Object.keys(list[0]!), list, VIEWS['stress']);
}

async function coinsOf(io: Io, path: string, columns: ColumnsFlag | undefined): Promise<readonly Coin[]> {
  const named = columns === undefined ? {} : { columns };
  return (await readCoins(io, path, { source: 'cexa_spot', skipBad: true, canRepair: false, ...named })).coins;
}

/** Composite in wire form, as in the service. */
function composed(risk: RiskAt): Row {
  if (risk.name === 'event') return wireRecord(eventScoreRow.encode(risk.score));
  return wireRecord(risk.name === 'security' ? securityScoreRow.encode(risk.score) : policyScoreRow.encode(risk.score));
}

/** Terms of each part in wire form; policy includes the headline classes behind its tilt. */
function derived(risk: RiskAt, asOf: number): object {
  if (risk.name === 'event') {
    const { stablecoins } = risk.inputs;
    return { derivation: eventDerivation.encode({ risk: risk.score, asOf, stablecoins }) };
  }
  if (risk.name === 'security') return { derivation: securityDerivation.encode(risk.score) };
  const { media, crossAsset, inputs } = risk;
  const head = { media, moves: crossAsset, rates: inputs.rates, headlines: null };
  return {
    derivation: policyDerivation.encode({ risk: risk.score, asOf, head }),
    headlines: inputs.headlines?.map((headline) => ({ timestamp: headline.time, class: headline.class, confidence: headline.confidence })) ?? null, // prettier-ignore
  };
}

/** Fields of a daily row. */
const BRIEF = new Set(['composite', 'band', 'partial', 'policy_tilt', 'sub_scores']);

function riskRows(name: RiskName, surroundings: Surroundings, btc: DatedSeries | null, windowDays: number): Rows {
  return (asOf) => {
    const risk = riskAt(name, surroundings, btc, asOf, windowDays);
    const row = composed(risk);
    const brief = Object.fromEntries(Object.entries(row).filter(([field]) => BRIEF.has(field)));
    const stamp = wireRecord({ asOf, windowDays });
    return { whole: { ...stamp, ...row, ...wireRecord(derived(risk, asOf)) }, flat: flatRow({ ...stamp, ...brief }) };
  };
}

async function ownComposite(path: string): Promise<UserComposite> {
  const wrong = (got: string, cause?: unknown): CommandError =>
    new CommandError(`${path}: expected event, security, policy or a JSON file, got ${got}`, { cause });
  const special = specialFile(path);
  if (special !== undefined) throw wrong(special);
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'no JSON' : 'no such file', error);
  }
  // The expression parser takes a second to load, so only user-defined composites load it.
  const { userComposite } = await import('@barograph/stress/user');
  const read = userComposite(json);
  if (!read.ok) {
    const { field, expected, got } = read.error;
    throw new CommandError(`${path} field "${field}": expected ${expected}, got ${got}`);
  }
  const stranger = read.value.inputs.find((name) => !COMPOSITE_INPUTS.includes(name));
  if (stranger !== undefined) {
    throw new CommandError(`${path} field "inputs": expected ${COMPOSITE_INPUTS.join(', ')}, got ${stranger}`);
  }
  return read.value;
}

function ownRows(own: UserComposite, surroundings: Surroundings, coins: readonly Coin[]): Rows {
  return (asOf) => {
    const inputs = compositeInputs(surroundings, coins, asOf);
    const used = Object.fromEntries(own.inputs.map((name) => [name, inputs[name] ?? null]));
    const { subScores, ...rest } = own.score(inputs);
    const { score, band, partial } = rest;
    return {
      whole: wireRecord({ asOf, inputs: used, ...rest, subScores }),
      flat: flatRow(wireRecord({ asOf, score, band, partial, subScores })),
    };
  };
}
