/** Common parts of the answers about security stress. */

import { SECURITY_PARTS, SECURITY_V1, securityStress, type SecurityStress } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { within } from '../fields.ts';
import type { View } from '../published.ts';
import { compositeFields, RISK_ERRORS, riskStamp, type RiskStamp } from '../shapes/risk.ts';
import { SECURITY_WINDOW, type SecurityHead, type SecurityScoreWire } from './publication.ts';

/** The publication, for a caller. */
export type SecurityView = View<SecurityScoreWire, SecurityHead>;

/** Family and errors of every operation of security stress. */
export const ofSecurity = { family: 'security', errors: RISK_ERRORS } as const;

/** Parameter of the days back. */
export const securityWindow = Type.Integer({
  minimum: 1,
  maximum: SECURITY_WINDOW.most,
  default: SECURITY_WINDOW.usual,
  description: 'Days back.',
});

/**
 * Security stress at a time.
 *
 * @example
 * const asOf = Date.UTC(2026, 0, 20);
 * const hacks = [{ name: 'Some Bridge', time: asOf - DAY_MS, lossUsd: 300e6, symbols: [] }];
 * const head = { hacks, flows: null, episodes: null, headlines: null, perps: [] };
 * const { score, band } = securityStressOf(head, asOf, 7);
 * [score, band]; // → [ 66.8, 'heavy' ]
 */
export function securityStressOf(head: SecurityHead, asOf: number, windowDays: number): SecurityStress {
  const { hacks, flows, episodes: depegs } = head;
  return securityStress({ asOf, windowDays, hacks, flows, depegs });
}

/** Stress with its time and source. */
export interface SecurityAnswer extends RiskStamp {
  readonly stress: SecurityStress;
}

/** The composite of an answer. */
export const securityCompositeFields = within(
  ({ stress }: SecurityAnswer) => stress,
  compositeFields(SECURITY_PARTS, SECURITY_V1.weights),
);

/** Time and source. */
export const securityStamp = (view: SecurityView): RiskStamp =>
  riskStamp(view, ['hacks', 'pegs', 'headlines', 'transfers']);
