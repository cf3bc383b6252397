/** Large transfers to and from exchanges, by labelled addresses. */

import { deepFreeze, HOUR_MS, within } from '@barograph/core';

/** Parameters of exchange flows. */
export interface ExchangeFlowConfig {
  readonly version: `exchange-flow/${string}`;
  /** Least transfer that counts, USD. */
  readonly leastUsd: number;
  /** Hours of the net flow. */
  readonly netHours: number;
}

/** Least size and span, version 1. */
export const EXCHANGE_FLOW_V1: ExchangeFlowConfig = deepFreeze<ExchangeFlowConfig>({
  version: 'exchange-flow/1',
  leastUsd: 1e6,
  netHours: 24,
});

/** Address of an exchange, and the source of the label. */
export interface ExchangeLabel {
  /** Exchange identifier in lower case, shared by all its wallets. */
  readonly exchange: string;
  readonly chain: string;
  readonly address: string;
  readonly source: string;
}

/** Labels by chain and address. */
export type ExchangeLabels = ReadonlyMap<string, ExchangeLabel>;

/** Key of an address: hexadecimal addresses ignore case; those of other chains do not. */
function placeOf(chain: string, address: string): string {
  const plain = /^0x[\da-f]{40}$/i.test(address) ? address.toLowerCase() : address;
  return `${chain.toLowerCase()}:${plain}`;
}

/**
 * Builds the label table. The last label of an address wins, so that the operator's own list corrects the shipped one.
 * @param labels labels in order of trust, the operator's own last.
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

/** Confirmed token transfer. */
export interface TokenTransfer {
  /** Identifier from chain, transaction and position in it; stable. */
  readonly id: string;
  /** Time of its block, epoch ms. */
  readonly time: number;
  readonly chain: string;
  /** Coin, as a perp names it. */
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  /** Amount, units of the coin. */
  readonly amount: number;
  /** Value at the time, USD; NaN without a known price. */
  readonly usd: number;
}

/** Large transfer to or from an exchange. */
export interface ExchangeFlow {
  readonly id: string;
  readonly time: number;
  readonly chain: string;
  readonly symbol: string;
  /** Value of the transfer, USD. */
  readonly usd: number;
  /** Direction; `inflow` is a deposit at `exchange`. */
  readonly direction: 'inflow' | 'outflow';
  readonly exchange: string;
  /** Exchange at the other end; null when unlabelled. */
  readonly counterparty: string | null;
}

/**
 * Classifies a transfer as a flow, if it is one. Between two exchanges it is an inflow of the receiver. Excluded:
 * transfers within one exchange, between two unlabelled addresses, of zero tokens (spoofed ones exist), and below the
 * least size.
 *
 * @param config parameters. @default EXCHANGE_FLOW_V1
 * @throws {UsageError} when `leastUsd` is outside 0…1e15.
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

/** Net flow of a symbol: what left exchanges minus what arrived, USD. */
export interface NetExchangeFlow {
  readonly symbol: string;
  readonly outflowUsd: number;
  readonly inflowUsd: number;
  readonly netOutflowUsd: number;
}

/**
 * Net outflow by symbol over the hours up to a moment, each transfer once, in the order of the symbols. A transfer
 * between exchanges counts as neither.
 *
 * @param asOf end of the hours, epoch ms.
 * @param config parameters. @default EXCHANGE_FLOW_V1
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
  // In a fixed order, so that sums do not depend on the order of the flows.
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
