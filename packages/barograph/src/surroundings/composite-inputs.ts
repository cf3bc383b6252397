/** Numbers that a composite of a user's own may name. */

import { HEALTH_INPUTS } from '@barograph/stress';
import type { Coin } from '../coins.ts';
import type { Surroundings } from './feeds.ts';
import { wireName } from '../wire-names.ts';
import { btcCloses, healthAt, riskAt, WINDOWS, type RiskName } from './scores.ts';

const RISKS: readonly RiskName[] = ['event', 'security', 'policy'];
const PARTS: Readonly<Record<RiskName, readonly string[]>> = {
  event: ['unlock', 'macro', 'depeg'],
  security: ['hack', 'flow', 'depeg'],
  policy: ['gdelt', 'cross_asset', 'rate'],
};

/** Their names: scores and parts of the risks, the tilt, the three scores of market health, and what those are read from. */
export const COMPOSITE_INPUTS: readonly string[] = [
  ...RISKS.flatMap((risk) => [`${risk}_score`, ...PARTS[risk].map((part) => `${risk}_${part}`)]),
  'policy_tilt',
  'health_total',
  'health_long',
  'health_short',
  ...HEALTH_INPUTS.map((name) => `health_${wireName(name)}`),
];

/** Their values at a moment; null where one is not known. */
export function compositeInputs(
  surroundings: Surroundings,
  coins: readonly Coin[],
  asOf: number,
): Readonly<Record<string, number | null>> {
  const values: Record<string, number | null> = {};
  const btc = btcCloses(coins);
  for (const risk of RISKS) {
    const { score } = riskAt(risk, surroundings, btc, asOf, WINDOWS[risk][2]);
    values[`${risk}_score`] = score.exactScore;
    for (const [part, value] of Object.entries(score.subScores)) values[`${risk}_${part}`] = value;
    if ('policyTilt' in score) values['policy_tilt'] = score.policyTilt;
  }
  const { health, assembly } = healthAt(surroundings, coins, { funding: null, openInterest: null }, asOf);
  values['health_total'] = health.totalScore;
  values['health_long'] = health.longTermScore;
  values['health_short'] = health.shortTermScore;
  for (const name of HEALTH_INPUTS) values[`health_${wireName(name)}`] = assembly.inputs[name];
  return values;
}
