/** Fragility score of a coin: 0…100, higher is healthier, with its parts. */

import { composite, scoreMap } from '@barograph/core';
import {
  FRAGILITY_BANDS,
  FRAGILITY_PARTS,
  FRAGILITY_V1,
  type FragilityBand,
  type FragilityConfig,
  type FragilityPart,
} from './score-config.ts';

/** Values of a coin; null where unknown. A `LiquidityRow` has them. */
export interface FragilityValues {
  /** Depth over its baseline, ≥ 0. */
  readonly depthRatio: number | null;
  /** Spread over its baseline, ≥ 0. */
  readonly spreadRatio: number | null;
  /** Imbalance, −1…1; its magnitude counts. */
  readonly imbalance: number | null;
  /** Divergence over 4 hours. */
  readonly h4: { readonly divergence: number | null };
}

/** Part of the score: value, points and weight. */
export interface FragilityComponent {
  readonly name: FragilityPart;
  readonly value: number | null;
  /** Points 0…100; null when the value is unknown. */
  readonly score: number | null;
  /** Weight 0…1; the weights of the known parts sum to one, the others have 0. */
  readonly weight: number;
}

/** Liquidity score; `score` is Σ weight · score of the components, to one decimal. */
export interface LiquidityScore {
  readonly configVersion: string;
  readonly score: number | null;
  readonly band: FragilityBand | null;
  /** Whether a part is missing. */
  readonly partial: boolean;
  readonly components: readonly FragilityComponent[];
}

/**
 * Band of a score; an edge belongs to the healthier band.
 *
 * @param score the score, 0…100.
 * @param config parameters. @default FRAGILITY_V1
 * @example
 * fragilityBand(80); // → 'healthy'
 */
export function fragilityBand(score: number, { bandsFrom }: FragilityConfig = FRAGILITY_V1): FragilityBand {
  return FRAGILITY_BANDS.find((band) => band !== 'fragile' && score >= bandsFrom[band]) ?? 'fragile';
}

/**
 * Computes the score of a coin. An unknown part drops out and the other weights are rescaled; without parts, score and
 * band are null.
 *
 * @param config parameters. @default FRAGILITY_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * liquidityScore({ depthRatio: 1, spreadRatio: 1, imbalance: 0, h4: { divergence: 0 } }).score; // 79
 */
export function liquidityScore(values: FragilityValues, config: FragilityConfig = FRAGILITY_V1): LiquidityScore {
  const { depthRatio, spreadRatio, imbalance, h4 } = values;
  const known: Readonly<Record<FragilityPart, number | null>> = {
    depth: depthRatio,
    spread: spreadRatio,
    imbalance: imbalance === null ? null : Math.abs(imbalance),
    divergence: h4.divergence,
  };
  const points = (name: FragilityPart): number | null =>
    known[name] === null || Number.isNaN(known[name]) ? null : scoreMap(config.knots[name])(known[name]);
  const { score, partial, subScores, effectiveWeights } = composite(config, {
    depth: points('depth'),
    spread: points('spread'),
    imbalance: points('imbalance'),
    divergence: points('divergence'),
  });
  return {
    configVersion: config.version,
    score,
    band: score === null ? null : fragilityBand(score, config),
    partial,
    components: FRAGILITY_PARTS.map((name) => ({
      name,
      value: known[name],
      score: subScores[name],
      weight: effectiveWeights[name],
    })),
  };
}
