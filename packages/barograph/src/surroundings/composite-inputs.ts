/** Inputs of a user-defined composite, under the service's names. */

import { HEALTH_COMPONENTS } from '@barograph/stress';

import { EVENT_PARTS, POLICY_PARTS, SECURITY_PARTS } from '@barograph/stress/risk';
import type { Coin } from '../coins.ts';
import type { Surroundings } from './feeds.ts';
import { btcCloses, healthAt, riskAt, WINDOWS, type RiskName } from './scores.ts';

const PARTS: Readonly<Record<RiskName, readonly string[]>> = {
  event: EVENT_PARTS,
  security: SECURITY_PARTS,
  policy: POLICY_PARTS,
};
const RISKS: readonly RiskName[] = ['event', 'security', 'policy'];
/** Inputs that the service computes from live feeds; never available from files. */
const LIVE_ONLY = ['liquidity_score', 'meme_composite', 'volatility_composite'];

/** Input names: scores and components of market health, composites and parts of the risks, and the tilt. */
export const COMPOSITE_INPUTS: readonly string[] = [
  ...['total', 'long_term', 'short_term', ...HEALTH_COMPONENTS].map((name) => `market_health_${name}`),
  ...RISKS.flatMap((risk) => [`${risk}_composite`, ...PARTS[risk].map((part) => `${risk}_${part}`)]),
  'policy_tilt',
  ...LIVE_ONLY,
];

/** Input values at a moment; null when unknown. */
export function compositeInputs(
  surroundings: Surroundings,
  coins: readonly Coin[],
  asOf: number,
): Readonly<Record<string, number | null>> {
  const values: Record<string, number | null> = {};
  const btc = btcCloses(coins);
  for (const risk of RISKS) {
    const { score } = riskAt(risk, surroundings, btc, asOf, WINDOWS[risk][2]);
    values[`${risk}_composite`] = score.score;
    for (const [part, value] of Object.entries(score.subScores)) values[`${risk}_${part}`] = value;
    if ('policyTilt' in score) values['policy_tilt'] = score.policyTilt;
  }
  const { health } = healthAt(surroundings, coins, { funding: null, openInterest: null }, asOf);
  values['market_health_total'] = health.totalScore;
  values['market_health_long_term'] = health.longTermScore;
  values['market_health_short_term'] = health.shortTermScore;
  for (const name of HEALTH_COMPONENTS) values[`market_health_${name}`] = health.components[name].score;
  return values;
}
