/**
 * Converts the state of an account to a record of its positions and collateral.
 *
 * An invalid value becomes NaN in the record. The caller that builds a book drops that position or account, counts it by field,
 * and marks the account as incomplete. It is counted here too, under the same name.
 *
 * @source the venue's public API reference (`clearinghouseState`), and its recorded answers of 2023 to 2026.
 */

import type { AccountRecord, BookDrop, PositionRecord } from '@barograph/positioning';
import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import { createFaults, decimal, type Domain } from '../upstream/payload/values.ts';

/** Answer of the venue. Positions may have any form, because each is checked separately. */
export interface AccountPayload {
  readonly marginSummary?: unknown;
  readonly crossMarginSummary?: unknown;
  readonly assetPositions: readonly unknown[];
}
export const accountPayload: TUnsafe<AccountPayload> = Type.Unsafe(
  Type.Object({
    marginSummary: Type.Optional(Type.Unknown()),
    crossMarginSummary: Type.Optional(Type.Unknown()),
    crossMaintenanceMarginUsed: Type.Optional(Type.Unknown()),
    withdrawable: Type.Optional(Type.Unknown()),
    time: Type.Optional(Type.Unknown()),
    assetPositions: Type.Array(Type.Union([row(['position'], ['type']), Type.Unknown()])),
  }),
);

/** Fields whose invalid value drops a part of a state. */
export type BadAccountField = Extract<
  BookDrop,
  'equity' | 'coin' | 'size' | 'entry' | 'leverage' | 'margin' | 'liquidation'
>;

type Named = Values<string>;

function valuesOf(value: unknown): Named {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Named) : {};
}

/** Ignores faults, because values are counted by field. */
const UNHEARD = { ...createFaults(), add: () => undefined };

/** Parses a number of the venue; NaN when invalid. */
function number(value: unknown, domain: Domain = 'any'): number {
  return decimal(value, domain, '', UNHEARD);
}

/** Parses an optional number; null when missing. */
function numberIfGiven(value: unknown): number | null {
  return value === undefined || value === null ? null : number(value);
}

function positionOf(value: unknown): PositionRecord | undefined {
  const { coin, szi, entryPx, leverage, marginUsed, liquidationPx } = valuesOf(valuesOf(value)['position']);
  const { type, value: chosen } = valuesOf(leverage);
  const size = number(szi);
  // Closed position.
  if (size === 0) return undefined;
  const isIsolated = type === 'isolated';
  return {
    coin: typeof coin === 'string' ? coin : '',
    size,
    entry: number(entryPx, 'above zero'),
    leverage: typeof chosen === 'number' && chosen > 0 && (isIsolated || type === 'cross') ? chosen : NaN,
    marginMode: isIsolated ? 'isolated' : 'cross',
    ...(isIsolated ? { margin: number(marginUsed) } : {}),
    // When the venue omits the price, it is solved; null means that no price liquidates.
    ...(liquidationPx === undefined ? {} : { liquidation: liquidationPx === null ? null : number(liquidationPx) }),
  };
}

/** @returns the invalid field for which a book will drop the position. */
function badField({ coin, size, entry, leverage, margin, liquidation }: PositionRecord): BadAccountField | undefined {
  if (coin === '') return 'coin';
  if (Number.isNaN(size)) return 'size';
  if (Number.isNaN(entry)) return 'entry';
  if (Number.isNaN(leverage)) return 'leverage';
  if (Number.isNaN(margin)) return 'margin';
  return Number.isNaN(liquidation) ? 'liquidation' : undefined;
}

/** State with an invalid field of each position that will be dropped. */
export interface AccountReading {
  readonly record: AccountRecord;
  /** Notional of all positions as the venue states it, USD; at entry prices when not stated. */
  readonly notional: number;
  readonly bad: readonly BadAccountField[];
}

/**
 * Parses a state.
 *
 * @param address address of the account, lower case.
 * @param isMaker whether the operator lists it as a market maker.
 */
export function readAccount(
  { marginSummary, crossMarginSummary, assetPositions }: AccountPayload,
  address: string,
  isMaker: boolean = false,
): AccountReading {
  const equity = numberIfGiven(valuesOf(marginSummary)['accountValue']);
  const crossEquity = numberIfGiven(valuesOf(crossMarginSummary)['accountValue']);
  const positions = assetPositions.flatMap((position) => positionOf(position) ?? []);
  const bad = positions.flatMap((position) => badField(position) ?? []);
  const record: AccountRecord = {
    address,
    equity,
    ...(crossEquity === null ? {} : { crossEquity }),
    ...(isMaker ? { isMarketMaker: true } : {}),
    positions,
  };
  const stated = number(valuesOf(marginSummary)['totalNtlPos'], 'zero or more');
  const atEntry = positions.reduce((sum, { size, entry }) => {
    const value = Math.abs(size) * (entry ?? 0);
    return Number.isNaN(value) ? sum : sum + value;
  }, 0);
  const notional = Number.isNaN(stated) ? atEntry : stated;
  return { record, notional, bad: Number.isNaN(equity) || Number.isNaN(crossEquity) ? ['equity', ...bad] : bad };
}
