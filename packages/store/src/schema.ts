/**
 * The service's tables as Kysely types; tables of producers are typed in their own modules. Names are camelCase here and
 * snake_case in SQL (`CamelCasePlugin`). Times are epoch ms in bigint, read as numbers.
 */

import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from './json-column.ts';

export const TIERS = ['free', 'pro', 'pro_plus'] as const;
export type Tier = (typeof TIERS)[number];

export interface KeysTable {
  readonly id: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  readonly prefix: string;
  /** Normalised; null for a key bought without an address. */
  readonly email: string | null;
  readonly tier: Tier;
  /** Moment at which the tier falls back to free; null without an end. */
  readonly tierExpiresAt: number | null;
  readonly emailVerifiedAt: number | null;
  readonly confirmHash: string | null;
  readonly confirmExpiresAt: number | null;
  readonly lastConfirmationSentAt: number | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly replacedBy: string | null;
  /** First key of the line of rotations; null in rows of the previous version, where it is the key itself. */
  readonly accountId: string | null;
  /** Client network that revoked the key while its address was unconfirmed; otherwise null. */
  readonly revokedNetwork: string | null;
}

export interface UsageTable {
  /** Account: id of the first key of a line of rotations. */
  readonly keyId: string;
  /** Days since the epoch, UTC. */
  readonly day: number;
  readonly count: number;
  /** Minute of the last call, in minutes since the epoch. */
  readonly minute: number;
  readonly minuteCount: number;
}

export interface EventCounterTable {
  readonly one: true;
  readonly lastId: number;
}

export interface EventsTable {
  readonly id: number;
  readonly ts: number;
  readonly recvTs: number;
  readonly type: string;
  readonly venue: string | null;
  readonly symbol: string | null;
  readonly usd: number | null;
  readonly payload: JsonColumn;
}

