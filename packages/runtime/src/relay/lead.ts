/** The market of one replica: sources that count requests are called by the leader alone, and relayed to the others. */

import type { Logger } from 'pino';
import type { FeedRequests, Leases, Listener } from '@barograph/store';
import { standForLeader, type Leader } from '../leader.ts';
import { openMarket, type Market } from '@barograph/sources';
import { withSharedBooks } from './books.ts';
import { createRelay, type RelayConfig } from './relay.ts';
import { relaySource, type RelayedSource } from './source.ts';

/** Parts of the lead. */
export interface LedMarketParts {
  readonly market: Market;
  readonly store: { readonly feedRequests: FeedRequests; readonly listener: Listener; readonly leases: Leases };
  /** Names the market in the store. */
  readonly timeline: string;
  /** Names this replica. */
  readonly owner: string;
  /** Wall time, epoch ms. */
  readonly wall: () => number;
  readonly log: Logger;
  /** Called when this replica begins to lead after its start: work that waited may run. */
  readonly onLead?: () => void;
  readonly relay?: RelayConfig;
}

/** A market behind the ingest lease. */
export interface LedMarket {
  /** Market that everything on this replica reads. */
  readonly market: Market;
  leads(): boolean;
  /** Whether scheduled work may run here: anywhere, unless a source counts requests; then on the leader. */
  mayWork(): boolean;
  /** Starts the sources and stands for leader; may be called again after it failed. */
  start(): Promise<void>;
  /** Gives up the lease and closes the sources. */
  stop(): Promise<void>;
}

/**
 * Puts a market behind the ingest lease. Of a source that counts no requests only the books come from the leader.
 *
 * @example
 * const led = createLedMarket({ market, store, timeline, owner, wall, log });
 * await led.start();
 */
export function createLedMarket(parts: LedMarketParts): LedMarket {
  const { store, timeline, owner, wall, log, onLead } = parts;
  let leader: Leader | undefined;
  let standing: Promise<Leader> | undefined;
  const leads = (): boolean => leader?.leads() ?? false;
  const relayed: RelayedSource[] = [];
  const relay = createRelay({
    requests: store.feedRequests,
    listener: store.listener,
    timeline,
    owner,
    wall,
    log,
    leads,
    ...(parts.relay === undefined ? {} : { config: parts.relay }),
  });
  const sources = parts.market.sources.map((source) => {
    if (source.countsRequests !== true) return withSharedBooks(source, relay);
    const one = relaySource(source, relay);
    relayed.push(one);
    return one;
  });
  const countsRequests = relayed.length > 0;
  const isRelayed = sources.some((source, i) => source !== parts.market.sources[i]);
  const market = isRelayed ? openMarket(sources) : parts.market;
  let turn = Promise.resolve();
  let isStarted = false;
  let isStopped = false;

  /** One change after the other: a source is never opened while it closes. */
  const change = (isLeader: boolean): void => {
    const before = turn;
    turn = (async () => {
      await before;
      for (const one of relayed) {
        await one.lead(isLeader).catch((error: unknown) => log.error({ err: error, source: one.id }, 'source failed'));
      }
      if (!isLeader) return;
      if (isRelayed) relay.takeOver();
      if (isStarted) onLead?.();
    })();
  };

  return {
    market,
    leads,
    mayWork: () => !countsRequests || leads(),
    start: async () => {
      if (isStarted || isStopped) return;
      if (isRelayed) relay.start();
      await market.start();
      // A stop in the meantime found no leader to stop: one that began to stand now would renew its lease for ever.
      if (isStopped) return;
      standing ??= standForLeader({ leases: store.leases, scope: 'ingest', owner, wall, log, onChange: change });
      leader = await standing;
      if (isStopped) return;
      // The lease may have been taken before there was a leader to ask.
      if (leads()) change(true);
      await turn;
      isStarted = true;
    },
    stop: async () => {
      isStopped = true;
      await (await standing)?.stop();
      await turn;
      await relay.stop();
      await market.close();
    },
  };
}
