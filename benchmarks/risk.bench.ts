/**
 * The risk of a book of 30 perps at 24 hours, 10,000 joint scenarios with their hourly paths: what does a step of a path cost next to
 * a plain loop that is written from the formulas, and is the whole under the goal of 50 ms?
 */

import { bookRisk, RISK_V1, type RiskBook, type RiskPanel } from '@barograph/risk';
import { answer, type Timing } from './harness.ts';

const [HOURS, COINS, STEPS] = [17_600, 30, 24] as const;
/** Milliseconds. */
const GOAL = 50;

let state = 1;
const uniform = (): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return (state + 0.5) / 4_294_967_296;
};
const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
const common = Float64Array.from({ length: HOURS }, normal);
const volatility = new Float32Array(HOURS).fill(0.005);
const panel: RiskPanel = {
  version: 'risk_panel/1',
  source: 'har',
  first: 0,
  hours: HOURS,
  coins: Array.from({ length: COINS }, (_, i) => ({
    coin: `C${i}`,
    returns: Float32Array.from(common, (move) => 0.005 * (0.8 * move + 0.6 * normal())),
    volatility: { h4: volatility, h24: volatility },
    mark: 1,
    last: HOURS - 1,
  })),
  regimes: new Float32Array(6 * HOURS).fill(1 / 6),
  shocks: new Uint8Array(HOURS),
};
const book: RiskBook = {
  collateral: 100_000,
  positions: panel.coins.map(({ coin }, i) => ({
    coin,
    side: i % 2 === 0 ? 'long' : 'short',
    notional: 10_000,
    leverage: 5,
    margin: i % 5 === 0 ? 'isolated' : 'cross',
    funding: 1e-5,
  })),
};

/** The same book in straightforward code: draws a date, steps through its hours, sorts the profits. */
function plain(): unknown {
  const profits: number[] = [];
  const falls: number[] = [];
  for (let k = 0; k < RISK_V1.scenarios; k++) {
    const t = Math.floor((k / RISK_V1.scenarios) * (HOURS - STEPS - 1));
    let [value, peak, fall] = [0, 0, 0];
    const logs = panel.coins.map(() => 0);
    for (let s = 1; s <= STEPS; s++) {
      value = 0;
      panel.coins.forEach(({ returns, volatility: { h24 } }, i) => {
        logs[i]! += (returns[t + s]! / h24[t]!) * h24[HOURS - 1]!;
        value += (i % 2 === 0 ? 1 : -1) * 10_000 * (Math.exp(logs[i]!) - 1) - 10_000 * 1e-5 * s;
      });
      peak = Math.max(peak, value);
      fall = Math.max(fall, peak - value);
    }
    profits.push(value);
    falls.push(fall);
  }
  profits.sort((a, b) => a - b);
  return [profits[100], profits[500], falls.filter((fall) => fall > 5_000).length];
}

const units = RISK_V1.scenarios * COINS * STEPS;
const timings: Timing[] = answer({
  title: `risk of a book: ${RISK_V1.scenarios} scenarios, ${COINS} positions, ${STEPS} hours, per step; goal ${((GOAL * 1e6) / units).toFixed(1)} ns (${GOAL} ms)`,
  units,
  reference: 'plain loop',
  rounds: 15,
  cases: [
    { name: 'plain loop', run: plain },
    { name: 'barograph bookRisk()', run: () => bookRisk(panel, book) },
  ],
});

if (process.argv.includes('--json')) console.log(JSON.stringify(timings));
