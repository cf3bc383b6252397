/** Common parts of the answers about policy risk. */

import { policyRisk, type PolicyRisk } from '@barograph/stress/risk';
import { within } from '../fields.ts';
import type { View } from '../published.ts';
import { RISK_ERRORS, riskStamp, type RiskStamp } from '../shapes/risk.ts';
import { readHeadlines } from './headlines-of.ts';
import { policyScoreFields, type PolicyHead, type PolicyScoreWire } from './publication.ts';
import type { PolicyDerived } from './rows.ts';

/** The publication, for a caller. */
export type PolicyView = View<PolicyScoreWire, PolicyHead>;

/** Family and errors of every operation of policy risk. */
export const ofPolicy = { family: 'policy', errors: RISK_ERRORS } as const;

/**
 * Policy risk at a time.
 *
 * @example
 * const rates = [{ ...releaseOn('FOMC', '2026-01-28'), importance: 1, expectedMoveBp: 25 }];
 * const head = { media: null, moves: null, rates, headlines: null };
 * const { score, partial } = policyRiskOf(head, Date.UTC(2026, 0, 27), 14);
 * [score, partial]; // → [ 78.7, true ]
 */
export function policyRiskOf(head: PolicyHead, asOf: number, windowDays: number): PolicyRisk {
  const { media, moves, rates, headlines } = head;
  return policyRisk({
    asOf,
    windowDays,
    media,
    crossAsset: moves?.map(({ z }) => z) ?? null,
    rates,
    headlines: readHeadlines(headlines),
  });
}

/** Risk with its time and source. */
export type PolicyAnswer = PolicyDerived & RiskStamp;

/** The composite of an answer. */
export const policyCompositeFields = within(({ risk }: PolicyAnswer) => risk, policyScoreFields);

/** Time and source. */
export const policyStamp = (view: PolicyView): RiskStamp =>
  riskStamp(view, ['macro', 'macroCalendar', 'media', 'headlines']);
