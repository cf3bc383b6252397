/** Account states in the perp venue's format, with the requested address added. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an object is an account state. */
export function isAccountState(item: Json): boolean {
  return Array.isArray(item['assetPositions']);
}

/**
 * Converts a state to rows: `assetPositions[].position` with its leverage flattened, and the account value of the summary.
 * The `marginUsed` of a cross position is omitted: it is part of the shared initial margin.
 */
export function stateRows(state: Json): Result<readonly Json[], DataProblem> {
  const { assetPositions, marginSummary, address, user, time } = state;
  const equity = isRecord(marginSummary) ? marginSummary['accountValue'] : null;
  const rows: Json[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a state has the list
  for (const item of assetPositions as readonly unknown[]) {
    const position = isRecord(item) ? item['position'] : undefined;
    if (!isRecord(position)) {
      const column = 'assetPositions.position';
      return err({ code: 'bad_value', column, expected: 'an object', got: shown(position) });
    }
    const { coin, szi, entryPx, positionValue, liquidationPx = null, leverage, marginUsed, maxLeverage } = position;
    const { type, value }: Json = isRecord(leverage) ? leverage : {};
    rows.push({
      address: address ?? user,
      time,
      equity,
      coin,
      size: szi,
      entry: entryPx,
      notional: positionValue,
      liquidation: liquidationPx,
      leverage: value,
      mode: type,
      margin: type === 'isolated' ? marginUsed : null,
      maxleverage: maxLeverage,
    });
  }
  return ok(rows);
}
