/**
 * State of an account of the venue as a record: what it holds, and what backs it.
 *
 * A value that cannot be is NaN in the record: the caller that makes a book of it drops that position or account, counts it by the
 * field, and knows that the account is not whole. It is counted here too, under the same name.
 *
 * @source the venue's public API reference (`clearinghouseState`), and its recorded answers of 2023 to 2026.
 */

import type { AccountRecord, BookDrop, PositionRecord } from '@barograph/positioning';
import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import { createFaults, decimal, type Domain } from '../upstream/payload/values.ts';

/** An answer. Positions are of any form here: each is checked by itself. */
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

/** Fields for which something is left out of a state. */
export type BadAccountField = Extract<
  BookDrop,
  'equity' | 'coin' | 'size' | 'entry' | 'leverage' | 'margin' | 'liquidation'
>;

type Named = Values<string>;

function valuesOf(value: unknown): Named {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Named) : {};
}

/** Collects nothing: values are counted by field. */
const UNHEARD = { ...createFaults(), add: () => undefined };

/** A number of the venue; NaN of what is none. */
function number(value: unknown, domain: Domain = 'any'): number {
  return decimal(value, domain, '', UNHEARD);
}

/** The number of a field that may be missing; null is missing too. */
function numberIfGiven(value: unknown): number | null {
  return value === undefined || value === null ? null : number(value);
}

function positionOf(value: unknown): PositionRecord | undefined {
  const { coin, szi, entryPx, leverage, marginUsed, liquidationPx } = valuesOf(valuesOf(value)['position']);
  const { type, value: chosen } = valuesOf(leverage);
  const size = number(szi);
  // Nothing is held.
  if (size === 0) return undefined;
  const isIsolated = type === 'isolated';
  return {
    coin: typeof coin === 'string' ? coin : '',
    size,
    entry: number(entryPx, 'above zero'),
    leverage: typeof chosen === 'number' && chosen > 0 && (isIsolated || type === 'cross') ? chosen : NaN,
    marginMode: isIsolated ? 'isolated' : 'cross',
    ...(isIsolated ? { margin: number(marginUsed) } : {}),
    // Where the venue says nothing, the price is solved; null says that there is none.
    ...(liquidationPx === undefined ? {} : { liquidation: liquidationPx === null ? null : number(liquidationPx) }),
  };
}

/** @returns the field of a position that a book will drop it for. */
function badField({ coin, size, entry, leverage, margin, liquidation }: PositionRecord): BadAccountField | undefined {
  if (coin === '') return 'coin';
  if (Number.isNaN(size)) return 'size';
  if (Number.isNaN(entry)) return 'entry';
  if (Number.isNaN(leverage)) return 'leverage';
  if (Number.isNaN(margin)) return 'margin';
  return Number.isNaN(liquidation) ? 'liquidation' : undefined;
}

/** A state, and what is wrong with it: one field of each position that will be dropped. */
export interface AccountReading {
  readonly record: AccountRecord;
  /** Notional of all positions as the venue states it, USD; at entry where it does not. */
  readonly notional: number;
  readonly bad: readonly BadAccountField[];
}

/**
 * Reads a state.
 *
 * @param address whose it is, in lower case.
 * @param isMaker whether its operator says that it makes markets.
 */
export function readAccount(
  { marginSummary, crossMarginSummary, assetPositions }: AccountPayload,
  address: string,
  isMaker: boolean = false,
): AccountReading {
  const equity = numberIfGiven(valuesOf(marginSummary)['accountValue']);
  const crossEquity = numberIfGiven(valuesOf(crossMarginSummary)['accountValue']);
  const positions = assetPositions.flatMap((one) => positionOf(one) ?? []);
  const bad = positions.flatMap((one) => badField(one) ?? []);
  const record: AccountRecord = {
    address,
    equity,
    ...(crossEquity === null ? {} : { crossEquity }),
    ...(isMaker ? { isMarketMaker: true } : {}),
    positions,
  };
  const stated = number(valuesOf(marginSummary)['totalNtlPos'], 'zero or more');
  const atEntry = positions.reduce((sum, { size, entry }) => {
    const held = Math.abs(size) * (entry ?? 0);
    return Number.isNaN(held) ? sum : sum + held;
  }, 0);
  const notional = Number.isNaN(stated) ? atEntry : stated;
  return { record, notional, bad: Number.isNaN(equity) || Number.isNaN(crossEquity) ? ['equity', ...bad] : bad };
}
