/** Publication of event risk: feed contents, from which any window is answered, and the score of the default window. */

import {
  EVENT_PARTS,
  EVENT_RISK_V1,
  MACRO_PRINTS,
  type MintEvent,
  type PrintEvent,
  type SectorRotation,
  type Stablecoin,
  type UnlockEvent,
} from '@barograph/stress/risk';
import { Type } from 'typebox';
import { record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import { compositeFields } from '../shapes/risk.ts';

/** Default and maximum days ahead. */
export const EVENT_WINDOW = { usual: 7, most: 30 } as const;

/** Unlock with the wire fields of its coin. */
export interface ListedUnlockEvent extends UnlockEvent {
  /** Perp of the coin; null without one. */
  readonly perp: string | null;
}

/** Contents of each feed; null when it did not answer. */
export interface EventHead {
  readonly unlocks: readonly ListedUnlockEvent[] | null;
  readonly prints: readonly PrintEvent[] | null;
  readonly stablecoins: readonly Stablecoin[] | null;
  readonly mints: readonly MintEvent[] | null;
  /** null without a sufficient table of coins. */
  readonly rotation: SectorRotation | null;
  /** Symbols of the perp venue. */
  readonly perps: readonly string[];
}

const numberOrNull = nullable(Type.Number());
const sector = Type.Object({
  name: Type.String(),
  coins: Type.Number(),
  change7d: Type.Number(),
  excess: Type.Number(),
});

/** Composite of the default window, in the snapshot and the archive. */
export const eventScoreRow = record('EventComposite', compositeFields(EVENT_PARTS, EVENT_RISK_V1.weights));
/** The composite on the wire. */
export type EventScoreWire = WireOf<typeof eventScoreRow>;

/** Publication of event risk: the scores, and the feeds behind them. */
export const eventPublication = publication<EventScoreWire, EventHead>('event', 'event-snapshot/1', {
  head: Type.Object({
    unlocks: nullable(
      Type.Array(
        Type.Object({
          symbol: Type.String(),
          time: Type.Number(),
          usd: Type.Number(),
          dayNotional: numberOrNull,
          marketCap: numberOrNull,
          shareOfFloat: numberOrNull,
          perp: nullable(Type.String()),
        }),
      ),
    ),
    prints: nullable(
      Type.Array(Type.Object({ print: Type.Enum([...MACRO_PRINTS]), name: Type.String(), time: Type.Number() })),
    ),
    stablecoins: nullable(
      Type.Array(Type.Object({ symbol: Type.String(), price: numberOrNull, supplyUsd: numberOrNull })),
    ),
    mints: nullable(Type.Array(Type.Object({ symbol: Type.String(), usd: Type.Number(), time: Type.Number() }))),
    rotation: nullable(
      Type.Object({
        configVersion: Type.String(),
        change7d: Type.Number(),
        sectors: Type.Number(),
        dispersion: Type.Number(),
        leaders: Type.Array(sector),
        laggards: Type.Array(sector),
      }),
    ),
    perps: Type.Array(Type.String()),
  }),
  record: eventScoreRow.schema,
});
