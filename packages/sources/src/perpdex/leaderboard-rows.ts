/** Rows of the leaderboard: account, value, and results over four windows. */

import type { LeaderboardRow, LeaderboardWindow, WindowFigures } from '../market/traders.ts';
import { createFaults, decimal } from '../upstream/payload/values.ts';

/** Fields whose invalid value drops a row; `row` means that it is not an object. */
export type BadLeaderField = 'row' | 'address' | 'value';

const UNHEARD = { ...createFaults(), add: () => undefined };
const ADDRESS = /^0x[0-9a-f]{40}$/;
/** Maximum length of a name, which accounts choose freely. */
const LONGEST_NAME = 64;

/** Address in lower case; undefined when invalid. */
export function addressOf(value: unknown): string | undefined {
  const address = typeof value === 'string' ? value.toLowerCase() : '';
  return ADDRESS.test(address) ? address : undefined;
}

function valuesOf(value: unknown): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function performanceOf(value: unknown): WindowFigures {
  const { pnl, roi, vlm } = valuesOf(value);
  return {
    pnl: decimal(pnl, 'any', 'pnl', UNHEARD),
    roi: decimal(roi, 'any', 'roi', UNHEARD),
    volume: decimal(vlm, 'zero or more', 'vlm', UNHEARD),
  };
}

/** Reads a row. */
export function readLeader(row: unknown): LeaderboardRow | BadLeaderField {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'row';
  const { ethAddress, accountValue, windowPerformances, displayName } = valuesOf(row);
  const address = addressOf(ethAddress);
  if (address === undefined) return 'address';
  const value = decimal(accountValue, 'any', 'accountValue', UNHEARD);
  if (Number.isNaN(value)) return 'value';
  const pairs: readonly unknown[] = Array.isArray(windowPerformances) ? windowPerformances : [];
  const windowOf = (name: LeaderboardWindow): WindowFigures => {
    const pair = pairs.find((pair) => Array.isArray(pair) && pair[0] === name);
    return performanceOf(Array.isArray(pair) ? pair[1] : undefined);
  };
  const isName = typeof displayName === 'string' && displayName !== '';
  return {
    address,
    displayName: isName ? displayName.slice(0, LONGEST_NAME) : null,
    accountValue: value,
    windows: {
      day: windowOf('day'),
      week: windowOf('week'),
      month: windowOf('month'),
      allTime: windowOf('allTime'),
    },
  };
}
