/** A host: its parts and its methods. */

import type { ArchiveFiles, HealthAnswer, Service, VenueDirectory } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import type { MintLimits } from './accounts/mint-limits.ts';
import type { Blobs, ArchiveConfig, NamedComposite, ModelState, Computation, Histories } from '@barograph/runtime';
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
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The present, the same on all replicas: keys, limits, leases. */
  readonly wall: Clock;
  /** This replica's own clock minus the database's, ms; for the metrics. */
  readonly skewMs?: (() => number) | undefined;
  readonly store: Store;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Of the nowcast; none when left out. */
  readonly model?: ModelState;
  readonly version: string;
  /** Public base URL of the service; read when a mail is written. */
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  /** Opens payments; nothing is sold when left out. */
  readonly payments?: OpenHostPayments | undefined;
  /** Finds the files that are sold; those of the archive when left out. */
  readonly soldFiles?: ArchiveFiles | undefined;
  /** Pages that may read answers; none when left out. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Refuses the default signature of one client, as a public edge does; false when left out. */
  readonly edgeGuard?: boolean | undefined;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  /** Limits of keys and mails for strangers; the newest version's when left out. */
  readonly mintLimits?: MintLimits;
  /** Proxies whose X-Forwarded-For is believed; none when left out. */
  readonly trustedProxies?: BlockList | undefined;
  readonly tracing?: Tracing | undefined;
  /** Operations and engines of the host; all features of the contract when left out. */
  readonly service?: Service;
  /** Whether positions of accounts are computed: true when left out, where a source has them. */
  readonly positioning?: boolean | undefined;
  /** Names, sites and links of venues; the neutral directory when left out. */
  readonly venues?: VenueDirectory | undefined;
  /** Composites of the operator; none when left out. */
  readonly composites?: readonly NamedComposite[] | undefined;
  /** Whether webhooks may go to private addresses, and over http; false when left out. */
  readonly webhooksPrivate?: boolean | undefined;
  /** Encrypts stored secrets of webhooks; they are stored as they are when left out. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  /** Pace of webhooks; the newest version's when left out. */
  readonly webhooks?: DelivererConfig | undefined;
  /** Retention of what was published; the newest version's when left out. */
  readonly archive?: ArchiveConfig | undefined;
  /** Place of the files of archived days; none are written when left out. */
  readonly files?: Blobs | undefined;
  /** Days of forced closes that are kept; the newest version's when left out. */
  readonly forcedDays?: number | undefined;
  /** Days of funding and open interest that are kept. */
  readonly sampleDays?: number | undefined;
  /** File that digests of the ledger are written to; none when left out. */
  readonly ledgerDigests?: string | undefined;
  /** Executor of heavy producers: worker threads; this thread when left out. */
  readonly heavy?: Computation | undefined;
  /** Computes histories of the nowcast: worker threads; this thread when left out. */
  readonly histories?: Histories | undefined;
  /** The page for browsers; none when left out. */
  readonly page?: Page | undefined;
  /** Folder of the documentation as a site; need not exist. */
  readonly docs?: string | undefined;
  /** Replaces the gate of keys, tiers and limits: for tests of what is behind it. */
  readonly gate?: Gate;
}

export interface Host {
  readonly server: FastifyInstance;
  health(): HealthAnswer;
  /**
   * Serves what is published, and begins the cold start of the rest; never waits for a source.
   *
   * @param retry repeats steps while the database is away; each is tried once when left out.
   */
  start(retry?: Retry): Promise<void>;
  /** Resolves when the cold start after {@link Host.start} has ended: everything that the sources allow is there. */
  ready(): Promise<void>;
  /** Takes no more requests, finishes what is in hand, and stops all work. The store stays open. */
  stop(): Promise<void>;
}
