/** Bands of the risk composites, from calm to severe. An edge belongs to the more severe band. */

export const RISK_BANDS = ['dormant', 'quiet', 'elevated', 'heavy', 'critical'] as const;

/** Band of a risk score, from calm to severe. */
export type RiskBand = (typeof RISK_BANDS)[number];

/** Lowest score of each band; below all of them it is `dormant`. */
export type RiskBandEdges = Readonly<Record<Exclude<RiskBand, 'dormant'>, number>>;

/** Edges of event, security and policy risk, version 1. */
export const RISK_BANDS_V1: RiskBandEdges = { quiet: 15, elevated: 35, heavy: 60, critical: 80 };

/**
 * Band of a score 0…100.
 *
 * @param score 0…100.
 * @param edges lower edges of the bands. @default RISK_BANDS_V1
 * @example
 * riskBand(36); // → 'elevated'
 */
export function riskBand(score: number, edges: RiskBandEdges = RISK_BANDS_V1): RiskBand {
  return RISK_BANDS.findLast((band) => band !== 'dormant' && score >= edges[band]) ?? 'dormant';
}
