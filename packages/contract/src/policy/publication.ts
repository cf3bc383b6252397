/** Publication of policy risk: feed contents, and the score of the default window. */

import {
  CROSS_ASSETS,
  POLICY_PARTS,
  POLICY_V1,
  type CrossAssetMove,
  type MediaVolume,
  type RateDecision,
} from '@barograph/stress/risk';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import { listedHeadlineSchema, type ListedHeadline } from '../shapes/headline.ts';
import { compositeFields, type BandedComposite } from '../shapes/risk.ts';

/** Days ahead of rate decisions: default and maximum. */
export const POLICY_WINDOW = { usual: 45, most: 45 } as const;

/** Content of each feed; null when the feed did not answer. */
export interface PolicyHead {
  readonly media: MediaVolume | null;
  readonly moves: readonly CrossAssetMove[] | null;
  readonly rates: readonly RateDecision[] | null;
  /** Policy headlines, newest first. */
  readonly headlines: readonly ListedHeadline[] | null;
}

/** Composite with its tilt. */
export interface ScoredPolicy extends BandedComposite<(typeof POLICY_PARTS)[number]> {
  readonly policyTilt: number | null;
}
const field = fieldsOf<ScoredPolicy>();
/** Composite and tilt. */
export const policyScoreFields = {
  ...compositeFields(POLICY_PARTS, POLICY_V1.weights),
  policy_tilt: field.numberOrNull(
    '−1 restrictive to +1 pro-crypto: tanh of half the sum of sign · confidence · 2^(−age / 24 h) of headlines; null without a feed of headlines.',
    ({ policyTilt }) => policyTilt,
    { minimum: -1, maximum: 1 },
  ),
};
/** Composite of the default window, in the snapshot and the archive. */
export const policyScoreRow = record('PolicyComposite', policyScoreFields);
/** The composite on the wire. */
export type PolicyScoreWire = WireOf<typeof policyScoreRow>;

/** Publication of policy risk: the score, and the feeds behind it. */
export const policyPublication = publication<PolicyScoreWire, PolicyHead>('policy', 'policy-snapshot/1', {
  head: Type.Object({
    media: nullable(
      Type.Object({
        volumeZ: Type.Number(),
        tone: Type.Number(),
        articles: Type.Number(),
        hours: Type.Number(),
        baselineHours: Type.Number(),
        median: Type.Number(),
        scale: Type.Number(),
      }),
    ),
    moves: nullable(
      Type.Array(
        Type.Object({
          asset: Type.Enum([...CROSS_ASSETS]),
          move: Type.Number(),
          deviation: Type.Number(),
          moves: Type.Number(),
          z: Type.Number(),
        }),
      ),
    ),
    rates: nullable(
      Type.Array(
        Type.Object({
          name: Type.String(),
          time: Type.Number(),
          importance: Type.Number(),
          expectedMoveBp: nullable(Type.Number()),
        }),
      ),
    ),
    headlines: nullable(Type.Array(listedHeadlineSchema)),
  }),
  record: policyScoreRow.schema,
});
