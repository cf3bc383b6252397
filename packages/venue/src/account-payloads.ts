/**
 * Serializes the simulator's accounts in the venue's format.
 *
 * @source the venue's public API reference (`clearinghouseState`, `userFills`), its recorded answers of 2023 to 2026, and
 * the format of the leaderboard as clients document it.
 */

import type { AccountFill, SimulatedAccount } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import type { VenueAccount, VenueHolding } from './accounts.ts';
import { decimalText } from './decimal-text.ts';
import type { Payload } from './payloads.ts';

const NO_FUNDING = { allTime: '0.0', sinceOpen: '0.0', sinceChange: '0.0' };

function marginUsed({ margin, size, mark, leverage }: VenueHolding): number {
  return margin ?? (Math.abs(size) * mark) / leverage;
}

function positionPayload(holding: VenueHolding): Payload {
  const { symbol, size, entry, leverage, marginMode, mark, maxLeverage, liquidationPrice } = holding;
  const pnl = size * (mark - entry);
  const collateral = (Math.abs(size) * entry) / leverage;
  const raw = marginMode === 'isolated' ? { rawUsd: decimalText(marginUsed(holding) - size * mark) } : {};
  return {
    type: 'oneWay',
    position: {
      coin: symbol,
      szi: decimalText(size),
      leverage: { type: marginMode, value: leverage, ...raw },
      entryPx: decimalText(entry),
      positionValue: decimalText(Math.abs(size) * mark),
      unrealizedPnl: decimalText(pnl),
      returnOnEquity: decimalText(pnl / collateral),
      liquidationPx: Number.isNaN(liquidationPrice) ? null : decimalText(liquidationPrice),
      marginUsed: decimalText(marginUsed(holding)),
      maxLeverage,
      cumFunding: NO_FUNDING,
    },
  };
}

/** Margin summary of holdings. */
function summary(equity: number, holdings: readonly VenueHolding[]): Payload {
  const sum = (sizeOf: (holding: VenueHolding) => number): number =>
    holdings.reduce((all, holding) => all + sizeOf(holding), 0);
  return {
    accountValue: decimalText(equity),
    totalNtlPos: decimalText(sum(({ size, mark }) => Math.abs(size) * mark)),
    totalRawUsd: decimalText(equity - sum(({ size, mark }) => size * mark)),
    totalMarginUsed: decimalText(sum(marginUsed)),
  };
}

/** State of an account. @param state undefined for an empty address. */
export function clearinghousePayload(state: VenueAccount | undefined, now: number): Payload {
  const { account, holdings } = state ?? { account: undefined, holdings: [] };
  const equity = account?.equity ?? 0;
  const cross = holdings.filter(({ marginMode }) => marginMode === 'cross');
  const isolated = holdings.reduce((sum, { margin }) => sum + (margin ?? 0), 0);
  const sums = { maintenance: 0, used: 0 };
  for (const { size, mark, maxLeverage } of cross) sums.maintenance += (Math.abs(size) * mark) / (2 * maxLeverage);
  for (const holding of holdings) sums.used += marginUsed(holding);
  return {
    marginSummary: summary(equity, holdings),
    crossMarginSummary: summary(equity - isolated, cross),
    crossMaintenanceMarginUsed: decimalText(sums.maintenance),
    withdrawable: decimalText(Math.max(0, equity - sums.used)),
    assetPositions: holdings.map(positionPayload),
    time: now,
  };
}

const DAYS_OF_MONTH = 30;
/** Assumed notional per fill, USD, which converts an account's fill count to volume. */
const FILL_NOTIONAL = 2_000;

function performance(pnl: number, equity: number, volume: number): Payload {
  return { pnl: decimalText(pnl), roi: decimalText(equity > 0 ? pnl / equity : 0), vlm: decimalText(volume) };
}

function leaderPayload({ address, equity, stats }: SimulatedAccount): Payload {
  const volume = stats.fills30d * FILL_NOTIONAL;
  const over = (days: number, pnl: number): Payload => performance(pnl, equity, (volume * days) / DAYS_OF_MONTH);
  return {
    ethAddress: address,
    accountValue: decimalText(equity),
    windowPerformances: [
      ['day', over(1, stats.pnl30d / DAYS_OF_MONTH)],
      ['week', over(7, (7 * stats.pnl30d) / DAYS_OF_MONTH)],
      ['month', over(DAYS_OF_MONTH, stats.pnl30d)],
      ['allTime', over(3 * DAYS_OF_MONTH, stats.pnl90d)],
    ],
    prize: 0,
    displayName: null,
  };
}

/** The leaderboard. Results come from the account's generation, not from sums over fills. */
export function leaderboardPayload(accounts: readonly SimulatedAccount[]): Payload {
  return { leaderboardRows: accounts.map(leaderPayload) };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Hash of 48 bits, never 0. */
const numberOf = (text: string): number => 1 + Number.parseInt(digest(text).slice(0, 12), 16);

/** The venue's direction text of a fill. */
function directionOf({ isBuy, size, startPosition, isForced }: AccountFill): string {
  const sideOf = (units: number): string => (units > 0 ? 'Long' : 'Short');
  const after = startPosition + (isBuy ? size : -size);
  const isOpening = startPosition === 0 || startPosition > 0 === isBuy;
  if (isOpening) return `Open ${isBuy ? 'Long' : 'Short'}`;
  if (isForced) return `Liquidated Isolated ${sideOf(startPosition)}`;
  const isTurned = after !== 0 && after > 0 !== startPosition > 0;
  return isTurned ? `${sideOf(startPosition)} > ${sideOf(after)}` : `Close ${sideOf(startPosition)}`;
}

/** A fill of an account. */
export function accountFillPayload(fill: AccountFill, user: string): Payload {
  const { symbol, time, isBuy, price, size, startPosition, closedPnl, fee, isTaker, isForced } = fill;
  const name = `${user} ${symbol} ${time} ${startPosition} ${size}`;
  const mark = decimalText(price);
  return {
    coin: symbol,
    px: mark,
    sz: decimalText(size),
    side: isBuy ? 'B' : 'A',
    time,
    startPosition: decimalText(startPosition),
    dir: directionOf(fill),
    closedPnl: decimalText(closedPnl),
    hash: `0x${digest(`hash ${name}`)}`,
    oid: numberOf(`order ${name}`),
    crossed: isTaker,
    fee: decimalText(fee),
    tid: numberOf(name),
    ...(isForced ? { liquidation: { liquidatedUser: user, markPx: mark, method: 'backstop' } } : {}),
    feeToken: 'USDC',
    twapId: null,
  };
}
