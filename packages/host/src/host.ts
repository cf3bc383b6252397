/** A host: what it is made of, and what it does. */

import type { HealthAnswer, Service } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Gate } from './http/access.ts';
import type { Market } from './market/market.ts';
import type { Tracing } from './operations/tracing.ts';
import type { ModelState } from './services/quant/model.ts';
import type { Store } from './store/open-store.ts';
import type { Computation } from './work/computation.ts';

/** What a host is made of. */
export interface HostParts {
  readonly market: Market;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The machine's time: keys, limits, leases. */
  readonly wall: Clock;
  readonly store: Store;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Of the nowcast; none when left out. */
  readonly model?: ModelState;
  readonly version: string;
  /** Where the service is reached from outside; asked when a mail is written. */
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  readonly tracing?: Tracing | undefined;
  /** What is served and run; all features of the contract when left out. */
  readonly service?: Service;
  /** Where heavy producers run: a worker thread; in this thread when left out. */
  readonly heavy?: Computation | undefined;
  /** Replaces the gate of keys, tiers and limits: for tests of what is behind it. */
  readonly gate?: Gate;
}

export interface Host {
  readonly server: FastifyInstance;
  health(): HealthAnswer;
  /** Serves what is published, and begins the cold start of the rest; never waits for a source. */
  start(): Promise<void>;
  /** Resolves when the cold start after {@link Host.start} has ended: everything that the sources allow is there. */
  ready(): Promise<void>;
  /** Takes no more requests, finishes what is in hand, and stops all work. The store stays open. */
  stop(): Promise<void>;
}
