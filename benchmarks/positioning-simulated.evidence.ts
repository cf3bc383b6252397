/**
 * Positioning on the simulator, whose truth is known: prices of forced closes against solved liquidation prices, and the
 * states of the gamma analog against what price then did. The second describes one seeded market whose
 * laws are ours: no law makes makers hedge, so no state is expected to predict anything, and a difference
 * reflects other properties of the state. Run by hand; it prints Markdown and writes nothing.
 *
 *     node --import tsx --conditions source benchmarks/positioning-simulated.evidence.ts [days] [coins, comma list]
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, quantile } from '@barograph/core';
import { returnVolatility } from '@barograph/nowcast';
import {
  accountBook,
  classify,
  gamma,
  ladderColumns,
  ladderOf,
  split,
  type CoinTerms,
  type GammaState,
} from '@barograph/positioning';
import { createAccounts, createFlow, createMarket, createObservations, SIMULATOR_V2 } from '@barograph/simulator';
import { createSimulatedAccounts } from '../packages/sources/src/simulated/accounts.ts';
import { BUCKETS, solvedCloses } from '../test/solved-closes.ts';

const [days = '120', coins = 'BTC,ETH,SOL,XRP,DOGE,LINK,AVAX,kPEPE'] = process.argv.slice(2);
const symbols = coins.split(',');

function printCloses(): void {
  const { closes, unseen } = solvedCloses(symbols, Number(days), 5 * MINUTE_MS);
  console.log(
    `\n## Forced closes against solved prices\n\n${closes.length} held parts of closed positions, ${days} days; of ${unseen.length} closes the cycle before did not have the position\n`,
  );
  console.log('| leverage | held parts | mean error, % of mark | largest |');
  console.log('|---|---:|---:|---:|');
  for (const { name, holds } of BUCKETS) {
    const errors = closes.filter(({ leverage }) => holds(leverage)).map(({ errorPct }) => errorPct);
    if (errors.length === 0) continue;
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    console.log(`| ${name} | ${errors.length} | ${mean.toFixed(4)} | ${Math.max(...errors).toFixed(4)} |`);
  }
}

/** A coin at an hour with a state, and the outcome. */
interface Seen {
  readonly symbol: string;
  readonly hour: number;
  readonly state: string;
  readonly score: number;
  readonly outcome: Readonly<Record<'h4' | 'h24', Outcome>>;
}
interface Outcome {
  /** Realised volatility of the following hours over that of the previous 48 hours. */
  readonly volatility: number;
  /** Absolute return over the volatility expected from the previous 48 hours. */
  readonly move: number;
  /** Positions closed by force, percent of open interest. */
  readonly forcedPct: number;
}

const market = createMarket();
const observations = createObservations(market);
const flow = createFlow(market);
const feed = createSimulatedAccounts(createAccounts(market, observations)).accounts!;
const START = SIMULATOR_V2.start + 40 * DAY_MS;
const END = START + Number(days) * DAY_MS;

/** Reader of the outcome after an hour. */
function outcomeReader(symbol: string): (at: number, hours: number) => Outcome {
  const bars = market.candles(symbol, 'perpdex_perp', '1h', 0, END + DAY_MS);
  const { h48 } = returnVolatility(bars.close);
  return (at, hours) => {
    const last = (at - bars.time[0]!) / HOUR_MS - 1;
    const expected = h48[last]! * Math.sqrt(hours);
    let squares = 0;
    for (let i = last + 1; i <= last + hours; i++) squares += Math.log(bars.close[i]! / bars.close[i - 1]!) ** 2;
    const forced = flow.forcedCloses(symbol, at, at + hours * HOUR_MS).reduce((sum, { size }) => sum + size, 0);
    return {
      volatility: Math.sqrt(squares) / expected,
      move: Math.abs(Math.log(bars.close[last + hours]! / bars.close[last]!)) / expected,
      forcedPct: (100 * forced) / observations.perp(symbol, at)!.openInterest,
    };
  };
}

async function seenStates(): Promise<readonly Seen[]> {
  const readers = new Map(symbols.map((symbol) => [symbol, outcomeReader(symbol)]));
  const { initial, step } = gamma();
  const states = new Map<string, GammaState>();
  const classifier = classify();
  let known = classifier.initial;
  const seen: Seen[] = [];
  for (let at = START; at < END; at += HOUR_MS) {
    const answer = await feed.pull({ asOf: at });
    if (!answer.ok) throw new Error(answer.error.reason);
    const perps = new Map(observations.symbols.flatMap((symbol) => {
      const perp = observations.perp(symbol, at);
      return perp === undefined || perp.isDelisted ? [] : [[symbol, perp] as const];
    })); // prettier-ignore
    const terms = [...perps.values()].map(({ symbol, mark, maxLeverage }): CoinTerms => {
      return { coin: symbol, mark, tiers: [{ from: 0, maxLeverage }] };
    });
    const book = accountBook(answer.value.rows.accounts, terms);
    const judged = classifier.step(known, book);
    known = judged.state;
    const columns = ladderColumns(book, judged.output);
    for (const { coin: symbol, byClass } of split(book, judged.output)) {
      if (!symbols.includes(symbol)) continue;
      const { fundingRate, openInterest } = perps.get(symbol)!;
      const before = observations.perp(symbol, at - DAY_MS)?.openInterest;
      const { state, output } = step(states.get(symbol) ?? initial, {
        time: at,
        ladder: ladderOf(columns, symbol)!,
        makers: byClass.market_maker,
        fundingRate,
        openInterestChangePct: before === undefined ? null : 100 * (openInterest / before - 1),
      });
      states.set(symbol, state);
      const { regime, context } = output;
      if (regime.coverage !== 'full' || context.status !== 'ready') continue;
      const outcomeOf = readers.get(symbol)!;
      const outcome = { h4: outcomeOf(at, 4), h24: outcomeOf(at, 24) };
      seen.push({ symbol, hour: at, state: regime.state, score: regime.score!, outcome });
    }
  }
  return seen;
}

const fixed = (values: readonly number[], p: number): string => quantile(values, p).toFixed(2);

function printStates(seen: readonly Seen[]): void {
  console.log(
    `\n## States of the gamma analog, and what price then did\n\n${seen.length} hours of ${symbols.length} coins\n`,
  );
  console.log(
    '| horizon | state | hours | spells | volatility after ÷ before, quartiles | move ÷ expected, quartiles | closed by force, mean % of open interest |',
  );
  console.log('|---|---|---:|---:|---|---|---:|');
  for (const horizon of ['h4', 'h24'] as const) {
    for (const state of ['amplify', 'transitional', 'dampen', 'all'] as const) {
      const own = seen.filter((hour) => state === 'all' || hour.state === state);
      if (own.length === 0) continue;
      const hours = new Set(own.map(({ symbol, hour }) => `${symbol} ${hour}`));
      const spells = own.filter(({ symbol, hour }) => !hours.has(`${symbol} ${hour - HOUR_MS}`)).length;
      const valuesOf = (name: keyof Outcome): number[] => own.map(({ outcome }) => outcome[horizon][name]);
      const quartiles = (name: keyof Outcome): string =>
        [0.25, 0.5, 0.75].map((p) => fixed(valuesOf(name), p)).join(' / ');
      const forced = valuesOf('forcedPct').reduce((sum, value) => sum + value, 0) / own.length;
      console.log(
        `| ${horizon} | ${state} | ${own.length} | ${spells} | ${quartiles('volatility')} | ${quartiles('move')} | ${forced.toFixed(2)} |`,
      );
    }
  }
}

printCloses();
printStates(await seenStates());
