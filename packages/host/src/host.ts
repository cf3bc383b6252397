/** A host: its parts and its methods. */

import type { ArchiveFiles, HealthAnswer, Service, VenueDirectory } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import type { MintLimits } from './accounts/mint-limits.ts';
import type {
  ArchiveConfig,
  Blobs,
  Computation,
  Histories,
  ModelState,
  NamedComposite,
  TableReader,
} from '@barograph/runtime';
import type { Clock, Market } from '@barograph/sources';
import type { Gate } from './http/access.ts';
import type { OpenHostPayments } from './open-payments.ts';
import type { Tracing } from './operations/tracing.ts';
import type { Retry, Store } from '@barograph/store';
import type { Page } from './page/routes.ts';
import type { DelivererConfig } from './webhooks/deliverer.ts';
import type { WebhookSecrets } from './webhooks/secrets.ts';

/** Parts of a host. */
export interface HostParts {
  readonly market: Market;
  /** Market time; may be a replay. */
  readonly clock: Clock;
  /** Present time, the same on all replicas; used for keys, limits and leases. */
  readonly wall: Clock;
  /** Clock of this replica minus that of the database, ms; for the metrics. */
  readonly skewMs?: (() => number) | undefined;
  readonly store: Store;
  /** Name of the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Model of the nowcast; no nowcast when left out. */
  readonly model?: ModelState;
  readonly version: string;
  /** Public base URL of the service; read when a mail is written. */
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  /** Opens payments; nothing is sold when left out. */
  readonly payments?: OpenHostPayments | undefined;
  /** Finds the files that are sold; uses the archive's files when left out. */
  readonly soldFiles?: ArchiveFiles | undefined;
  /** Origins whose pages may read answers; no origin when left out. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Refuses the default User-Agent of one client, as a public edge does; false when left out. */
  readonly edgeGuard?: boolean | undefined;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  /** Limits of keys and mails for callers without a key; the newest version when left out. */
  readonly mintLimits?: MintLimits;
  /** Proxies whose X-Forwarded-For is trusted; no proxy when left out. */
  readonly trustedProxies?: BlockList | undefined;
  readonly tracing?: Tracing | undefined;
  /** Operations and engines of the host; all features of the contract when left out. */
  readonly service?: Service;
  /** Whether positions of accounts are computed, if a source provides them; true when left out. */
  readonly positioning?: boolean | undefined;
  /** Names, sites and links of venues; the neutral directory when left out. */
  readonly venues?: VenueDirectory | undefined;
  /** The operator's composites; no composites when left out. */
  readonly composites?: readonly NamedComposite[] | undefined;
  /** Allows webhooks to private addresses and over http; false when left out. */
  readonly webhooksPrivate?: boolean | undefined;
  /** Encrypts stored webhook secrets; they are stored in plain text when left out. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  /** Pace of webhooks; the newest version when left out. */
  readonly webhooks?: DelivererConfig | undefined;
  /** Retention of published snapshots; the newest version when left out. */
  readonly archive?: ArchiveConfig | undefined;
  /** Location of the archived days' files; no files are written when left out. */
  readonly files?: Blobs | undefined;
  /** Reads the rows of archive pages; runs in this process when left out. */
  readonly tables?: TableReader | undefined;
  /** Retention of forced closes, days; the newest version when left out. */
  readonly forcedDays?: number | undefined;
  /** Retention of funding and open interest, days. */
  readonly sampleDays?: number | undefined;
  /** File that receives digests of the ledger; no file when left out. */
  readonly ledgerDigests?: string | undefined;
  /** Runs heavy producers on worker threads; on this thread when left out. */
  readonly heavy?: Computation | undefined;
  /** Computes histories of the nowcast on worker threads; on this thread when left out. */
  readonly histories?: Histories | undefined;
  /** Page for browsers; no page when left out. */
  readonly page?: Page | undefined;
  /** Folder of the documentation site; need not exist. */
  readonly docs?: string | undefined;
  /** Replaces the gate of keys, tiers and limits, for tests of the parts behind it. */
  readonly gate?: Gate;
}

/** A host that can be started and stopped. */
export interface Host {
  readonly server: FastifyInstance;
  health(): HealthAnswer;
  /**
   * Serves published snapshots and begins the cold start of the rest; never waits for a source.
   *
   * @param retry repeats steps while the database is away; each step runs once when left out.
   */
  start(retry?: Retry): Promise<void>;
  /** Resolves when the cold start has ended: everything that the sources allow is published. */
  ready(): Promise<void>;
  /** Accepts no more requests, finishes those in progress, and stops all work. The store stays open. */
  stop(): Promise<void>;
}
