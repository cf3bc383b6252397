/** Panels without bars: one factor, tails of a mixture of two volatilities, and coins listed late. */

import { RISK_V1, SHOCK_STATE, type PanelCoin, type RiskConfig, type RiskPanel } from '../src/index.ts';

/** Few scenarios of a short history; properties hold for any number. */
export const SMALL: RiskConfig = {
  ...RISK_V1,
  version: 'risk/small',
  scenarios: 400,
  lookback: 900,
  halflife: 500,
  minDates: 100,
};

/** Coins of {@link madePanel}; `LATE` has bars of its last hours only. */
export const COINS = ['AAA', 'BBB', 'CCC', 'LATE'] as const;

/** Uniform numbers from a seed, 0…1. */
export function uniforms(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return (state + 0.5) / 4_294_967_296;
  };
}

/**
 * @param hours number of hours in the panel; `LATE` has the last 400.
 * @param hours of the panel; `LATE` has the last 400 of them.
 */
export function madePanel(seed: number, hours = 1_000): RiskPanel {
  const next = uniforms(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const common = Float64Array.from({ length: hours }, () => normal() * (next() < 0.05 ? 3 : 1));
  const coins = COINS.map((coin, i): PanelCoin => {
    const begin = coin === 'LATE' ? hours - 400 : 0;
    const level = 0.004 * (1 + i);
    const volatility = Float32Array.from({ length: hours }, (_, t) =>
      t < begin + 50 ? NaN : level * (1 + 0.5 * Math.sin(t / 90 + i)),
    );
    const returns = Float32Array.from({ length: hours }, (_, t) => {
      const own = normal();
      return t <= begin ? NaN : level * (1 + 0.5 * Math.sin((t - 1) / 90 + i)) * (0.8 * common[t]! + 0.6 * own);
    });
    return { coin, returns, volatility: { h4: volatility, h24: volatility }, mark: 100 * 10 ** i, last: hours - 1 };
  });
  const regimes = Float32Array.from({ length: 6 * hours }, (_, at) => {
    const stormy = 0.5 + 0.5 * Math.sin(Math.floor(at / 6) / 200);
    return at % 6 === 0 ? 1 - stormy : at % 6 === 3 ? stormy : 0;
  });
  const shocks = Uint8Array.from({ length: hours }, (_, t) => (t % 97 < 12 ? SHOCK_STATE.shock : SHOCK_STATE.calm));
  return { version: 'risk_panel/1', source: 'har', first: 0, hours, coins, regimes, shocks };
}
