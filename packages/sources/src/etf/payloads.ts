/**
 * Parsers of the keyed source of flows.
 *
 * @source the vendor's documentation, API v4, `flow-history`: `timestamp` in ms, `flow_usd` in USD. No recorded answer was found.
 */

import type { EtfAsset } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import type { EtfFlow } from '../market/etf-days.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { type Faults, createFaults, epochTime } from '../upstream/payload/values.ts';
import type { EtfConfig } from './config.ts';

/** Flows answer. Without `data` it is a refusal with status 200. */
export interface EtfPayload {
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly data: readonly Values<'timestamp' | 'flow_usd' | 'etf_flows'>[];
}
export const etfPayload: TUnsafe<EtfPayload> = Type.Unsafe(
  Type.Object({
    code: Type.Optional(Type.Unknown()),
    msg: Type.Optional(Type.Unknown()),
    data: Type.Array(row(['timestamp', 'flow_usd', 'etf_flows'], ['price_usd'])),
  }),
);

const TICKER = /^[A-Z][A-Z0-9.]{0,9}$/;

/** Reads a flow in USD; null when absent or implausible. */
function flowOf(value: unknown, field: string, { maxFlowUsd }: EtfConfig, faults: Faults): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Math.abs(value) <= maxFlowUsd) return value;
  faults.add(field, `a number within ±${maxFlowUsd}`, value);
  return null;
}

/** Flows by fund. */
function fundsOf(value: unknown, field: string, config: EtfConfig, faults: Faults): EtfFlow['funds'] {
  if (value === null || value === undefined) return {};
  if (!Array.isArray(value)) {
    faults.add(field, 'a list of funds', value);
    return {};
  }
  const funds: Record<string, number | null> = {};
  for (const [i, row] of value.entries()) {
    const { etf_ticker: ticker, flow_usd: flow } = isObject(row) ? row : {};
    if (typeof ticker === 'string' && TICKER.test(ticker)) {
      funds[ticker] = flowOf(flow, `${field}[${i}].flow_usd`, config, faults);
    } else faults.add(`${field}[${i}].etf_ticker`, 'a ticker', ticker);
  }
  return funds;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Trading days, oldest first. A day that no fund reported is null, whatever its total; weekends, future days and duplicates
 * are dropped.
 *
 * @param now epoch ms.
 */
export function parseEtfDays(
  { data }: EtfPayload,
  asset: EtfAsset,
  now: number,
  config: EtfConfig,
): Parsed<readonly EtfFlow[]> {
  const faults = createFaults();
  const days = new Map<number, EtfFlow>();
  for (const [i, row] of data.entries()) {
    const day = epochTime(row.timestamp, `[${i}].timestamp`, faults);
    if (Number.isNaN(day)) continue;
    if (day % DAY_MS !== 0 || day > now || days.has(day)) {
      faults.add(`[${i}].timestamp`, 'midnight of a day that was, each once', day);
      continue;
    }
    if ([0, 6].includes(new Date(day).getUTCDay())) continue;
    const funds = fundsOf(row.etf_flows, `[${i}].etf_flows`, config, faults);
    const flows = Object.values(funds).filter((flow) => flow !== null);
    const total = flowOf(row.flow_usd, `[${i}].flow_usd`, config, faults);
    const netFlowUsd = flows.length === 0 ? null : (total ?? flows.reduce((sum, flow) => sum + flow, 0));
    days.set(day, { asset, day, netFlowUsd, funds });
  }
  return { rows: [...days.values()].toSorted((a, b) => a.day - b.day), fault: faults.summary() };
}
