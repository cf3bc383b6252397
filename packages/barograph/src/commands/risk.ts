/** `barograph risk`: loss quantiles of a book of perps, contributions per position, and liquidation risk. */

import { riskOfBook, riskReport, type RiskOfBookWire, type RiskRequest } from '@barograph/contract';
import type { RiskPanel } from '@barograph/risk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readCoins } from '../coins.ts';
import { CommandError, say, type Io } from '../io.ts';
import { readDerivatives } from '../derivatives.ts';
import { NO_PERPS, perpsNowOf } from '../perps-now.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { writeBody, writeRows } from '../output.ts';
import { readBook } from '../read-risk-book.ts';
import { RISK_LEAD, riskPanelOf } from '../risk-of.ts';
import { loadShippedModel } from '../shipped-models.ts';
import type { Row } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';

/** Parsed flags. */
interface RiskFlags extends MomentOptions, TableFlags {
  readonly bars: string;
  readonly collateral?: number;
  readonly horizon?: '4h' | '24h';
  readonly seed?: string;
  readonly hedge?: number;
  readonly target?: number;
  readonly derivatives?: string;
  readonly leaveOut?: boolean;
  readonly repair?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

const COLUMNS = [
  'coin',
  'notional_usd',
  'volatility_pct',
  'shortfall_usd',
  'shortfall_share',
  'p_liquidation',
  'funding_usd',
];

function numberWithin(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= low && value <= high)) {
      throw new InvalidArgumentError(
        high === Infinity ? `expected a number from ${low} on.` : `expected ${low}…${high}.`,
      );
    }
    return value;
  };
}

