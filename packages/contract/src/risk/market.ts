/** GET /risk/market: co-movement of perps, and the number of independent bets that it leaves. */

import { err, HOUR_MS, ok } from '@barograph/core';
import { marketRisk, type MarketRisk } from '@barograph/risk';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { HorizonParameter, QUANT_HORIZONS } from '../quant/classes.ts';
import { needsModel } from '../quant/needs-model.ts';
import { sourceFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { NO_PANEL, noPanel } from './no-panel.ts';
import { RISK_PANELS } from './port.ts';
import { HORIZON_NAMES } from './request.ts';

/** Perps at each end of the list. */
const ENDS = 5;
const CORRELATION = { minimum: -1, maximum: 1 } as const;
/** Clamps to −1…1: means of rounded columns may exceed it by their last digit. */
const bounded = (value: number | null): number | null => (value === null ? null : Math.max(-1, Math.min(1, value)));

const perp = fieldsOf<MarketRisk['byCoin'][number]>();
const perpRecord = record('RiskPerp', {
  coin: perp.text('Perp.', (p) => p.coin),
  correlation: perp.numberOrNull('Mean correlation with the other perps.', (p) => bounded(p.correlation), CORRELATION),
});

/** Answer with its time and source. */
export type StampedMarketRisk = MarketRisk & { readonly asOf: number; readonly dataSource: DataSource };
const field = fieldsOf<StampedMarketRisk>();
/** The answer. */
export const riskOfMarket = record('RiskOfMarket', {
  rules_version: field.text('Rules of the simulation.', (m) => m.version),
  last_hour: field.moment('Close of the last hour that is known.', (m) => m.at + HOUR_MS),
  horizon: field.choice(QUANT_HORIZONS, 'How far ahead.', (m) => (m.horizon === 'h4' ? '4h' : '24h')),
  perps: field.integer('Perps with a forecast.', (m) => m.coins, { minimum: 0 }),
  correlation_regime: field.choiceOrNull(
    ['low', 'normal', 'high'],
    'Rank of recent_correlation among the weeks of the history: the lower quarter, the middle, the upper quarter; null with too little history.',
    (m) => m.regime,
  ),
  recent_correlation: field.numberOrNull(
    'Mean correlation of the hourly returns of all pairs in the last 168 hours; null with fewer than two perps with all of them.',
    (m) => bounded(m.recentCorrelation),
    CORRELATION,
  ),
  recent_rank: field.numberOrNull(
    'Share of the weeks before with a lower one; null with too little history.',
    (m) => m.recentRank,
    { minimum: 0, maximum: 1 },
  ),
  correlation: field.numberOrNull(
    'Mean correlation of all pairs in the scenarios of the horizon; null with fewer than two perps.',
    (m) => bounded(m.correlation),
    CORRELATION,
  ),
  effective_bets: field.numberOrNull(
    'Independent bets that equal risks in all perps amount to; null without a perp.',
    (m) => m.effectiveBets,
    { minimum: 0 },
  ),
  most_diversifying: field.items(
    perpRecord,
    'Perps with the lowest correlation with the others, the lowest first.',
    (m) => m.byCoin.slice(0, ENDS),
    { maxItems: ENDS },
  ),
  least_diversifying: field.items(
    perpRecord,
    'Perps with the highest, the highest first.',
    (m) => m.byCoin.toReversed().slice(0, ENDS),
    { maxItems: ENDS },
  ),
  as_of: field.moment('When this was computed.', (m) => m.asOf),
  ...sourceFields,
});
/** The answer on the wire. */
export type RiskOfMarketWire = WireOf<typeof riskOfMarket>;

export const getRiskMarket = needsModel(
  operation('risk.market', {
    path: '/risk/market',
    family: 'quant',
    dataset: 'market_risk',
    summary: 'How much perps move together, and how many independent bets that leaves.',
    query: Type.Object({ horizon: HorizonParameter }),
    reply: riskOfMarket.schema,
    ports: [RISK_PANELS],
    errors: [NO_PANEL],
    notes: [{ date: FIRST_RELEASE, text: 'an operation of this service beside the contract' }],
    answer: async (context, { query }) => {
      const asOf = context.now();
      const panel = await context.use(RISK_PANELS).at(asOf);
      if (panel === undefined) return err(noPanel());
      const hour = panel.first + panel.hours * HOUR_MS;
      // A panel with missing bars may be completed within its hour.
      const whole = panel.coins.filter(({ last }) => last === panel.hours - 1).length;
      const key = `risk_market/1|${hour}|${query.horizon}|${whole} of ${panel.coins.length}`;
      // Computed once per panel, because correlations of all pairs are slow.
      const risk = await context.atMostEvery(HOUR_MS, key, async () =>
        marketRisk(panel, { horizon: HORIZON_NAMES[query.horizon] }),
      );
      return ok(value(riskOfMarket.encode({ ...risk, asOf, dataSource: context.dataSource })));
    },
  }),
);
