/** Money of whales on its way to exchanges and away from them, by labelled addresses. */

import { deepFreeze, HOUR_MS, within } from '@barograph/core';

/** Numbers of flows of exchanges. */
export interface ExchangeFlowConfig {
  readonly version: `exchange-flow/${string}`;
  /** USD from which on a transfer counts. */
  readonly leastUsd: number;
  /** Hours of the net flow. */
  readonly netHours: number;
}

/** Default least size and span. */
export const EXCHANGE_FLOW_V1: ExchangeFlowConfig = deepFreeze<ExchangeFlowConfig>({
  version: 'exchange-flow/1',
  leastUsd: 1e6,
  netHours: 24,
});

/** An address of an exchange, and who says so. */
export interface ExchangeLabel {
  /** The exchange as an identifier in small letters: all its wallets share it. */
  readonly exchange: string;
  readonly chain: string;
  readonly address: string;
  readonly source: string;
}

/** Labels by chain and address. */
export type ExchangeLabels = ReadonlyMap<string, ExchangeLabel>;

/** Addresses in hexadecimal have no case; those of other chains do. */
function placeOf(chain: string, address: string): string {
  const plain = /^0x[\da-f]{40}$/i.test(address) ? address.toLowerCase() : address;
  return `${chain.toLowerCase()}:${plain}`;
}

/**
 * Table of the labels. Of one address the last label counts, so that the operator's own list corrects the shipped one.
 *
 * @example
 * const address = '0x' + 'a1'.repeat(20);
 * exchangeLabels([{ exchange: 'alder', chain: 'Ethereum', address, source: 'own' }]).size; // → 1
 */
export function exchangeLabels(labels: Iterable<ExchangeLabel>): ExchangeLabels {
  const table = new Map<string, ExchangeLabel>();
  for (const label of labels) table.set(placeOf(label.chain, label.address), label);
  return table;
}

/** A transfer of a token that is confirmed. */
export interface TokenTransfer {
  /** Chain, transaction and place in it: the same for ever. */
  readonly id: string;
  /** Epoch ms of its block. */
  readonly time: number;
  readonly chain: string;
  /** Coin, as a perp names it. */
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  /** Units of the coin. */
  readonly amount: number;
  /** USD at the time; NaN where no price is known. */
  readonly usd: number;
}

/** A large transfer to an exchange or away from one. */
export interface ExchangeFlow {
  readonly id: string;
  readonly time: number;
  readonly chain: string;
  readonly symbol: string;
  readonly usd: number;
  /** `inflow`: a deposit at `exchange`. */
  readonly direction: 'inflow' | 'outflow';
  readonly exchange: string;
  /** The exchange at the other end; null where that is not labelled. */
  readonly counterparty: string | null;
}

/**
 * Flow that a transfer is, if it is one. Between two exchanges it is an inflow of the receiver; within one exchange, between two
 * addresses without label, of nothing (spoofed transfers of zero tokens exist) or below the least size it is none.
 *
 * @example
 * exchangeFlow(transfer, labels)?.direction; // 'inflow'
 */
export function exchangeFlow(
  transfer: TokenTransfer,
  labels: ExchangeLabels,
  config: ExchangeFlowConfig = EXCHANGE_FLOW_V1,
): ExchangeFlow | null {
  const { id, time, chain, symbol, from, to, amount, usd } = transfer;
  if (!(amount > 0) || !(usd >= within('leastUsd', config.leastUsd, 0, 1e15)) || !Number.isFinite(usd)) return null;
  const sender = labels.get(placeOf(chain, from))?.exchange ?? null;
  const receiver = labels.get(placeOf(chain, to))?.exchange ?? null;
  if (sender === receiver) return null;
  const common = { id, time, chain, symbol, usd };
  return receiver !== null
    ? { ...common, direction: 'inflow', exchange: receiver, counterparty: sender }
    : { ...common, direction: 'outflow', exchange: sender!, counterparty: null };
}

/** Net of a symbol: what left exchanges less what came, USD. */
export interface NetExchangeFlow {
  readonly symbol: string;
  readonly outflowUsd: number;
  readonly inflowUsd: number;
  readonly netOutflowUsd: number;
}

/**
 * Net outflow by symbol over the hours up to a moment, each transfer once, in the order of the symbols. What goes from one exchange
 * to another stays on exchanges and counts as neither.
 *
 * @example
 * const flow = { chain: 'Ethereum', symbol: 'ETH', exchange: 'alder', counterparty: null, time: 0 };
 * const flows = [
 *   { ...flow, id: 'a', usd: 5e6, direction: 'outflow' },
 *   { ...flow, id: 'b', usd: 2e6, direction: 'inflow' },
 * ] as const;
 * netExchangeFlow(flows, HOUR_MS)[0].netOutflowUsd; // → 3000000
 */
export function netExchangeFlow(
  flows: readonly ExchangeFlow[],
  asOf: number,
  config: ExchangeFlowConfig = EXCHANGE_FLOW_V1,
): readonly NetExchangeFlow[] {
  const once = new Map(flows.map((flow) => [flow.id, flow]));
  const sums = new Map<string, { in: number; out: number }>();
  // In one order, so that sums do not depend on that of the flows.
  for (const flow of [...once.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (flow.time > asOf || flow.time <= asOf - config.netHours * HOUR_MS || flow.counterparty !== null) continue;
    const sum = sums.get(flow.symbol) ?? { in: 0, out: 0 };
    sum[flow.direction === 'inflow' ? 'in' : 'out'] += flow.usd;
    sums.set(flow.symbol, sum);
  }
  return [...sums]
    .map(([symbol, { in: inflowUsd, out: outflowUsd }]) => ({
      symbol,
      inflowUsd,
      outflowUsd,
      netOutflowUsd: outflowUsd - inflowUsd,
    }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
