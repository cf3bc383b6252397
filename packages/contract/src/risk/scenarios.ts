/** GET /risk/scenarios: joint returns of all perps, for readers who compute the risk of a private book themselves. */

import { err, HOUR_MS, ok } from '@barograph/core';
import { COIN_PROBLEMS, drawScenarios, RISK_HORIZONS, RISK_SHARED_V1, type LeftOutCoin } from '@barograph/risk';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { HorizonParameter, QUANT_HORIZONS, type QuantHorizon } from '../quant/classes.ts';
import { needsModel } from '../quant/needs-model.ts';
import { sourceFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { fundingOf } from './book.ts';
import { NO_PANEL, noPanel } from './no-panel.ts';
import { RISK_PANELS } from './port.ts';
import { HORIZON_NAMES } from './request.ts';

/** Steps per return of 1: integers take half the length of fractions, and a third when compressed. */
const STEPS = 100_000;

/** Coin with its returns. */
interface SharedCoin {
  readonly coin: string;
  readonly mark: number;
  readonly volatility: number;
  readonly funding: number | undefined;
  readonly returns: readonly number[];
}
const perp = fieldsOf<SharedCoin>();
const perpRecord = record('RiskScenarioPerp', {
  coin: perp.text('Perp.', (c) => c.coin),
  mark_usd: perp.numberOrNull('Last close, USD.', (c) => c.mark, { minimum: 0 }),
  volatility_pct: perp.number('Expected volatility over the horizon, percent.', (c) => 100 * c.volatility, {
    minimum: 0,
  }),
  funding_hourly: perp.numberOrNull(
    'Funding of now that a long pays per hour, as a fraction of the notional; null while it is not known.',
    (c) => c.funding,
  ),
  returns: perp.list(
    Type.Integer({ minimum: -STEPS }),
    'Simple return over the horizon in steps, by scenario; the same place is the same scenario for all perps.',
    (c) => c.returns,
  ),
});

const left = fieldsOf<LeftOutCoin>();
const leftOut = record('RiskScenarioLeftOut', {
  coin: left.text('Perp.', (c) => c.coin),
  reason: left.choice(COIN_PROBLEMS, 'Why it has no forecast.', (c) => c.reason),
});

/** Answer with its time and source. */
export interface SharedScenarios {
  readonly version: string;
  readonly at: number;
  readonly horizon: QuantHorizon;
  readonly count: number;
  readonly coins: readonly SharedCoin[];
  readonly leftOut: readonly LeftOutCoin[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<SharedScenarios>();
/** The answer. */
export const riskScenarios = record('RiskScenarios', {
  rules_version: field.text('Rules of the simulation.', (s) => s.version),
  last_hour: field.moment('Close of the last hour that is known.', (s) => s.at + HOUR_MS),
  horizon: field.choice(QUANT_HORIZONS, 'How far ahead.', (s) => s.horizon),
  scenarios: field.integer('Scenarios, each with the same probability.', (s) => s.count, { minimum: 0 }),
  steps: field.integer('Steps of returns that a return of 1 has.', () => STEPS, { minimum: 1 }),
  perps: field.items(perpRecord, 'All perps with a forecast.', (s) => s.coins),
  left_out: field.items(leftOut, 'Perps without one.', (s) => s.leftOut),
  as_of: field.moment('When this was computed.', (s) => s.asOf),
  ...sourceFields,
});
/** The answer on the wire. */
export type RiskScenariosWire = WireOf<typeof riskScenarios>;

export const getRiskScenarios = needsModel(
  operation('risk.scenarios', {
    path: '/risk/scenarios',
    family: 'quant',
    dataset: 'book_risk',
    summary: 'Joint returns of all perps within 4 or 24 hours, from which a reader computes the risk of a book.',
    description:
      'The scenarios of POST /risk/book, fewer of them, for all perps at once: what is asked does not tell which perps are held. The profit of a position in a scenario is its notional times the return, less the funding.',
    query: Type.Object({ horizon: HorizonParameter }),
    reply: riskScenarios.schema,
    ports: [RISK_PANELS],
    errors: [NO_PANEL],
    notes: [{ date: FIRST_RELEASE, text: 'an operation of this service beside the contract' }],
    answer: async (context, { query: { horizon } }) => {
      const asOf = context.now();
      const panel = await context.use(RISK_PANELS).at(asOf);
      if (panel === undefined) return err(noPanel());
      const hour = panel.first + panel.hours * HOUR_MS;
      const key = `risk_scenarios/1|${hour}|${horizon}`;
      // One answer per hour.
      const shared = await context.atMostEvery(HOUR_MS, key, async (): Promise<SharedScenarios> => {
        const funding = fundingOf(context);
        const names = panel.coins.map(({ coin }) => coin);
        const options = { horizon: HORIZON_NAMES[horizon], config: RISK_SHARED_V1 };
        const { version, at, count, coins, leftOut: without } = drawScenarios(panel, names, options);
        return {
          version,
          at,
          count,
          horizon,
          asOf,
          leftOut: without,
          dataSource: context.dataSource,
          coins: coins.map(({ coin, column, volatility, returns }) => ({
            coin,
            mark: column.mark,
            volatility: volatility * Math.sqrt(RISK_HORIZONS[options.horizon]),
            funding: funding.get(coin),
            returns: Array.from(returns, (r) => Math.round(STEPS * r)),
          })),
        };
      });
      return ok(value(riskScenarios.encode(shared)));
    },
  }),
);
