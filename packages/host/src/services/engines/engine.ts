/** Engines that are still defined here, by the snapshot that they fill. */

import type { Engine, EngineTracker } from '@barograph/contract';
import type { SnapshotContents, SnapshotName } from '../../ports/snapshot-store.ts';

export type { AnyEngine, EngineTracker, MarketMemory, Member, Seen, SymbolFacts } from '@barograph/contract';

/** The engine behind a snapshot of this host. */
export type EngineDefinition<
  Name extends SnapshotName,
  Tracker extends EngineTracker,
  Row,
  Before = Readonly<Record<string, never>>,
  State = undefined,
> = Engine<SnapshotContents[Name]['record'], SnapshotContents[Name]['head'], Tracker, Row, Before, State>;
