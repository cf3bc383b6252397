/** The regime on a simulated market: laws that hold for every coin. */

import { DAY_MS, resample } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { VOLATILITY_REGIMES, type VolatilityRegime } from './label.ts';
import { volatilityRegime } from './regime.ts';

const DAYS = 600;
const market = createMarket(SIMULATOR_V1);
const coins = ['BTC', 'ETH', 'SOL'].map((symbol) => {
  const until = SIMULATOR_V1.start + DAYS * DAY_MS;
  const hours = market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V1.start, until);
  return volatilityRegime(resample(hours, '1h', '1d').bars);
});

/** Length of each regime and the label after it; the last is still running. */
function spells(labels: readonly (VolatilityRegime | null)[]): { days: number; next: VolatilityRegime }[] {
  const list: { days: number; next: VolatilityRegime }[] = [];
  let days = 0;
  labels.forEach((label, i) => {
    if (label === null) return;
    days++;
    const next = labels[i + 1];
    if (next == null || next === label) return;
    list.push({ days, next });
    days = 0;
  });
  return list;
}

describe('on simulated coins', () => {
  it('all five regimes occur', () => {
    expect(new Set(coins.flatMap(({ regime }) => regime.filter((label) => label !== null)))).toEqual(
      new Set(VOLATILITY_REGIMES),
    );
  });

  it('a published regime lasts two days or more, unless a shock ends it', () => {
    const ended = coins.flatMap(({ regime }) => spells(regime)).filter(({ next }) => next !== 'vol_shock');
    expect(Math.min(...ended.map(({ days }) => days))).toBe(2);
  });

  it('confirmation takes away a quarter of the changes or more', () => {
    const changes = (of: 'rawRegime' | 'regime'): number =>
      coins.reduce((sum, columns) => sum + spells(columns[of]).length, 0);
    expect(changes('rawRegime')).toBeGreaterThan(50);
    expect(changes('regime')).toBeLessThan(0.75 * changes('rawRegime'));
  });

  it('a shock is published on its first day', () => {
    const shocks = coins.flatMap(({ rawRegime, regime }) => regime.filter((_, i) => rawRegime[i] === 'vol_shock'));
    expect(new Set(shocks)).toEqual(new Set(['vol_shock']));
  });
});
