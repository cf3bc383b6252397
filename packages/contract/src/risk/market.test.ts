import type { PanelCoin, RiskPanel } from '@barograph/risk';
import { expect, it } from 'vitest';
import { madePanel } from '../../../risk/test/made-panel.ts';
import type { Context } from '../context.ts';
import { getRiskMarket, type RiskOfMarketWire } from './market.ts';

it('an answer is computed once for a panel, and anew for one that was completed within its hour', async () => {
  const whole = madePanel(1, 1_500);
  const kept = new Map<string, Promise<unknown>>();
  const given: RiskPanel[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation uses these and nothing else
  const context = {
    now: () => 1_500 * 3_600_000,
    dataSource: 'simulated',
    use: () => ({ kind: 'loaded', at: async () => given.shift() }),
    atMostEvery: async (_: number, key: string, make: () => Promise<unknown>) => {
      if (!kept.has(key)) kept.set(key, make());
      return kept.get(key);
    },
  } as unknown as Context;
  const perps = async (panel: RiskPanel): Promise<number> => {
    given.push(panel);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const answer = await getRiskMarket.answer(context, {
      query: { horizon: '24h' },
      path: {},
      caller: undefined,
    } as never);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reply of the operation
    return answer.ok ? (answer.value as { readonly value: RiskOfMarketWire }).value.perps : NaN;
  };
  const ended = (column: Float32Array): Float32Array => column.map((value, t) => (t > 1_400 ? NaN : value));
  const late = ({ returns, volatility: { h4, h24 }, ...rest }: PanelCoin): PanelCoin => {
    return { ...rest, returns: ended(returns), volatility: { h4: ended(h4), h24: ended(h24) }, last: 1_400 };
  };
  const stale = { ...whole, coins: whole.coins.map((coin, i) => (i === 1 ? late(coin) : coin)) };
  const before = await perps(stale);
  expect(await perps(whole)).toBe(before + 1);
  expect(await perps({ ...whole, coins: whole.coins.slice(0, 2) })).toBe(2);
  expect(await perps(whole)).toBe(before + 1);
  expect(kept.size).toBe(3);
});
