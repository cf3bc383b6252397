/** Market of one replica: the leader alone calls sources with a request budget, and relays their answers to the others. */

import type { Logger } from 'pino';
import type { FeedRequests, Leases, Listener } from '@barograph/store';
import { standForLeader, type Leader } from '../leader.ts';
import { openMarket, type Market } from '@barograph/sources';
import { withSharedBooks } from './books.ts';
import { createRelay, type RelayConfig } from './relay.ts';
import { relaySource, type RelayedSource } from './source.ts';

/** Dependencies of the market. */
export interface LedMarketParts {
  readonly market: Market;
  readonly store: { readonly feedRequests: FeedRequests; readonly listener: Listener; readonly leases: Leases };
  /** Market name in the store. */
  readonly timeline: string;
  /** Name of this replica. */
  readonly owner: string;
  /** Wall time, epoch ms. */
  readonly wall: () => number;
  readonly log: Logger;
  /** Called when this replica becomes leader after its start, so that waiting work may run. */
  readonly onLead?: () => void;
  readonly relay?: RelayConfig;
}

/** Market behind the ingest lease. */
export interface LedMarket {
  /** Market for all reads on this replica. */
  readonly market: Market;
  leads(): boolean;
  /** Whether scheduled work may run here: on any replica, or only on the leader when a source has a request budget. */
  mayWork(): boolean;
  /** Starts the sources and the election; can be repeated after a failure. */
  start(): Promise<void>;
  /** Gives up the lease and closes the sources. */
  stop(): Promise<void>;
}

/**
 * Puts a market behind the ingest lease. For sources without a request budget only the books come from the leader.
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
    const relaying = relaySource(source, relay);
    relayed.push(relaying);
    return relaying;
  });
  const countsRequests = relayed.length > 0;
  const isRelayed = sources.some((source, i) => source !== parts.market.sources[i]);
  const market = isRelayed ? openMarket(sources) : parts.market;
  let turn = Promise.resolve();
  let isStarted = false;
  let isStopped = false;

  /** Serialises changes: a source is never opened while it closes. */
  const change = (isLeader: boolean): void => {
    const before = turn;
    turn = (async () => {
      await before;
      for (const source of relayed) {
        await source
          .lead(isLeader)
          .catch((error: unknown) => log.error({ err: error, source: source.id }, 'source failed'));
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
      // Stopped meanwhile, before there was a leader to stop; an election started now would never end.
      if (isStopped) return;
      standing ??= standForLeader({ leases: store.leases, lease: 'ingest', owner, wall, log, onChange: change });
      leader = await standing;
      if (isStopped) return;
      // The lease may have been acquired before the leader was assigned.
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
