/**
 * The tables of the service, as Kysely types them; those that producers write are typed in their own modules. Names are camelCase here and snake_case in SQL (`CamelCasePlugin`); times are epoch
 * ms in bigint, read as numbers.
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
  /** Normalised; null for a key that was bought without an address. */
  readonly email: string | null;
  readonly tier: Tier;
  /** Moment when the tier falls back to free; null: never. */
  readonly tierExpiresAt: number | null;
  readonly emailVerifiedAt: number | null;
  readonly confirmHash: string | null;
  readonly confirmExpiresAt: number | null;
  readonly lastConfirmationSentAt: number | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly replacedBy: string | null;
  /** The first key of the line of rotations; null where a replica of the version before wrote: the key itself. */
  readonly accountId: string | null;
  /** The client network that revoked the key while its address was unconfirmed; null otherwise. */
  readonly revokedNetwork: string | null;
}

export interface UsageTable {
  /** The account: the id of the first key of a line of rotations. */
  readonly keyId: string;
  /** Days since the epoch, UTC. */
  readonly day: number;
  readonly count: number;
  /** Minutes since the epoch of the last call. */
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
  /** null: not known. */
  readonly provenance: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface SnapshotBodiesTable {
  readonly timeline: string;
  /** SHA-256 of the texts, base64url. */
  readonly hash: string;
  /** The newest moment at which it was published, epoch ms. */
  readonly usedAt: number;
  /** Bytes of the texts. */
  readonly size: number;
  readonly body: Buffer;
}

export interface SnapshotHistoryTable {
  readonly timeline: string;
  readonly name: string;
  /** Moment at which it was published, epoch ms. */
  readonly knownAt: number;
  readonly asOf: number;
  readonly version: string;
  readonly hash: string;
  readonly provenance: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface SnapshotsKeptTable {
  readonly timeline: string;
  /** Moment from which on everything that was published is there, epoch ms. */
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
  /** '' where the file is of all. */
  readonly exchange: string;
  readonly symbol: string;
  /** Rises with every file of a market, in the order in which they became visible. */
  readonly seq: number;
  /** Epoch ms of the market. */
  readonly madeAt: number;
}

export interface ArchiveDaysTable {
  readonly timeline: string;
  readonly type: string;
  /** `2026-11-21`. */
  readonly date: string;
  /** The replica that writes it. */
  readonly holder: string;
  /** Epoch ms of the machine. */
  readonly leaseUntil: number;
  /** Epoch ms of the market; null: not whole yet. */
  readonly doneAt: number | null;
}

export interface SlotsTable {
  readonly job: string;
  /** The moment that the slot stands for. */
  readonly slot: number;
  readonly owner: string;
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly finishedAt: number | null;
  /** Whether the owner attends (`attendance.ts`): its absence proves it dead. */
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
  /** Moment at which the bucket is full again, epoch ms. */
  readonly fullAt: number;
}

/** Memory of a subscription, by symbol. */
export interface WebhookMarks {
  /** `recvTs` of the last event that was sent of a symbol, while its cool-down may last. */
  readonly sent: Readonly<Record<string, number>>;
  /** Symbols for which the condition held in the last hour of the nowcast. */
  readonly holding: readonly string[];
}

export interface WebhooksTable {
  readonly id: string;
  /** The first key of its line of rotations. */
  readonly account: string;
  readonly url: string;
  readonly secret: string;
  readonly types: readonly string[] | null;
  readonly symbols: readonly string[] | null;
  readonly minUsd: number;
  readonly createdAt: number;
  /** Events up to this one were delivered, or were not wanted. */
  readonly lastEventId: number;
  readonly pausedBecause: string | null;
  /** In a row. */
  readonly failures: number;
  /** Not tried again before, epoch ms. */
  readonly nextAt: number;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastError: string | null;
  readonly claimedBy: string | null;
  readonly claimedUntil: number;
  /** Expression that must hold for an event; null without one. */
  readonly condition: string | null;
  /** Seconds after an event in which no further one is sent; null without a cool-down. */
  readonly cooldownS: number | null;
  /** Seconds between two digests; null: each event is sent by itself. */
  readonly digestS: number | null;
  /** `recvTs` of the last event that a version before `marks` sent; null without one. This version does not write it. */
  readonly sentTs: number | null;
  /** Null before the first step forward. */
  readonly marks: WebhookMarks | null;
}

/** Columns of it with a default. */
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
  /** First moment without data, and the last at which that was seen, epoch ms of the market. */
  readonly began: number;
  readonly seenAt: number;
  /** The same moment on the machine's clock. */
  readonly seenWall: number;
  readonly isOver: boolean;
}

export interface AnswerCountsTable {
  readonly timeline: string;
  /** Beginning of the piece of the day, epoch ms of the machine. */
  readonly piece: number;
  /** Moment of the market at the first look within it, epoch ms. */
  readonly firstLookAt: number;
  readonly answers: number;
  readonly failed: number;
}

export interface PaymentsTable {
  /** As CAIP-2 has it: `eip155:8453`. */
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  readonly state: 'seen' | 'verified' | 'settling' | 'settled' | 'failed' | 'unknown';
  /** SHA-256 of the request that is paid. */
  readonly fingerprint: string;
  /** SHA-256 of authorization and signature; the signature itself is not kept. */
  readonly signatureHash: string;
  /** Client network that sent it first. */
  readonly clientNetwork: string;
  readonly resource: string;
  readonly payTo: string;
  /** Units of USDC. */
  readonly amount: string;
  /** Epoch ms from which on the network refuses it. */
  readonly validBefore: number;
  readonly seenAt: number;
  readonly settlingAt: number | null;
  readonly settledAt: number | null;
  readonly transaction: string | null;
  /** The reason of its failure. */
  readonly reason: string | null;
  /** The key that it bought. */
  readonly keyId: string | null;
  /** The purchase, sealed with the signature; null once it is not to be given again. */
  readonly answer: Buffer | null;
  readonly answeredAt: number | null;
  readonly claimedBy: string | null;
  readonly claimedUntil: number;
}

/** Columns of it with a default. */
interface PaymentsRow extends Omit<PaymentsTable, 'claimedUntil'> {
  readonly claimedUntil: Generated<number>;
}

export interface TestBalancesTable {
  readonly address: string;
  /** A whole number, as text. */
  readonly units: string;
}

export interface TestTransfersTable {
  readonly payer: string;
  readonly nonce: string;
  readonly id: string;
}

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
}