export interface SnapshotsTable {
  readonly name: string;
  readonly asOf: number;
  readonly version: string;
  readonly head: JsonColumn;
  readonly records: JsonColumn;
  /** null when unknown. */
  readonly provenance: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface SnapshotBodiesTable {
  readonly timeline: string;
  /** SHA-256 of the texts, base64url. */
  readonly hash: string;
  /** Last moment at which the texts were published, epoch ms. */
  readonly usedAt: number;
  /** Bytes of the texts. */
  readonly size: number;
  readonly body: Buffer;
}

export interface SnapshotHistoryTable {
  readonly timeline: string;
  readonly name: string;
  /** Publication time, epoch ms. */
  readonly knownAt: number;
  readonly asOf: number;
  readonly version: string;
  readonly hash: string;
  readonly provenance: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface SnapshotsKeptTable {
  readonly timeline: string;
  /** Start of the complete history, epoch ms. */
  readonly since: number;
}

export interface EngineStateTable {
  readonly engine: string;
  readonly scope: string;
  readonly configVersion: string;
  readonly asOf: number;
  readonly state: JsonColumn;
}

export interface ObservationsTable {
  readonly series: string;
  readonly key: string;
  readonly validTime: number;
  readonly revision: number;
  readonly knownAt: number;
  readonly value: JsonColumn;
  readonly source: string;
}

export interface ArchivesTable {
  readonly type: string;
  /** `2026-11-21`. */
  readonly date: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
  /** Names the market. */
  readonly timeline: string;
  /** Empty for files that cover all symbols. */
  readonly exchange: string;
  readonly symbol: string;
  /** Increases with every file of a market, in the order of visibility. */
  readonly seq: number;
  /** Market time, epoch ms. */
  readonly madeAt: number;
}

export interface ArchiveDaysTable {
  readonly timeline: string;
  readonly type: string;
  /** `2026-11-21`. */
  readonly date: string;
  /** Replica that writes the day. */
  readonly holder: string;
  /** Machine time, epoch ms. */
  readonly leaseUntil: number;
  /** Market time, epoch ms; null while incomplete. */
  readonly doneAt: number | null;
}

export interface SlotsTable {
  readonly job: string;
  /** Moment that the slot represents. */
  readonly slot: number;
  readonly owner: string;
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly finishedAt: number | null;
  /** Whether the owner attends (`attendance.ts`), so that its absence proves it dead. */
  readonly attended: Generated<boolean>;
  /** Whether the events of the slot are in the log. */
  readonly told: Generated<boolean>;
}

export interface LeasesTable {
  readonly scope: string;
  readonly holder: string;
  readonly expiresAt: number;
}

export interface FeedRequestsTable {
  readonly key: string;
  readonly timeline: string;
  readonly source: string;
  readonly feed: string;
  readonly query: Buffer;
  readonly asOf: number;
  readonly expiresAt: number;
  readonly claimedBy: string | null;
  readonly claimedUntil: number;
  readonly answer: Buffer | null;
  readonly isFinal: boolean;
}

export interface BrakesTable {
  readonly scope: string;
  /** End of the window, epoch ms. */
  readonly endsAt: number;
  readonly count: number;
}

export interface RatesTable {
  readonly scope: string;
  /** Moment at which the bucket is full, epoch ms. */
  readonly fullAt: number;
}

/** State of a subscription's rules, by symbol. */
export interface WebhookMarks {
  /** `recvTs` of the last event sent for a symbol, kept while its cool-down may last. */
  readonly sent: Readonly<Record<string, number>>;
  /** Symbols whose condition held in the last hour of the nowcast. */
  readonly holding: readonly string[];
}

export interface WebhooksTable {
  readonly id: string;
  /** First key of the line of rotations. */
  readonly account: string;
  readonly url: string;
  readonly secret: string;
  readonly types: readonly string[] | null;
  readonly symbols: readonly string[] | null;
  readonly minUsd: number;
  readonly createdAt: number;
  /** Last event that was delivered or filtered out. */
  readonly lastEventId: number;
  readonly pausedBecause: string | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** Earliest next attempt, epoch ms. */
  readonly nextAt: number;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastError: string | null;
  readonly claimedBy: string | null;
  readonly claimedUntil: number;
  /** Expression that an event must satisfy; null without one. */
  readonly condition: string | null;
  /** Seconds after an event during which further events are not sent; null without a cool-down. */
  readonly cooldownS: number | null;
  /** Seconds between two digests; null sends each event by itself. */
  readonly digestS: number | null;
  /** `recvTs` of the last event sent by versions before `marks`; null without one. No longer written. */
  readonly sentTs: number | null;
  /** null before the first delivery. */
  readonly marks: WebhookMarks | null;
}

/** Columns with a default. */
interface WebhooksRow extends Omit<
  WebhooksTable,
  | 'failures'
  | 'nextAt'
  | 'claimedUntil'
  | 'pausedBecause'
  | 'lastSuccessAt'
  | 'lastFailureAt'
  | 'lastError'
  | 'claimedBy'
  | 'sentTs'
  | 'marks'
> {
  readonly failures: Generated<number>;
  readonly nextAt: Generated<number>;
  readonly claimedUntil: Generated<number>;
  readonly pausedBecause: Generated<string | null>;
  readonly lastSuccessAt: Generated<number | null>;
  readonly lastFailureAt: Generated<number | null>;
  readonly lastError: Generated<string | null>;
  readonly claimedBy: Generated<string | null>;
  readonly sentTs: ColumnType<number | null, undefined, never>;
  readonly marks: ColumnType<WebhookMarks | null, string | undefined, string>;
}

export interface FeedGapsTable {
  readonly timeline: string;
  readonly source: string;
  readonly feed: string;
  /** First moment without data and the last check that saw the gap, market time, epoch ms. */
  readonly began: number;
  readonly seenAt: number;
  /** Moment of that last check by the machine clock, epoch ms. */
  readonly seenWall: number;
  readonly isOver: boolean;
}

export interface AnswerCountsTable {
  readonly timeline: string;
  /** Start of the interval, machine time, epoch ms. */
  readonly piece: number;
  /** Market time at the first check within the interval, epoch ms. */
  readonly firstLookAt: number;
  readonly answers: number;
  readonly failed: number;
}

export interface PaymentsTable {
  /** CAIP-2 identifier, for example `eip155:8453`. */
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  readonly state: 'seen' | 'verified' | 'settling' | 'settled' | 'failed' | 'unknown';
  /** SHA-256 of the paid request. */
  readonly fingerprint: string;
  /** SHA-256 of authorization and signature; the signature itself is not stored. */
  readonly signatureHash: string;
  /** Client network of the first request. */
  readonly clientNetwork: string;
  readonly resource: string;
  readonly payTo: string;
  /** Amount in smallest units of USDC. */
  readonly amount: string;
  /** Expiry of the authorization on the network, epoch ms. */
  readonly validBefore: number;
  readonly seenAt: number;
  readonly settlingAt: number | null;
  readonly settledAt: number | null;
  readonly transaction: string | null;
  /** Reason of the failure. */
  readonly reason: string | null;
  /** Id of the bought key. */
  readonly keyId: string | null;
  /** Purchase encrypted with the signature; null once it is no longer returned. */
  readonly answer: Buffer | null;
  readonly answeredAt: number | null;
  readonly claimedBy: string | null;
  readonly claimedUntil: number;
}

/** Columns with a default. */
interface PaymentsRow extends Omit<PaymentsTable, 'claimedUntil'> {
  readonly claimedUntil: Generated<number>;
}

export interface TestBalancesTable {
  readonly address: string;
  /** Integer as text. */
  readonly units: string;
}

export interface TestTransfersTable {
  readonly payer: string;
  readonly nonce: string;
  readonly id: string;
}

export interface WorkBatchesTable {
  readonly id: string;
  /** Replica name of the command that assembles the batch. */
  readonly owner: string;
  readonly kind: string;
  /** Code version that must compute the blocks. */
  readonly version: string;
  /** Input common to all blocks. */
  readonly shared: Buffer;
}

export interface WorkBlocksTable {
  readonly batch: string;
  readonly block: number;
  /** Name in error messages. */
  readonly name: string;
  readonly input: Buffer;
  /** Replica name of the last worker that took the block; null before the first. */
  readonly worker: string | null;
  readonly result: Buffer | null;
  /** Reason of the final failure. */
  readonly error: string | null;
  /** Reason of the last refusal by a worker. */
  readonly refusal: string | null;
}

/** Columns with a default. */
type WorkBlocksRow = Omit<WorkBlocksTable, 'worker' | 'result' | 'error' | 'refusal'> & {
  readonly [Column in 'worker' | 'error' | 'refusal']: Generated<string | null>;
} & { readonly result: Generated<Buffer | null> };

export interface Tables {
  readonly keys: KeysTable;
  readonly usage: UsageTable;
  readonly eventCounter: EventCounterTable;
  readonly events: EventsTable;
  readonly keptEvents: EventsTable;
  readonly snapshots: SnapshotsTable;
  readonly snapshotBodies: SnapshotBodiesTable;
  readonly snapshotHistory: SnapshotHistoryTable;
  readonly snapshotsKept: SnapshotsKeptTable;
  readonly engineState: EngineStateTable;
  readonly observations: ObservationsTable;
  readonly archives: ArchivesTable;
  readonly archiveDays: ArchiveDaysTable;
  readonly slots: SlotsTable;
  readonly leases: LeasesTable;
  readonly feedRequests: FeedRequestsTable;
  readonly brakes: BrakesTable;
  readonly rates: RatesTable;
  readonly webhooks: WebhooksRow;
  readonly payments: PaymentsRow;
  readonly testBalances: TestBalancesTable;
  readonly testTransfers: TestTransfersTable;
  readonly feedGaps: FeedGapsTable;
  readonly answerCounts: AnswerCountsTable;
  readonly workBatches: WorkBatchesTable;
  readonly workBlocks: WorkBlocksRow;
}
