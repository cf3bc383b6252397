/** Parameters of the accounts that hold the positions of a market, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Parameters. Amounts are quote units, USD. */
export interface AccountsConfig {
  readonly version: `accounts/${string}`;
  /** Market makers: each has a position in every traded perp. */
  readonly makers: {
    readonly count: number;
    /** Concentration: the i-th maker's share is proportional to `1 / (i + 1) ** concentration`. */
    readonly concentration: number;
    /** Share of the imbalance of leveraged positions that the makers take. */
    readonly takeUp: number;
    /**
     * Scale of the makers' additional inventory, as a share of open interest; drawn every `inventoryHours`, linear in
     * between.
     */
    readonly inventory: number;
    readonly inventoryHours: number;
    /** Gross over equity; their margin is cross. */
    readonly leverage: number;
  };
  /** One in this many leading holders is a vault. */
  readonly vaultEvery: number;
  /** Range of a leading holder's money that backs no position. */
  readonly leaderReserve: readonly [least: number, most: number];
  /** Number of small holders of each position besides its leading one. */
  readonly followers: number;
  /** Largest part of a small holder in a position: at its entry price, and as a share of it. */
  readonly followerMost: number;
  readonly followerShare: number;
  readonly followerReserve: readonly [least: number, most: number];
  /** Share of holders with a profit over three months. */
  readonly profitable: number;
}

/** Version 1. Chosen so that the simulated classes are those that the classifier finds; fitted to nothing. */
export const ACCOUNTS_V1: AccountsConfig = deepFreeze({
  version: 'accounts/1',
  makers: { count: 24, concentration: 0.7, takeUp: 0.8, inventory: 0.3, inventoryHours: 6, leverage: 2 },
  vaultEvery: 16,
  leaderReserve: [1_200_000, 6_000_000],
  followers: 2,
  followerMost: 100_000,
  followerShare: 0.1,
  followerReserve: [5_000, 60_000],
  profitable: 0.15,
});

function range(name: string, [least, most]: readonly [number, number]): void {
  within(`${name}.most`, most, within(`${name}.least`, least, 0, 1e12), 1e12);
}

/** Checks the parameters. @throws {UsageError} when one is invalid; the message names the field. */
export function checkAccounts(config: AccountsConfig): AccountsConfig {
  const { makers } = config;
  integerAtLeast('makers.count', makers.count, 0);
  within('makers.concentration', makers.concentration, 0, 10);
  within('makers.takeUp', makers.takeUp, 0, 1);
  within('makers.inventory', makers.inventory, 0, 1);
  integerAtLeast('makers.inventoryHours', makers.inventoryHours, 1);
  within('makers.leverage', makers.leverage, 0.1, 100);
  integerAtLeast('vaultEvery', config.vaultEvery, 1);
  range('leaderReserve', config.leaderReserve);
  integerAtLeast('followers', config.followers, 0);
  within('followerMost', config.followerMost, 0, 1e12);
  if (config.followers * within('followerShare', config.followerShare, 0, 1) >= 1) {
    throw new UsageError(`"followerShare" expected less than one over the followers, got ${config.followerShare}`);
  }
  range('followerReserve', config.followerReserve);
  within('profitable', config.profitable, 0, 1);
  return config;
}
