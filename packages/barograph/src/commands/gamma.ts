/** `barograph gamma`: whether market makers and forced closes amplify or dampen a coin's moves. */

import { gammaAnswer, gammaRules, type CoinGamma, type GammaAnswerWire } from '@barograph/contract';
import { gamma, GAMMA_V2, ladderColumns, ladderOf, split, type GammaRecord } from '@barograph/positioning';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { accountsOf, type Accounts, type AccountsFlags, withAccountsOptions } from '../accounts.ts';
import { CommandError, type Io } from '../io.ts';
import { blockFormat, writeBody, writeOutput, writeRows } from '../output.ts';
import type { Row } from '../table.ts';
import { VIEWS } from '../terminal/views.ts';

/** Inputs that a positions file lacks, and the requested coins. */
export interface GammaInputs {
  readonly symbol?: string;
  readonly funding?: number;
  readonly oiChange?: number;
}

interface GammaFlags extends AccountsFlags, GammaInputs {
  readonly rows: 'last' | 'all';
  readonly rules?: boolean;
  readonly out?: string;
}

const COLUMNS = [
  'symbol',
  'state',
  'score',
  'confidence',
  'coverage',
  'mm_n_accounts',
  'mm_net_delta',
  'mm_skew',
  'near_density',
  'gamma_flip',
  'dist_to_flip_pct',
  'mark',
];
const PROFILE_COLUMNS = ['symbol', 'price', 'dist_pct', 'long_usd', 'short_usd', 'net_usd'];

/** Adds the command to the program. */
export function addGamma(program: Command, io: Io): void {
  withAccountsOptions(
    withDerivatives(program.command('gamma'))
      .summary('gamma analog of each coin: amplify, dampen or transitional, with the terms of its score')
      .description(
        'Reads the positions of accounts at a moment, as the command positioning does. A file has only one moment, so the ' +
          'percentiles of 30 days are null and the raw rules hold; the service keeps an hourly sample of every coin.',
      )
      .argument('[file]', 'JSON or Parquet, plain or gzip, or - for standard input')
      .option('--symbol <symbols>', 'only these coins, separated by commas')
      .option('--rules', 'print the rules of the score and exit'),
    'the answer of the service, or a row per step of the profile',
  )
    .addHelpText(
      'after',
      `
Examples:
  $ barograph gamma accounts.json
  $ barograph gamma positions.parquet --symbol BTC --funding 0.0000125 --oi-change -4 --format json
  $ barograph gamma --rules`,
    )
    .action(async (file: string | undefined, flags: GammaFlags) => runGamma(io, file, flags));
}

/** Adds the options for inputs that a positions file lacks. */
export function withDerivatives(command: Command): Command {
  return command
    .addOption(new Option('--funding <rate>', 'funding of the coin, fraction per hour').argParser(numberOf))
    .addOption(new Option('--oi-change <percent>', 'its change of open interest over 24 hours').argParser(numberOf));
}

/** @throws {InvalidArgumentError} unless the text is a finite number. */
function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('expected a number.');
  return value;
}

async function runGamma(io: Io, path: string | undefined, flags: GammaFlags): Promise<void> {
  if (flags.rules === true) return writeOutput(io, flags.out, [`${JSON.stringify(gammaRules(GAMMA_V2), null, 2)}\n`]);
  if (path === undefined) throw new CommandError('expected a file of positions, or --rules, got neither');
  const accounts = await accountsOf(io, path, flags);
  const coins = gammaOf(accounts, flags).map((record): CoinGamma => ({
    gamma: record,
    oraclePrice: null,
    premium: null,
    openInterestUsd: null,
  }));
  const tiers = new Map(
    accounts.coins.flatMap(({ coin, tiers: known }) => (known === undefined ? [] : [[coin, known] as const])),
  );
  const answer = gammaAnswer.encode({ ...accounts, coins, config: GAMMA_V2, tiers });
  if (flags.rows === 'all') return writeRows(io, flags, PROFILE_COLUMNS, profileRows(answer), VIEWS['gamma_profile']);
  const format = blockFormat(flags.format);
  if (format === 'json') return writeBody(io, flags, [`${JSON.stringify(answer, null, 2)}\n`]);
  if (format === 'ndjson') {
    return writeBody(
      io,
      flags,
      Object.values(answer.coins).map((row) => `${JSON.stringify(row)}\n`),
    );
  }
  return writeRows(io, flags, COLUMNS, Object.values(answer.coins).map(coinRow), VIEWS['gamma']);
}

/** Gamma of the requested coins. @throws {CommandError} without a moment, when no coin is found, or with too many coins. */
export function gammaOf({ file, book, classes, asOf }: Accounts, flags: GammaInputs): GammaRecord[] {
  if (Number.isNaN(asOf)) throw new CommandError(`--at: expected the moment of the positions in ${file}, got none`);
  const coins = flags.symbol?.split(',').map((name) => name.trim());
  // As in the service, coins without positions are absent.
  const found = split(book, classes).filter(({ coin }) => coins?.includes(coin) ?? true);
  if (found.length === 0) throw new CommandError(`${file}: expected positions of ${coins?.join(', ')}, got none`);
  const isGiven = flags.funding !== undefined || flags.oiChange !== undefined;
  if (isGiven && found.length > 1) {
    throw new CommandError(`--symbol: expected one coin for --funding and --oi-change, got ${found.length}`);
  }
  const columns = ladderColumns(book, classes);
  const { initial, step } = gamma();
  return found.map(({ coin, byClass }) => {
    const input = {
      time: asOf,
      ladder: ladderOf(columns, coin)!,
      makers: byClass.market_maker,
      fundingRate: flags.funding ?? null,
      openInterestChangePct: flags.oiChange ?? null,
    };
    return step(initial, input).output;
  });
}

type GammaRow = GammaAnswerWire['coins'][string];

/** Table row of a coin. */
function coinRow({ symbol, regime, coverage, mm_net_delta: net, gamma_flip: flip, mark }: GammaRow): Row {
  const { mm_skew: skew, near_density: density, dist_to_flip_pct: distance } = regime.inputs;
  return {
    symbol,
    state: regime.state,
    score: regime.score,
    confidence: regime.confidence,
    coverage: regime.coverage,
    mm_n_accounts: coverage.mm_n_accounts,
    mm_net_delta: net,
    mm_skew: skew,
    near_density: density,
    gamma_flip: flip,
    dist_to_flip_pct: distance,
    mark,
  };
}

function* profileRows({ coins }: GammaAnswerWire): Generator<Row> {
  for (const [symbol, { gamma_profile: profile }] of Object.entries(coins)) {
    for (const point of profile) yield { symbol, ...point };
  }
}
