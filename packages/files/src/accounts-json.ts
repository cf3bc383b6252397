/** Parses positions in JSON: a list of rows, or an object with positions and coins. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';
import { accountField, type AccountField } from './account-fields.ts';
import { AccountRows, type AccountCells } from './account-rows.ts';
import type { AccountsFile, FileCoin } from './accounts-file.ts';
import { isSymbol, SYMBOL_RULE } from './coin-name.ts';
import { isAccountState, stateRows } from './account-state.ts';

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the accounts of a JSON text: `[{"address", "coin", "size", "entry", …}, …]`, one object per position; or
 * `{"time", "coins": [{"coin", "mark", "tiers"}], "accounts": [{"address", "equity", "positions": […]}]}`, or the same with
 * `"positions"` as rows. An account may also be a state in the perp venue's format with an `address`.
 */
export function parseAccounts(text: string, file: string): Result<AccountsFile, DataProblem> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err({ file, code: 'bad_value', expected: 'one JSON value', got: shown(text.trim()) });
  }
  const whole = wholeOf(json, file);
  const { time = null, coins = [], accounts, positions } = whole;
  if (accounts === undefined && positions === undefined) {
    const got = `the keys ${Object.keys(whole).slice(0, 8).join(', ')}`;
    return err({ file, code: 'missing_column', column: 'accounts', expected: 'accounts or positions', got });
  }
  if (time !== null && !(Number.isSafeInteger(time) && Number(time) >= 0)) {
    return err({ file, code: 'bad_value', column: 'time', expected: 'epoch ms', got: shown(time) });
  }
  const terms = coinsOf(coins);
  if (!terms.ok) return err({ file, ...terms.error });
  const rows = new AccountRows();
  const problem = addAll(rows, accounts ?? positions, accounts !== undefined);
  if (problem !== undefined) return err({ file, ...problem });
  return rows.finish(file, { time: time === null ? null : Number(time), coins: terms.value });
}

/** Normalizes any form to the object form. A single account state has no address, so it gets the name of the file. */
function wholeOf(json: unknown, file: string): Json {
  if (!isRecord(json)) return { [holdsPositions(json) ? 'accounts' : 'positions']: json };
  return isAccountState(json) ? { accounts: [{ address: file, ...json }] } : json;
}

/** Whether a list contains accounts rather than positions. */
function holdsPositions(json: unknown): boolean {
  const first: unknown = Array.isArray(json) ? json[0] : undefined;
  return isRecord(first) && (Array.isArray(first['positions']) || isAccountState(first));
}

function addAll(rows: AccountRows, list: unknown, ofAccounts: boolean): DataProblem | undefined {
  const column = ofAccounts ? 'accounts' : 'positions';
  if (!Array.isArray(list)) return { code: 'bad_value', column, expected: 'a list', got: shown(list) };
  for (const [i, item] of list.entries()) {
    if (!isRecord(item)) return { code: 'bad_value', column, row: i + 1, expected: 'an object', got: shown(item) };
    const items = ofAccounts ? positionsOf(item) : ok([item]);
    if (!items.ok) return { ...items.error, row: i + 1 };
    for (const cells of items.value) {
      const problem = rows.add(cellsOf(cells));
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Positions of an account, with the account's fields added. */
function positionsOf(account: Json): Result<readonly Json[], DataProblem> {
  if (isAccountState(account)) return stateRows(account);
  const { positions, ...own } = account;
  if (!Array.isArray(positions)) {
    return err({ code: 'bad_value', column: 'positions', expected: 'a list', got: shown(positions) });
  }
  const rows: Json[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of anything
  for (const position of positions as readonly unknown[]) {
    if (!isRecord(position)) {
      return err({ code: 'bad_value', column: 'positions', expected: 'a list of objects', got: shown(position) });
    }
    rows.push({ ...own, ...position });
  }
  return ok(rows);
}

function cellsOf(item: Json): AccountCells {
  const cells: Partial<Record<AccountField, unknown>> = {};
  for (const [name, value] of Object.entries(item)) {
    const field = accountField(name);
    if (field !== undefined) cells[field] = value;
  }
  return cells;
}

/** Parses the list of coins: `{"coin", "mark", "tiers": [{"from", "max_leverage"}]}`. */
function coinsOf(list: unknown): Result<readonly FileCoin[], DataProblem> {
  if (!Array.isArray(list)) return err({ code: 'bad_value', column: 'coins', expected: 'a list', got: shown(list) });
  const coins: FileCoin[] = [];
  const names = new Set<unknown>();
  for (const [i, item] of list.entries()) {
    const refuse = (column: string, expected: string, got: unknown): Result<never, DataProblem> =>
      err({ code: 'bad_value', column: `coins.${column}`, row: i + 1, expected, got: shown(got) });
    const { coin, mark, tiers }: Json = isRecord(item) ? item : {};
    if (typeof coin !== 'string' || !isSymbol(coin)) return refuse('coin', `a symbol, ${SYMBOL_RULE}`, coin);
    if (names.has(coin)) return refuse('coin', 'every coin once', coin);
    names.add(coin);
    if (typeof mark !== 'number' || !(mark > 0 && mark < Infinity)) return refuse('mark', 'a number > 0', mark);
    const steps = tiersOf(tiers);
    if (steps === null) return refuse('tiers', 'tiers from 0 on, ascending, with a falling max_leverage ≥ 1', tiers);
    coins.push({ coin, mark, tiers: steps });
  }
  return ok(coins);
}

/** Parses margin tiers; null when invalid. */
function tiersOf(list: unknown): FileCoin['tiers'] | null {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list) || list.length === 0) return null;
  const tiers = list.map((item: unknown) => {
    const tier: Json = isRecord(item) ? item : {};
    return {
      from: Number(tier['from'] ?? tier['lowerBound']),
      maxLeverage: Number(tier['max_leverage'] ?? tier['maxLeverage']),
    };
  });
  const isTable = tiers.every(({ from, maxLeverage }, t) => {
    const before = tiers[t - 1];
    if (before === undefined) return from === 0 && maxLeverage >= 1 && maxLeverage <= 1e6;
    return from > before.from && from < Infinity && maxLeverage >= 1 && maxLeverage <= before.maxLeverage;
  });
  return isTable ? tiers : null;
}
