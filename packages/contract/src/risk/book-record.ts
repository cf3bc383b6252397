/** Answer of a book's risk on the wire. */

import { HOUR_MS } from '@barograph/core';
import {
  COIN_PROBLEMS,
  VOLATILITY_SOURCES,
  type BookRisk,
  type Contribution,
  type Hedge,
  type LeftOutCoin,
  type PositionRisk,
  type SizedBook,
  type StressResult,
} from '@barograph/risk';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { PROBABILITY, QUANT_HORIZONS } from '../quant/classes.ts';
import { sourceFields } from '../shapes/page.ts';
import type { RiskReport } from './report.ts';

const part = fieldsOf<Contribution>();
const contribution = record('RiskContribution', {
  usd: part.number(
    'What the position adds, USD; those of all positions sum to the measure of the book.',
    (c) => c.component,
  ),
  share: part.numberOrNull('The same as a fraction of the book; null when the book has none.', (c) => c.share),
  marginal: part.numberOrNull(
    'Change of the measure per USD of notional added; null for a notional of 0.',
    (c) => c.marginal,
  ),
});

const field = fieldsOf<PositionRisk>();
const riskOfPosition = record('RiskOfPosition', {
  coin: field.text('Coin.', (p) => p.coin),
  notional_usd: field.number('USD at the last close: positive long, negative short.', (p) => p.notional),
  volatility_pct: field.number(
    'Expected volatility of the coin over the horizon, percent.',
    (p) => 100 * p.volatility,
    {
      minimum: 0,
    },
  ),
  to_volatility: field.inner(contribution, (p) => p.toVolatility),
  to_shortfall: field.items(contribution, 'To the expected shortfall, in the order of tails.', (p) => p.toShortfall),
  p_liquidation: field.numberOrNull(
    'Chance of a liquidation within the horizon, at hourly closes; null while what backs the position is not known.',
    (p) => p.liquidation,
    PROBABILITY,
  ),
  funding_usd: field.number('Funding paid until the horizon, USD; negative when it is received.', (p) => p.funding),
});

const moved = fieldsOf<StressResult['positions'][number]>();
const stressed = record('RiskStressPosition', {
  coin: moved.text('Coin.', (p) => p.coin),
  move_pct: moved.number('Move of the coin, percent.', (p) => 100 * p.move),
  profit_usd: moved.number('Profit, USD.', (p) => p.profit),
  measured: moved.flag(
    'Whether the move of this coin on the day is known; else it is the median of the coins of the day.',
    (p) => p.measured,
  ),
  liquidated: moved.flagOrNull(
    'Whether it would be liquidated; null while what backs it is not known.',
    (p) => p.liquidated,
  ),
});
const day = fieldsOf<StressResult>();
const stress = record('RiskStress', {
  day: day.text('UTC day, YYYY-MM-DD.', (s) => s.day),
  name: day.text('Event of the day.', (s) => s.name),
  profit_usd: day.numberOrNull(
    'Profit of the book if the worst 24 hours of the day came again at the volatility of now, USD; null for a day whose prices are not at hand.',
    (s) => s.profit,
  ),
  liquidated: day.flagOrNull(
    'Whether the cross account would be liquidated; null while its equity is not known.',
    (s) => s.liquidated,
  ),
  positions: day.items(stressed, 'Positions of the book.', (s) => s.positions),
});

const leg = fieldsOf<Hedge['legs'][number]>();
const hedgeLeg = record('RiskHedgeLeg', {
  coin: leg.text('Perp.', (l) => l.coin),
  side: leg.choice(['long', 'short'], 'Side.', (l) => l.side),
  notional_usd: leg.number('USD.', (l) => l.notional, { minimum: 0 }),
});
const trade = fieldsOf<Hedge>();
const hedge = record('RiskHedge', {
  legs: trade.items(hedgeLeg, 'Perps to trade.', (h) => h.legs),
  after_usd: trade.number('5 % shortfall of the book with them, their cost included, USD.', (h) => h.after),
  cost_usd: trade.number(
    'Fee, slippage and funding until the horizon, USD; negative when funding earns more.',
    (h) => h.cost,
  ),
  reached: trade.flag('Whether the share that was asked for is removed.', (h) => h.reached),
});
const both = fieldsOf<NonNullable<RiskReport['hedge']>>();
const hedges = record('RiskHedges', {
  target_usd: both.number('5 % shortfall that was asked for, USD.', (h) => h.target),
  one: both.innerOrNull(hedge, 'The cheapest with one perp; null when none lowers the risk.', (h) => h.one),
  two: both.innerOrNull(hedge, 'The cheapest with up to two perps; null when none lowers the risk.', (h) => h.two),
});
const sized = fieldsOf<SizedBook>();
const size = record('RiskSize', {
  factor: sized.numberOrNull(
    'Factor of all sizes, and of the margins of isolated positions; null for a book without risk.',
    (s) => s.factor,
  ),
  after_usd: sized.number('5 % shortfall of the book of that size, USD.', (s) => s.after),
});
const out = fieldsOf<LeftOutCoin>();
const leftOut = record('RiskLeftOut', {
  coin: out.text('Coin.', (l) => l.coin),
  reason: out.choice(COIN_PROBLEMS, 'Reason why there is no forecast.', (l) => l.reason),
});

