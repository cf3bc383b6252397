/**
 * Risk of a token, from named checks.
 *
 * Each known check takes its share of the rest to 100: score = 100 · (1 − Π (1 − weight · risk)). So no check can
 * compensate for another, a weight of 1 alone is enough for 100, and an unanswered check changes only the coverage.
 *
 * @source the combination is the noisy-or of J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988), 4.3.2.
 */

import { clamp } from '@barograph/core';
import type { ChainFamily } from '../pools/chain.ts';
import {
  TOKEN_CHECKS,
  TOKEN_RISK_V1,
  type TokenCheck,
  type TokenCheckRule,
  type TokenRiskBand,
  type TokenRiskConfig,
} from './config.ts';

/** States of a check. `unknown`: the source has no answer; `unavailable`: no source could be reached. */
export const TOKEN_CHECK_STATES = ['ok', 'unknown', 'unavailable'] as const;
/** State of a check. */
export type TokenCheckState = (typeof TOKEN_CHECK_STATES)[number];

/** Result of one source for one check. */
export interface TokenFinding {
  readonly check: TokenCheck;
  /** Name of the source. */
  readonly source: string;
  readonly state: TokenCheckState;
  /** Value: 0 or 1 for a flag, else a fraction or a count; NaN unless `ok`. */
  readonly value: number;
}

/** Combined result of a check. */
export interface TokenCheckResult {
  readonly check: TokenCheck;
  readonly state: TokenCheckState;
  /** Riskiest value of any source; null unless `ok`. */
  readonly value: number | null;
  /** Risk 0…1; null unless `ok`. */
  readonly risk: number | null;
  /** Share of the check in the score. */
  readonly weight: number;
  /** Sources that gave a value. */
  readonly sources: readonly string[];
}

/** Risk of a token. */
export interface TokenRisk {
  readonly version: string;
  /** Score 0…100, higher is worse; null without a known check. */
  readonly score: number | null;
  /** Band; null when too little is known to call it low or moderate. */
  readonly band: TokenRiskBand | null;
  /** Weight of the known checks among those that apply to the chain, 0…1. */
  readonly coverage: number;
  /** Every check that applies to the chain, in the order of `TOKEN_CHECKS`. */
  readonly checks: readonly TokenCheckResult[];
}

function riskOf(value: number, { from, to }: TokenCheckRule): number {
  return clamp((value - from) / (to - from), 0, 1);
}

function settled(check: TokenCheck, findings: readonly TokenFinding[], rule: TokenCheckRule): TokenCheckResult {
  const own = findings.filter((finding) => finding.check === check);
  const known = own.filter(({ state, value }) => state === 'ok' && Number.isFinite(value));
  if (known.length === 0) {
    const state = own.some((finding) => finding.state !== 'unavailable') ? 'unknown' : 'unavailable';
    return { check, state, value: null, risk: null, weight: rule.weight, sources: [] };
  }
  const sign = rule.to > rule.from ? 1 : -1;
  const value = sign * Math.max(...known.map((finding) => sign * finding.value));
  const sources = [...new Set(known.map(({ source }) => source))].sort((a, b) => (a < b ? -1 : 1));
  return { check, state: 'ok', value, risk: riskOf(value, rule), weight: rule.weight, sources };
}

function bandOf(score: number | null, coverage: number, config: TokenRiskConfig): TokenRiskBand | null {
  if (score === null) return null;
  const { moderate, high, critical } = config.bands;
  if (score >= critical) return 'critical';
  if (score >= high) return 'high';
  if (coverage < config.leastCoverage) return null;
  return score >= moderate ? 'moderate' : 'low';
}

/**
 * Scores the sources' findings about a token. The riskiest of several values counts; findings of checks that do not
 * apply to the chain are ignored; order does not matter.
 *
 * @param config parameters. @default TOKEN_RISK_V1
 * @example
 * const findings = [{ check: 'honeypot', source: 'simulation', state: 'ok', value: 1 }] as const;
 * tokenRisk(findings, 'evm').score; // 100
 */
export function tokenRisk(
  findings: readonly TokenFinding[],
  family: ChainFamily,
  config: TokenRiskConfig = TOKEN_RISK_V1,
): TokenRisk {
  const checks = TOKEN_CHECKS.filter((check) => config.checks[check].families.includes(family)).map((check) =>
    settled(check, findings, config.checks[check]),
  );
  let safe = 1;
  let [known, all] = [0, 0];
  for (const { risk, weight } of checks) {
    all += weight;
    if (risk === null) continue;
    known += weight;
    safe *= 1 - weight * risk;
  }
  const score = known === 0 ? null : 100 * (1 - safe);
  // Sums of the same weights in the same order: exactly 1 when all are known.
  const coverage = all === 0 ? 0 : known / all;
  return { version: config.version, score, band: bandOf(score, coverage, config), coverage, checks };
}
