/** Liquidation risk in the ledger: recorded with the depth it is about, graded where every forced close is known, else counted. */

import { CLASS_KINDS, outcomeOf, type ForecastRow, type GradeRow } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { LIQUIDATION_RISK_V2 } from '@barograph/nowcast';
import { createFlow, createMarket, type ForcedClose } from '@barograph/simulator';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { forecastRow, NEVER } from '../../../../contract/test/ledger-cases.ts';
import { forcedReader } from '../../../../runtime/src/producers/ledger/forced.ts';
import { endOf } from '../../../../runtime/src/producers/ledger/grading.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { fewCoinsConfig } from '../quant/test-support.ts';
import { openStage, START } from './stage.ts';

const HOURS = 78;
const stage = await openStage(HOURS, ['liquidity']);
afterAll(async () => stage.stop());
const flow = createFlow(createMarket(fewCoinsConfig()));
const rows = await stage.allRows();
const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
const grades = new Map(rows.flatMap((row): [string, GradeRow][] => (row.type === 'grade' ? [[row.row, row]] : [])));
/** The class by the words of the head, from the closes of the simulator itself. */
function classOf({ scope, time, forecasts: said, ...row }: ForecastRow): string {
  const [bids, asks] = said.liquidation_risk!.depth!;
  const closes = flow.forcedCloses(scope, Date.parse(time) + HOUR_MS, endOf({ time, ...row }));
  const usd = (side: ForcedClose['side']): number =>
    closes.reduce((sum, one) => (one.side === side ? sum + one.price * one.size : sum), 0);
  const over = Math.max(usd('long') / (bids + 1), usd('short') / (asks + 1));
  const [moderate, elevated, severe] = LIQUIDATION_RISK_V2.cuts;
  return over > severe ? 'severe' : over > elevated ? 'elevated' : over > moderate ? 'moderate' : 'low';
}

describe('liquidation risk in the ledger', () => {
  it('is recorded where its head speaks, with the depth of coins', () => {
    const of = forecasts.filter(({ forecasts: said }) => said.liquidation_risk !== undefined);
    expect(of.length).toBeGreaterThan(4 * HOURS);
    expect(new Set(of.map(({ scope }) => scope))).toContain('market');
    for (const { scope, forecasts: said } of of) {
      const { p, depth } = said.liquidation_risk!;
      expect(p).toHaveLength(CLASS_KINDS.liquidation_risk.length);
      if (scope === 'market') expect(depth).toBeUndefined();
      else for (const side of depth!) expect(side).toBeGreaterThan(0);
    }
  });

  it('is graded by the closes of a simulated market, and unknown of the market as a whole', () => {
    const graded = forecasts.filter(({ id, forecasts: said }) => grades.has(id) && said.liquidation_risk !== undefined);
    const ofCoins = graded.filter(({ scope }) => scope !== 'market');
    expect(ofCoins.length).toBeGreaterThan(100);
    for (const row of ofCoins) expect(grades.get(row.id)!.grades.liquidation_risk!.came, row.id).toBe(classOf(row));
    const hasCloses = ofCoins.some(({ scope, ...row }) => flow.forcedCloses(scope, Date.parse(row.time) + HOUR_MS, endOf(row)).length > 0); // prettier-ignore
    expect(hasCloses).toBe(true);
    const ofMarket = graded.filter(({ scope }) => scope === 'market');
    expect(ofMarket.length).toBeGreaterThan(0);
    for (const { id } of ofMarket) expect(grades.get(id)!.grades.liquidation_risk!.came).toBeNull();
  });

  it('is counted in the scorecard where nobody tells what came', async () => {
    type Card = { live: { rows: number; kinds: { kind: string; graded: number; unknown: number; scores: unknown }[] } };
    const of = ({ live }: Card) => live.kinds.find(({ kind }) => kind === 'liquidation_risk');
    const market = await stage.get<Card>('quant/scorecard?horizon=4h');
    expect(of(market)).toMatchObject({ graded: 0, unknown: market.live.rows, scores: null });
    const coin = await stage.get<Card>('quant/scorecard?scope=BTC&horizon=4h');
    expect(of(coin)).toMatchObject({
      graded: coin.live.rows,
      unknown: 0,
      scores: [{ rule: 'log' }, { rule: 'brier' }],
    });
  });

  it('reads no forced closes of a market that is not simulated, or of a source that has a part of them', async () => {
    const market = marketReader(stage.market);
    const from = START;
    const [reader, hours] = [forcedReader(market), 60];
    let found = 0;
    for (const symbol of flow.symbols) {
      const closes = flow.forcedCloses(symbol, from, from + hours * HOUR_MS);
      const usd = (side: ForcedClose['side']): number =>
        closes.reduce((sum, one) => (one.side === side ? sum + one.price * one.size : sum), 0);
      const read = (await reader(symbol, from, hours))!;
      expect(read.longs, symbol).toBeCloseTo(usd('long'), 3);
      expect(read.shorts, symbol).toBeCloseTo(usd('short'), 3);
      found += closes.length;
    }
    expect(found).toBeGreaterThan(0);
    expect(await forcedReader({ ...market, kind: 'live' })('BTC', from, 24)).toBeNull();
    const partial = (change: object): typeof market.read =>
      (async (...query: Parameters<typeof market.read>) => {
        const answer = await market.read(...query);
        return answer.ok ? { ...answer, value: { ...answer.value, ...change } } : answer;
      }) as typeof market.read;
    expect(await forcedReader({ ...market, read: partial({ basis: 'fills' }) })('BTC', from, 24)).toBeNull();
    expect(await forcedReader({ ...market, read: partial({ since: from + 1 }) })('BTC', from, 24)).toBeNull();
  });

  it('has a class that rises with what was closed and falls with the depth', () => {
    const usd = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(usd, usd, usd, usd, usd, (longs, shorts, bids, asks, more) => {
        const came = (closed: number, resting: number): number => {
          const depth = [bids + resting, asks + resting] as const;
          const said = { p: [0.25, 0.25, 0.25, 0.25], base: [0.25, 0.25, 0.25, 0.25], n: 0, depth };
          const row = forecastRow(0, { forecasts: { liquidation_risk: said } });
          const forced = { longs: longs + closed, shorts: shorts + closed };
          return outcomeOf(row, NEVER, { later: undefined, fundingRate: null, forced }).classes.liquidation_risk!;
        };
        expect(came(more, 0)).toBeGreaterThanOrEqual(came(0, 0));
        expect(came(0, more)).toBeLessThanOrEqual(came(0, 0));
      }),
    );
  });
});