const tail = fieldsOf<BookRisk['tails'][number]>();
const tailRecord = record('RiskTail', {
  level: tail.number('Share of the worst scenarios.', (t) => t.level, PROBABILITY),
  value_at_risk_usd: tail.number('Loss that this share reaches or exceeds, USD.', (t) => t.valueAtRisk),
  expected_shortfall_usd: tail.number('Mean loss of this share, USD.', (t) => t.expectedShortfall),
});
const fall = fieldsOf<BookRisk['drawdowns'][number]>();
const drawdown = record('RiskDrawdown', {
  share: fall.number(
    'Fall from the highest value since now, as a fraction of capital_usd.',
    (d) => d.share,
    PROBABILITY,
  ),
  usd: fall.number('The same, USD.', (d) => d.usd),
  probability: fall.number('Chance within the horizon, at hourly closes.', (d) => d.probability, PROBABILITY),
});

/** Report with its time and source. */
export type StampedReport = RiskReport & { readonly asOf: number; readonly dataSource: DataSource };
const whole = fieldsOf<StampedReport>();
/** The answer. */
export const riskOfBook = record('RiskOfBook', {
  rules_version: whole.text('Rules of the simulation.', ({ risk }) => risk.version),
  seed: whole.text('Seed of the draws: the same book, hour and seed have the same answer.', ({ risk }) => risk.seed),
  last_hour: whole.moment('Close of the last hour that is known.', ({ risk }) => risk.at + HOUR_MS),
  horizon: whole.choice(QUANT_HORIZONS, 'How far ahead.', (r) => r.horizon),
  expected_volatility: whole.choice(
    VOLATILITY_SOURCES,
    'What the volatilities of now are expected by: har, the model, or ewma, an exponential average where the model has none.',
    (r) => r.source,
  ),
  scenarios: whole.integer('Joint scenarios; 0 for an empty book.', ({ risk }) => risk.scenarios, { minimum: 0 }),
  effective_dates: whole.number(
    'Dates that would tell as much if all counted the same.',
    ({ risk }) => risk.effectiveDates,
    { minimum: 0 },
  ),
  gross_usd: whole.number('Sum of the sizes of all notionals, USD.', ({ risk }) => risk.gross, { minimum: 0 }),
  net_usd: whole.number('Long less short notional, USD.', ({ risk }) => risk.net),
  equity_usd: whole.numberOrNull(
    'Equity of the account at the last closes, USD; null when it is not known.',
    ({ risk }) => risk.equity,
  ),
  capital_usd: whole.number(
    'What drawdowns are fractions of: the equity where it is known and positive, else the gross notional.',
    ({ risk }) => risk.capital,
  ),
  mean_usd: whole.number('Mean profit of the scenarios, USD.', ({ risk }) => risk.mean),
  volatility_usd: whole.number('Standard deviation of the profit, USD.', ({ risk }) => risk.volatility, { minimum: 0 }),
  tails: whole.items(
    tailRecord,
    'Value at risk and expected shortfall; cross positions are held to the horizon, isolated ones lose at most their margin.',
    ({ risk }) => risk.tails,
  ),
  drawdowns: whole.items(drawdown, 'Falls within the horizon.', ({ risk }) => risk.drawdowns),
  p_account_liquidation: whole.numberOrNull(
    'Chance that the cross account is liquidated within the horizon, at hourly closes; null while its equity is not known or without cross positions.',
    ({ risk }) => risk.liquidation.account,
    PROBABILITY,
  ),
  p_any_liquidation: whole.numberOrNull(
    'Chance that any position is; null while it is not known of one.',
    ({ risk }) => risk.liquidation.any,
    PROBABILITY,
  ),
  positions: whole.items(riskOfPosition, 'Positions in the order of the request.', ({ risk }) => risk.positions),
  stress: whole.items(stress, 'Named days, at the volatility of now.', (r) => r.stress),
  hedge: whole.innerOrNull(hedges, 'null when none was asked for.', (r) => r.hedge),
  size: whole.innerOrNull(size, 'null when no target was asked for.', (r) => r.size),
  left_out: whole.items(leftOut, 'Coins of the request without a forecast.', ({ risk }) => risk.leftOut),
  as_of: whole.moment('When this was computed.', (r) => r.asOf),
  ...sourceFields,
});
/** The answer on the wire. */
export type RiskOfBookWire = WireOf<typeof riskOfBook>;