/** Adds the command to the program. */
export function addRisk(program: Command, io: Io): void {
  const command = addTable(program.command('risk'), 'shown')
    .summary('what a book of perps can lose, which position is responsible, and its chances of liquidation')
    .description(
      'Simulates a book from hourly bars of its coins with the shipped nowcast: value at risk, expected shortfall, contributions, ' +
        'liquidations, drawdowns and named days of stress; the answer of POST /risk/book with --json. A book is CSV with a head of ' +
        'coin, side, size or notional_usd, and where known entry, leverage, margin, collateral_usd, funding_hourly; or the JSON of ' +
        'a request.',
    )
    .argument('<book>', 'CSV or JSON, or - for standard input')
    .requiredOption('--bars <path>', 'a folder with a file of hourly bars for each coin, or one file')
    .option('--collateral <usd>', 'balance that backs the cross-margin positions', numberWithin(0, Infinity))
    .addOption(new Option('--horizon <hours>', 'horizon (default: from the request, else 24h)').choices(['4h', '24h']))
    .option('--hedge <share>', 'search a hedge that removes this share of the 5 % shortfall', numberWithin(0.01, 0.99))
    .option(
      '--target <usd>',
      'find the factor for all sizes that gives this 5 % shortfall',
      numberWithin(Number.MIN_VALUE, Infinity),
    )
    .option('--derivatives <folder>', 'funding of perps, for positions without funding_hourly: see train nowcast')
    .option('--leave-out', 'leave out coins without a forecast, and list them')
    .option('--seed <text>', 'seed of the random draws (default: from the hour)')
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option('--json', 'the whole answer of the service as JSON')
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph risk book.csv --bars bars/
  $ barograph risk book.csv --bars bars/ --collateral 20000 --horizon 4h --hedge 0.25
  $ barograph risk request.json --bars bars/ --json --out risk.json`,
    );
  addMoment(command, 'compute for this moment, from bars closed by then (default: the last close)');
  command.action(async (path: string, flags: RiskFlags) => runRisk(io, path, flags));
}

/** Input of the simulation of a book. */
interface RiskInput {
  readonly panel: RiskPanel;
  /** Current funding rates per hour, by coin; unknown rates are absent. */
  readonly funding: ReadonlyMap<string, number>;
  readonly asOf: number;
}

/** Panel of a folder in the host's order: largest 24-hour volume first. */
async function panelOf(io: Io, flags: RiskFlags): Promise<RiskInput> {
  const at = momentIn(flags);
  const options = {
    source: 'perpdex_perp',
    repair: flags.repair === true,
    ...(at === undefined ? {} : { asOf: at }),
  } as const;
  const { coins, asOf } = await readCoins(io, flags.bars, options);
  const hourly = coins.filter(({ hourly: bars }) => bars.length > 0);
  if (hourly.length === 0) throw new CommandError(`${flags.bars}: expected bars of 1h or shorter, got longer ones`);
  if (hourly.every(({ symbol }) => symbol !== RISK_LEAD)) {
    say(io, `${flags.bars}: no bars of ${RISK_LEAD}, so the market is read from the coin of the largest volume`);
  }
  const list = hourly.map(({ symbol, hourly: bars }) => ({ coin: symbol, bars }));
  const nowOf = flags.derivatives === undefined ? NO_PERPS : perpsNowOf(await readDerivatives(io, flags.derivatives));
  const rates = hourly.map((coin) => [coin.symbol, nowOf(coin, asOf).fundingRate] as const);
  const funding = new Map(rates.flatMap(([symbol, rate]) => (rate === null ? [] : [[symbol, rate] as const])));
  return { panel: riskPanelOf(list, await loadShippedModel()), funding, asOf };
}

async function runRisk(io: Io, path: string, flags: RiskFlags): Promise<void> {
  const book = await readBook(io, path);
  const request: RiskRequest = {
    ...book,
    ...(flags.collateral === undefined ? {} : { collateral_usd: flags.collateral }),
    ...(flags.horizon === undefined ? {} : { horizon: flags.horizon }),
    ...(flags.leaveOut === true ? { unknown: 'leave_out' as const } : {}),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.hedge === undefined ? {} : { hedge: flags.hedge }),
    ...(flags.target === undefined ? {} : { target_usd: flags.target }),
  };
  const { panel, funding, asOf } = await panelOf(io, flags);
  const answer = riskOfBook.encode({ ...riskReport(panel, request, funding), asOf, dataSource: 'files' });
  if (flags.json === true) return writeBody(io, flags, [`${JSON.stringify(answer, null, 2)}\n`]);
  for (const line of summary(answer)) say(io, line);
  return writeRows(io, flags, COLUMNS, answer.positions.map(positionRow(answer)));
}

const money = (value: number): string => `${Math.round(value).toLocaleString('en-US')} USD`;
const share = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** Lines shown in addition to the table. */
function* summary(answer: RiskOfBookWire): Generator<string> {
  const { horizon, tails, volatility_usd: volatility, gross_usd: gross, net_usd: net } = answer;
  yield `${horizon} from ${new Date(answer.last_hour).toISOString()}, ${answer.scenarios} scenarios: gross ${money(gross)}, net ${money(net)}, volatility ${money(volatility)}`;
  for (const { level, value_at_risk_usd: at, expected_shortfall_usd: mean } of tails) {
    yield `${100 * level} % of the time it loses ${money(at)} or more, ${money(mean)} on average`;
  }
  const { p_account_liquidation: account, p_any_liquidation: any } = answer;
  if (any !== null)
    yield `chance of a liquidation: ${share(any)}${account === null ? '' : `, of the account ${share(account)}`}`;
  for (const { share: part, probability } of answer.drawdowns)
    yield `chance of a drawdown of ${share(part)}: ${share(probability)}`;
  for (const { day, name, profit_usd: profit } of answer.stress) {
    yield `${day} (${name}): ${profit === null ? 'no prices at hand' : money(profit)}`;
  }
  for (const hedge of [answer.hedge?.one, answer.hedge?.two]) {
    if (hedge === undefined || hedge === null) continue;
    const legs = hedge.legs.map((leg) => `${leg.side} ${money(leg.notional_usd)} of ${leg.coin}`).join(', ');
    yield `hedge: ${legs} for ${money(hedge.cost_usd)} leaves ${money(hedge.after_usd)}${hedge.reached ? '' : ', short of the target'}`;
  }
  if (answer.size !== null)
    yield `factor of all sizes for the target: ${answer.size.factor?.toFixed(4) ?? 'none, the book has no risk'}`;
  for (const { coin, reason } of answer.left_out) yield `left out ${coin}: ${reason}`;
}

const positionRow =
  ({ tails }: RiskOfBookWire) =>
  (position: RiskOfBookWire['positions'][number]): Row => {
    const { coin, notional_usd, volatility_pct, p_liquidation, funding_usd, to_shortfall } = position;
    const part = to_shortfall[tails.length - 1]!;
    return {
      coin,
      notional_usd,
      volatility_pct,
      shortfall_usd: part.usd,
      shortfall_share: part.share,
      p_liquidation,
      funding_usd,
    };
  };
