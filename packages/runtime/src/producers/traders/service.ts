/** Single accounts on demand: with a separate rate per key, and a timeout below that of an operation. */

import type { AccountFound, TradersService } from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { type Clock, within, type Market, shownField } from '@barograph/sources';
import type { Usage } from '@barograph/store';
import { hasAccounts } from '../positioning/archive.ts';
import { ACCOUNT_REQUESTS_V1, type AccountRequestsConfig } from './config.ts';

/** Dependencies of the service. */
export interface TradersParts {
  readonly market: Market;
  readonly clock: Clock;
  /** Machine time, because rates count real minutes. */
  readonly wall: Clock;
  /** Counters over all replicas. */
  readonly usage: Pick<Usage, 'take'>;
  /** Switched off by the operator. */
  readonly isOff: boolean;
  /** Called with each error of the source. */
  readonly report: (error: unknown) => void;
  readonly config?: AccountRequestsConfig;
}

/** Traders for operations. */
export function createTraders(parts: TradersParts): TradersService {
  const { market, clock, wall, usage, isOff, report, config = ACCOUNT_REQUESTS_V1 } = parts;
  const limits = { daily: config.perDay, perMinute: config.perMinute };

  /** Refusal by the key's rate; undefined when allowed. */
  const refusal = async (key: string): Promise<AccountFound | undefined> => {
    const now = wall.now();
    const taken = await usage.take(`account-requests ${key}`, limits, now);
    if (taken.ok) return undefined;
    const isDay = taken.refusedBy === 'day';
    const span = isDay ? DAY_MS : MINUTE_MS;
    const retryAfter = Math.max(1, Math.ceil((span - (now % span)) / 1000));
    const limit = isDay ? `${limits.daily} accounts in a UTC day` : `${limits.perMinute} accounts in a minute`;
    return { kind: 'limited', retryAfter, limit };
  };

  return {
    status: isOff ? 'off' : hasAccounts(market) ? 'on' : 'no_source',
    hasLeaderboard: market.has('leaderboard'),
    account: async (address, key): Promise<AccountFound> => {
      if (!market.has('account')) return { kind: 'no_source' };
      const refused = await refusal(key?.id ?? 'everybody');
      if (refused !== undefined) return refused;
      try {
        const answer = await within(config.waitMs, market.read('account', { address, asOf: clock.now() }));
        if (answer === undefined || !answer.ok) return { kind: 'late' };
        const { account, provenance } = answer.value;
        const { asOf, kind: dataSource } = provenance;
        return {
          kind: 'found',
          account,
          asOf,
          dataSource,
          ...shownField(market, [{ feed: 'account', ...provenance }]),
        };
      } catch (error) {
        report(error);
        return { kind: 'late' };
      }
    },
  };
}
