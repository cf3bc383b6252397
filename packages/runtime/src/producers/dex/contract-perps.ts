/** Perps by the contract addresses of their coins, for the pool filter `universe=pd_perps`. Tickers are not unique. */

import type { DataSource } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { coinTable, perpsOfCoins, tokenAddress, type CoinRecord, type PoolChain } from '@barograph/stress';
import { type Clock, within, type Market } from '@barograph/sources';

/** `chain address` → symbol of the perp. */
export type ContractPerps = ReadonlyMap<string, string>;

/** Names of our chains in the table of coins. */
const CHAINS: ReadonlyMap<string, PoolChain> = new Map([
  ['solana', 'solana'],
  ['ethereum', 'ethereum'],
  ['base', 'base'],
  ['binance-smart-chain', 'bsc'],
  ['arbitrum-one', 'arbitrum'],
]);

/** Maximum age of a table, ms; contracts change about once a day. */
const KEPT_MS = HOUR_MS;

/**
 * Maps the contracts of the coins that have a perp to its symbol.
 * @param perps symbols of the perp venue.
 */
export function contractPerps(rows: readonly CoinRecord[], perps: ReadonlySet<string>): ContractPerps {
  const { coins } = coinTable(rows);
  const perpOf = perpsOfCoins(coins, perps);
  const found = new Map<string, string>();
  for (const { id, contracts } of coins) {
    const perp = perpOf.get(id);
    if (perp === undefined) continue;
    for (const { chain: name, address: text } of contracts) {
      const chain = CHAINS.get(name);
      const address = chain === undefined ? undefined : tokenAddress(chain, text);
      if (address !== undefined) found.set(`${chain} ${address}`, perp);
    }
  }
  return found;
}

/** Dependencies of the lookup. */
export interface ContractPerpsParts {
  readonly market: Pick<Market, 'sources' | 'has' | 'read' | 'listings'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Timeout of a caller, real ms. */
  readonly waitMs: number;
  readonly report: (error: unknown) => void;
}

/**
 * Perps for pools of a kind of source; undefined while no source maps contracts to coins. Simulated addresses exist on no real
 * chain, so simulated pools use the simulator, and others the table of coins of a live source or of files.
 */
export function createContractPerps({ market, clock, waitMs, report }: ContractPerpsParts) {
  let known: { readonly at: number; readonly perps: ContractPerps } | undefined;
  const ofTable = async (): Promise<ContractPerps | undefined> => {
    const now = clock.now();
    if (known !== undefined && now - known.at < KEPT_MS) return known.perps;
    if (!market.has('coins')) return undefined;
    try {
      const answer = await within(waitMs, market.read('coins', { asOf: now }));
      if (answer?.ok !== true || answer.value.provenance.kind === 'simulated') return known?.perps;
      const listings = await market.listings(now);
      const perps = listings.filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol);
      known = { at: now, perps: contractPerps(answer.value.coins, new Set(perps)) };
    } catch (error) {
      report(error);
    }
    return known?.perps;
  };
  return async (kind: DataSource): Promise<ContractPerps | undefined> => {
    const own = market.sources.find((source) => source.kind === kind && source.perpTokens !== undefined);
    return own?.perpTokens?.() ?? (kind === 'simulated' ? undefined : ofTable());
  };
}
