/**
 * Decides whether a head is served: it is withheld unless the whole interval of its gain over base rates was above 0 on
 * hours after the training.
 */

import { deepFreeze } from '@barograph/core';
import { DIRECTION_EVIDENCE_V2, NO_MEASURED_SKILL, type MeasuredGain, type Scope } from './direction-evidence.ts';
import type { Horizon } from './horizon-heads.ts';
import type { HeadProvenance, SilentHead } from './outlook.ts';

/** Heads that the rule covers. */
export const HEADS = [
  'nextRegime',
  'direction',
  'volatility',
  'drawdown',
  'liquidationRisk',
  'funding',
  'breadth',
  'openInterest',
] as const;
/** Name of a head. */
export type HeadName = (typeof HEADS)[number];

/** Gain of a head, measured on hours of real markets or of the simulator only. */
export interface HeadGain extends MeasuredGain {
  /** Present when the gain was measured on simulated hours only. */
  readonly simulated?: true;
}

/** Measured gains of the heads. */
export interface HeadEvidence {
  readonly version: `head_evidence/${string}`;
  readonly gains: Readonly<Record<HeadName, Readonly<Record<Scope, Readonly<Partial<Record<Horizon, HeadGain>>>>>>>;
}

/** Reasons of a head without an outlook: no measured skill, a missing input, or too few hours. */
export const HEAD_REASONS = ['no_measured_skill', 'missing_input', 'warming'] as const;

/** Status of a head for one hour. */
export interface HeadStatus {
  readonly status: 'available' | 'unavailable';
  /** Reason; null when the head is available. */
  readonly reason: (typeof HEAD_REASONS)[number] | null;
  /** `simulated`: measured on the simulator only, because no venue publishes the outcome. */
  readonly skill: 'measured' | 'simulated' | 'not_measured';
  readonly gain: MeasuredGain | null;
  readonly version: string;
}

const both = (h4: HeadGain, h24: HeadGain) => ({ market: { h4, h24 }, coin: { h4, h24 } });
const gain = (mean: number, low: number, high: number): HeadGain => ({ mean, low, high });
const simulated = (mean: number, low: number, high: number): HeadGain => ({ mean, low, high, simulated: true });

/**
 * Version 1. Log loss of the base rates minus that of the head, nats a forecast, 95 % intervals of weeks: next regime
 * (against the shares after each label) and volatility on 2024-07 to 2025-07 by a model trained before; the drawdown of
 * the same hours in Brier points against the share of the last year; funding, breadth and open interest on the later
 * part of their data; liquidation risk on the later half of simulated markets, with a ladder. Studies:
 * `nowcast-unseen`, `nowcast-heads`, `liquidation-risk`.
 */
export const HEAD_EVIDENCE_V1: HeadEvidence = deepFreeze({
  version: 'head_evidence/1',
  gains: {
    nextRegime: {
      market: { h4: gain(0.3199, 0.2786, 0.3599), h24: gain(0.3408, 0.2879, 0.395) },
      coin: { h4: gain(0.3211, 0.3034, 0.3396), h24: gain(0.3757, 0.3495, 0.4037) },
    },
    direction: DIRECTION_EVIDENCE_V2.gains,
    volatility: {
      market: { h4: gain(0.1461, 0.1247, 0.1704), h24: gain(0.195, 0.1598, 0.2318) },
      coin: { h4: gain(0.0879, 0.069, 0.1084), h24: gain(0.1468, 0.116, 0.1792) },
    },
    drawdown: { market: { h24: gain(0.0033, 0.0008, 0.0061) }, coin: { h24: gain(0.018, 0.0092, 0.0265) } },
    liquidationRisk: both(simulated(0.0169, 0.012, 0.0231), simulated(0.0519, 0.0382, 0.0652)),
    funding: both(gain(0.5459, 0.527, 0.5647), gain(0.4702, 0.4432, 0.4944)),
    breadth: both(gain(0.1858, 0.1743, 0.197), gain(0.2778, 0.2669, 0.2888)),
    openInterest: both(gain(0.0259, 0.0207, 0.031), gain(0.0146, 0.0089, 0.0201)),
  },
});

/**
 * Measured gain of a head at a horizon; null without a measurement.
 * @param config parameters. @default HEAD_EVIDENCE_V1
 *
 * @example
 * headGain('volatility', 'coin', 'h24')?.mean; // → 0.1468
 * headGain('drawdown', 'coin', 'h4'); // → null
 */
export function headGain(
  head: HeadName,
  scope: Scope,
  horizon: Horizon,
  { gains }: HeadEvidence = HEAD_EVIDENCE_V1,
): HeadGain | null {
  return gains[head][scope][horizon] ?? null;
}

/**
 * Status of a head, from the provenance of its probabilities.
 *
 * @param provenance provenance; null when the head is undefined for the hour.
 * @example
 * headStatus('direction', 'coin', 'h24', { source: null, reason: 'no_measured_skill' }).status; // → 'unavailable'
 * headStatus('volatility', 'coin', 'h24', null).reason; // → 'warming'
 */
export function headStatus(
  head: HeadName,
  scope: Scope,
  horizon: Horizon,
  provenance: HeadProvenance | SilentHead | null,
): HeadStatus {
  const found = headGain(head, scope, horizon);
  const isSkilled = found !== null && found.low > 0;
  const skill = !isSkilled ? 'not_measured' : found.simulated === true ? 'simulated' : 'measured';
  const reason = reasonOf(isSkilled, provenance);
  return {
    status: reason === null ? 'available' : 'unavailable',
    reason,
    skill,
    gain: found,
    version: head === 'direction' ? DIRECTION_EVIDENCE_V2.version : HEAD_EVIDENCE_V1.version,
  };
}

function reasonOf(isSkilled: boolean, provenance: HeadProvenance | SilentHead | null): HeadStatus['reason'] {
  if (provenance === null) return 'warming';
  if (!isSkilled) return NO_MEASURED_SKILL;
  return provenance.source === null ? 'missing_input' : null;
}
