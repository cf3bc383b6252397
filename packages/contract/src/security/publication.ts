/** Publication of security stress: feed contents, and the score of the default window. */

import {
  SECURITY_PARTS,
  SECURITY_V1,
  type FlowReading,
  type HackEvent,
  type StablecoinEpisode,
} from '@barograph/stress/risk';
import { Type } from 'typebox';
import { record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import { listedHeadlineSchema, type ListedHeadline } from '../shapes/headline.ts';
import { compositeFields } from '../shapes/risk.ts';

/** Days back: default, maximum, and the window of a coin. */
export const SECURITY_WINDOW = { usual: 10, most: 10, ofCoin: 7 } as const;

/** Content of each feed; null when the feed did not answer. */
export interface SecurityHead {
  readonly hacks: readonly HackEvent[] | null;
  readonly flows: readonly FlowReading[] | null;
  readonly episodes: readonly StablecoinEpisode[] | null;
  /** Live headlines, newest first. */
  readonly headlines: readonly ListedHeadline[] | null;
  /** Symbols of the perp venue. */
  readonly perps: readonly string[];
}

/** Composite of the default window, in the snapshot and the archive. */
export const securityScoreRow = record('SecurityComposite', compositeFields(SECURITY_PARTS, SECURITY_V1.weights));
/** The composite on the wire. */
export type SecurityScoreWire = WireOf<typeof securityScoreRow>;

/** Publication of security stress: the score, and the feeds behind it. */
export const securityPublication = publication<SecurityScoreWire, SecurityHead>('security', 'security-snapshot/1', {
  head: Type.Object({
    hacks: nullable(
      Type.Array(
        Type.Object({
          name: Type.String(),
          time: Type.Number(),
          lossUsd: nullable(Type.Number()),
          symbols: Type.Array(Type.String()),
        }),
      ),
    ),
    flows: nullable(
      Type.Array(
        Type.Object({
          symbol: Type.String(),
          z: Type.Number(),
          // Optional: older snapshots lack it and still serve past answers.
          net: Type.Optional(
            Type.Object({
              outflowUsd: Type.Number(),
              medianUsd: Type.Number(),
              deviationUsd: Type.Number(),
              days: Type.Number(),
            }),
          ),
        }),
      ),
    ),
    episodes: nullable(
      Type.Array(
        Type.Object({
          symbol: Type.String(),
          share: Type.Number(),
          start: Type.Number(),
          end: nullable(Type.Number()),
          worstBps: Type.Number(),
          worstAt: Type.Number(),
          severity: Type.Number(),
        }),
      ),
    ),
    headlines: nullable(Type.Array(listedHeadlineSchema)),
    perps: Type.Array(Type.String()),
  }),
  record: securityScoreRow.schema,
});
