/** Forced closes from the fills of configured accounts, mainly liquidators. */

import { ok } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Feed } from '../market/feed.ts';
import type { Liquidation, Liquidations } from '../market/liquidations.ts';
import type { FeedState } from '../market/source.ts';
import type { LearnedRange } from '../market/trades.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { readForcedClose } from './fill-rows.ts';
import type { FillsClient } from './fills-client.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';
import { createLearnedOrder } from './learned.ts';

/** Parts of the feed. */
export interface LiquidationsFeedParts {
  readonly fills: FillsClient;
  /** Addresses, `0x` and 40 hexadecimal digits; at least one. */
  readonly accounts: readonly string[];
  readonly clock: Clock;
  readonly meter: Pick<UpstreamMeter, 'dropped'>;
  readonly config: PerpdexFillsConfig;
  /** Converts a time of this machine's clock to the venue's. */
  readonly venueTime: (local: number) => number;
}

/** Forced closes of the venue with the state of the feed. */
export interface LiquidationsFeed {
  readonly feed: Feed<LearnedRange, Liquidations>;
  /** Requests the fills of every account since the last poll. */
  poll(): Promise<void>;
  /** Clears the memory and restarts the polls. */
  begin(): void;
  state(now: number): FeedState;
}

/** Missed polls after which fills are stale. */
const LATE_AFTER_POLLS = 2.5;

/** Received forced closes, without duplicates. */
function createLiquidationMemory({ keptMs }: PerpdexFillsConfig, began: number) {
  let kept: readonly { readonly liquidation: Liquidation; readonly learned: number }[] = [];
  /** Venue time of each id. */
  const ids = new Map<string, number>();
  let since = began;
  return {
    add: (liquidation: Liquidation, learned: number): void => {
      if (ids.has(liquidation.id)) return;
      ids.set(liquidation.id, liquidation.time);
      kept = [...kept, { liquidation, learned }];
    },
    /** @param reach venue time before which no further poll begins. */
    prune: (now: number, reach: number): void => {
      for (const [id, time] of ids) if (time < reach) ids.delete(id);
      const first = kept.findIndex(({ learned }) => learned > now - keptMs);
      const gone = first === -1 ? kept.length : first;
      if (gone === 0) return;
      since = kept[gone - 1]!.learned;
      kept = kept.slice(gone);
    },
    within: ({ from, to }: LearnedRange): Liquidations => ({
      liquidations: kept.filter(({ learned }) => learned > from && learned <= to).map(({ liquidation }) => liquidation),
      basis: 'fills',
      since,
    }),
  };
}

/** Creates the feed; it sends no request before the first poll. */
export function createLiquidationsFeed(parts: LiquidationsFeedParts): LiquidationsFeed {
  const { fills, accounts, clock, meter, config, venueTime } = parts;
  let order = createLearnedOrder();
  let memory = createLiquidationMemory(config, clock.now());
  /** Venue time up to which all fills of an account are known. */
  let knownTo = new Map<string, number>();
  let lastGood: number | undefined;
  let failure: { readonly since: number; readonly reason: string } | undefined;

  /** Start of an account's next poll that ends at `to`, venue time. */
  const startOf = (account: string, to: number): number => {
    const from = (knownTo.get(account) ?? to - config.lookbackMs) - config.overlapMs;
    return Math.max(0, from, to - config.longestBackMs);
  };
  /** @returns the reason for missing fills of an account. */
  const pollOne = async (account: string, mine: typeof memory): Promise<string | undefined> => {
    const to = Math.floor(venueTime(clock.now()));
    const from = startOf(account, to);
    const answer = await fills(account, from, to);
    // The feed was closed, and perhaps reopened, during the request.
    if (mine !== memory) return undefined;
    if (!answer.ok) return answer.error;
    const found = answer.value.flatMap((row): Liquidation[] => {
      const reading = readForcedClose(row, account);
      if (reading.kind === 'bad') meter.dropped('fills', reading.field);
      return reading.kind === 'liquidation' ? [reading.liquidation] : [];
    });
    const learned = order.stamp(clock.now());
    for (const liquidation of found.toSorted((a, b) => a.time - b.time)) {
      // An older one may have been received and dropped before.
      if (liquidation.time >= from && liquidation.price * liquidation.size >= config.liquidationUsd)
        memory.add(liquidation, learned);
    }
    knownTo.set(account, to);
    return undefined;
  };
  return {
    feed: {
      pull: async ({ from, to }) => {
        const now = clock.now();
        const rows = memory.within({ from, to: order.covered(to, now) });
        const isLate = lastGood === undefined || now - lastGood > LATE_AFTER_POLLS * config.pollMs;
        const asOf = Math.min(to, lastGood ?? from);
        return ok({ rows, asOf, ...(isLate || failure !== undefined ? { isStale: true } : {}) });
      },
    },
    poll: async () => {
      const mine = memory;
      const began = clock.now();
      const reasons: string[] = [];
      for (const account of accounts) {
        const reason = await pollOne(account, mine);
        if (mine !== memory) return;
        if (reason !== undefined) reasons.push(reason);
      }
      const to = venueTime(clock.now());
      memory.prune(clock.now(), Math.min(...accounts.map((account) => startOf(account, to))));
      if (reasons.length > 0) failure = { since: failure?.since ?? clock.now(), reason: reasons[0]! };
      else {
        failure = undefined;
        lastGood = began;
      }
    },
    begin: () => {
      order = createLearnedOrder();
      memory = createLiquidationMemory(config, clock.now());
      knownTo = new Map();
      lastGood = undefined;
      failure = undefined;
    },
    state: (now) => {
      if (failure !== undefined) {
        const status = lastGood === undefined ? 'unavailable' : 'stale';
        return { feed: 'liquidations', status, ...failure, asOf: lastGood ?? null };
      }
      if (lastGood === undefined) {
        return { feed: 'liquidations', status: 'warming', since: null, reason: 'nothing received yet', asOf: null };
      }
      const since = lastGood + LATE_AFTER_POLLS * config.pollMs;
      const late = { status: 'stale', since, reason: `nothing newer for ${(since - lastGood) / 1000} s` } as const;
      const fine = { status: 'ok', since: null, reason: null } as const;
      return { feed: 'liquidations', ...(now > since ? late : fine), asOf: lastGood };
    },
  };
}
