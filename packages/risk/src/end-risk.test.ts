import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COINS, madePanel, SMALL } from '../test/made-panel.ts';
import { bookRisk } from './book-risk.ts';
import type { RiskPosition } from './book.ts';
import { riskAtEnd, type EndScenarios } from './end-risk.ts';
import { drawScenarios } from './scenarios.ts';

const panel = madePanel(3);
const scenariosOf = (horizon: 'h4' | 'h24'): EndScenarios => {
  const { count, coins } = drawScenarios(panel, COINS, { config: SMALL, horizon });
  return { horizon, count, coins: coins.map(({ coin, column, returns }) => ({ coin, mark: column.mark, returns })) };
};
const drawn = { h4: scenariosOf('h4'), h24: scenariosOf('h24') };
const anyPosition = fc.record({
  coin: fc.constantFrom(...COINS),
  side: fc.constantFrom('long' as const, 'short' as const),
  size: fc.double({ min: 0.01, max: 50, noNaN: true }),
  leverage: fc.double({ min: 1, max: 20, noNaN: true }),
  margin: fc.constantFrom('cross' as const, 'isolated' as const),
  funding: fc.constantFrom(0, 1e-5, -2e-5),
});
const anyPositions = fc.array(anyPosition, { minLength: 1, maxLength: 5 });
const anyHorizon = fc.constantFrom('h4' as const, 'h24' as const);

describe('the risk at the end of a horizon', () => {
  it('is that of the engine with paths on the same scenarios, where nothing is liquidated on the way', () => {
    fc.assert(
      fc.property(anyPositions, anyHorizon, (some, horizon) => {
        const positions = some.map((one): RiskPosition => ({ ...one, leverage: undefined, margin: 'cross' }));
        const whole = bookRisk(panel, { positions, collateral: 1e9 }, { config: SMALL, horizon });
        fc.pre(whole.liquidation.any === 0);
        const { gross, net, mean, volatility, tails, positions: parts } = whole;
        const end = riskAtEnd(drawn[horizon], { positions, collateral: 1e9 }, SMALL);
        expect(end).toEqual({
          gross,
          net,
          mean,
          volatility,
          tails,
          liquidation: { account: 0, any: 0 },
          positions: parts.map(({ volatility: _, ...part }) => part),
        });
      }),
    );
  });

  it('sees at most the liquidations that the engine with paths sees, and loses at most the margin of isolated positions', () => {
    fc.assert(
      fc.property(anyPositions, anyHorizon, (positions, horizon) => {
        const end = riskAtEnd(drawn[horizon], { positions }, SMALL);
        const { liquidation, positions: parts } = bookRisk(panel, { positions }, { config: SMALL, horizon });
        expect(end.liquidation.any).toBeLessThanOrEqual(liquidation.any!);
        end.positions.forEach((part, p) => expect(part.liquidation).toBeLessThanOrEqual(parts[p]!.liquidation!));
        const alone = positions.filter(({ margin }) => margin === 'isolated');
        fc.pre(alone.length > 0);
        // Without unrealised profit a margin is the notional over the leverage.
        const { tails, positions: own } = riskAtEnd(drawn[horizon], { positions: alone }, SMALL);
        const margins = own.reduce((sum, { notional }, p) => sum + Math.abs(notional) / alone[p]!.leverage, 0);
        const owed = own.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
        for (const { expectedShortfall } of tails) expect(expectedShortfall).toBeLessThanOrEqual(margins + 1e-9 * owed);
      }),
    );
  });

  it('knows no chance of a cross account without a balance, and none of a book without positions', () => {
    const cross = [{ coin: 'AAA', side: 'long', notional: 100 }] as const;
    expect(riskAtEnd(drawn.h24, { positions: cross }, SMALL).liquidation).toEqual({ account: null, any: null });
    const empty = riskAtEnd(drawn.h24, { positions: [] }, SMALL);
    expect([empty.volatility, empty.liquidation.any, ...empty.tails.map((tail) => tail.expectedShortfall)]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('refuses a coin without returns, and a size without a mark, by name', () => {
    const of = (coin: string, mark?: number) => () =>
      riskAtEnd(
        { ...drawn.h24, coins: drawn.h24.coins.map((one) => ({ ...one, mark: mark ?? one.mark })) },
        { positions: [{ coin, side: 'long', size: 1 }] },
      );
    expect(of('XXX')).toThrow('"positions[0].coin" expected a coin with a forecast of risk, got XXX');
    expect(of('AAA', NaN)).toThrow('"positions[0].mark" expected a price of');
  });
});
