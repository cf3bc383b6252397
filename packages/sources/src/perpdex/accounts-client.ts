/** Requests for account states and the leaderboard. */

import { err, ok, type Result } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import type { Upstream } from '../upstream/ask.ts';
import type { Priority } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';
import { accountPayload, readAccount } from './account-state.ts';
import type { FetchedAccount } from './accounts-cycle.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import { createLeaderboardReader, type ReadLeaders } from './leaderboard-reader.ts';

/** State of an account with its notional, USD. */
export interface AskedAccount extends FetchedAccount {
  readonly notional: number;
}

/** Account requests; promises never reject. */
export interface AccountsClient {
  /** @param address in lower case. */
  account(address: string, priority: Priority, signal?: AbortSignal): Promise<Result<AskedAccount, UpstreamProblem>>;
  /** Accounts with the largest values, and their arrival time, epoch ms. */
  leaderboard(): Promise<Result<{ readonly board: ReadLeaders; readonly at: number }, string>>;
}

const leaderboardBody: TUnsafe<ReadLeaders> = Type.Unsafe(
  Type.Object({ leaders: Type.Array(Type.Unknown()), rows: Type.Integer(), bad: Type.Unknown() }),
);

/**
 * Creates the requests for accounts and the leaderboard.
 * @param venue sends requests within the venue's budget.
 * @param stats sends requests to the venue's statistics, which have a separate budget.
 */
export function createAccountsClient(
  venue: Pick<Upstream, 'request'>,
  stats: Pick<Upstream, 'request'>,
  meter: Pick<UpstreamMeter, 'dropped'>,
  config: AccountsFeedConfig,
): AccountsClient {
  const makers = new Set(config.makers);
  return {
    account: async (address, priority, signal) => {
      const answer = await venue.request({
        path: '/info',
        body: { type: 'clearinghouseState', user: address },
        weight: config.weight,
        priority,
        schema: accountPayload,
        ...(signal === undefined ? {} : { signal }),
      });
      if (!answer.ok) return answer;
      const { value, fetchedAt } = answer.value;
      const { record, notional, bad } = readAccount(value, address, makers.has(address));
      for (const field of bad) meter.dropped('accounts', field);
      return ok({ record, notional, at: fetchedAt });
    },
    leaderboard: async () => {
      const answer = await stats.request({
        path: '/Mainnet/leaderboard',
        weight: 1,
        priority: 'live',
        schema: leaderboardBody,
        reader: () => createLeaderboardReader(config.known.leaderboard),
        maxBytes: config.leaderboardBytes,
      });
      if (!answer.ok) return err(describeUpstreamProblem(answer.error));
      const { value: board, fetchedAt } = answer.value;
      let refused = 0;
      for (const [field, count] of Object.entries(board.bad)) {
        refused += count;
        for (let i = 0; i < count; i++) meter.dropped('leaderboard', field);
      }
      // A changed format must not look like an empty leaderboard.
      if (board.leaders.length === 0)
        return err(`expected accounts, got ${board.rows} rows, ${refused} of them refused`);
      return ok({ board, at: fetchedAt });
    },
  };
}
