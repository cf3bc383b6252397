/** Net flows of exchanges against their usual days. */

import { DAY_MS, usualLevel } from '@barograph/core';
import { EXCHANGE_FLOW_V1, netExchangeFlow, type ExchangeFlow } from '../news/exchange-flow.ts';
import type { FlowReading } from '../risk/security.ts';
import { RISK_INPUTS_V2, type RiskInputsConfig } from './config.ts';

/** Large flows of a completely covered span. */
export interface KnownFlows {
  /** Bounds of the span, epoch ms: all flows after `since` and up to `until` are included. */
  readonly since: number;
  readonly until: number;
  readonly flows: readonly ExchangeFlow[];
}

/**
 * Robust z-score of each symbol's net outflow: the 24 hours up to a moment against earlier, non-overlapping 24-hour
 * spans. A span without transfers counts as 0. A symbol with nearly constant spans has no reading, because no level is
 * usual.
 *
 * @param config parameters. @default RISK_INPUTS_V2
 * @param asOf end of the 24 hours, epoch ms.
 * @returns readings in the order of the symbols; null with too few days, or without the newest ones.
 * @example
 * const asOf = 91 * DAY_MS;
 * const out = (daysBack: number, usd: number): ExchangeFlow => {
 *   const time = asOf - daysBack * DAY_MS;
 *   const of = { chain: 'ethereum', symbol: 'ETH', direction: 'outflow', exchange: 'alder', counterparty: null } as const;
 *   return { ...of, id: `${daysBack}`, time, usd };
 * };
 * const flows = [out(0.5, 25e6), ...Array.from({ length: 90 }, (_, i) => out(i + 1.5, (1 + (i % 9)) * 1e6))];
 * const [eth] = flowReadings({ since: 0, until: asOf, flows }, asOf)!;
 * [eth.symbol, eth.z.toFixed(2)]; // → [ 'ETH', '6.74' ]
 * eth.net; // → { outflowUsd: 25000000, medianUsd: 5000000, deviationUsd: 2965200, days: 90 }
 */
export function flowReadings(
  { since, until, flows }: KnownFlows,
  asOf: number,
  { flows: config }: RiskInputsConfig = RISK_INPUTS_V2,
): readonly FlowReading[] | null {
  if (asOf - until > config.staleMs) return null;
  const days = Math.min(config.baselineDays, Math.floor((asOf - since) / DAY_MS) - 1);
  if (days < config.leastDays) return null;
  const spans: ExchangeFlow[][] = Array.from({ length: days + 1 }, () => []);
  for (const flow of flows) {
    if (flow.time <= asOf) spans[Math.floor((asOf - flow.time) / DAY_MS)]?.push(flow);
  }
  const nets = spans.map((span, back) => {
    const rows = netExchangeFlow(span, asOf - back * DAY_MS, EXCHANGE_FLOW_V1);
    return new Map(rows.map(({ symbol, netOutflowUsd }) => [symbol, netOutflowUsd]));
  });
  const symbols = new Set(nets.flatMap((net) => [...net.keys()]));
  return [...symbols].toSorted().flatMap((symbol): readonly FlowReading[] => {
    const [now, ...before] = nets.map((net) => net.get(symbol) ?? 0);
    const { median, scale } = usualLevel(before);
    if (!(scale > 0)) return [];
    const net = { outflowUsd: now!, medianUsd: median, deviationUsd: scale, days };
    return [{ symbol, z: (now! - median) / scale, net }];
  });
}
