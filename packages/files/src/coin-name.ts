/** Symbols: what may be one, and the coin of a file from its name. */

import { coinName, isInDollars, readFileSymbol, shown, type DataProblem } from '@barograph/core';

/**
 * Text that can be a symbol: it becomes cells of tables, lines of logs and text of pages. Signs that begin a formula of a
 * spreadsheet count in their wide forms too. Spot pairs of the perp venue are called `@107`.
 */
const SYMBOL = /^(?:@\d+|(?![=+\-@＝＋－＠])[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>]{1,100})$/u;

/** Rule that {@link isSymbol} checks, as messages state it. */
export const SYMBOL_RULE =
  '1 to 100 characters without control characters, < or >, that do not begin with =, +, - or @ (but @107)';

/**
 * Whether a text can be a symbol: not a formula of a spreadsheet, no control or invisible characters, no HTML.
 *
 * @example
 * ['BTC-USD', 'BTC/USDT:USDT', '=cmd|calc', 'BTC\n', '<img>'].map(isSymbol); // → [ true, true, false, false, false ]
 */
export function isSymbol(text: string): boolean {
  return SYMBOL.test(text);
}

/** Endings that are no part of a symbol. */
const ENDING = /\.(?:csv|tsv|json|ndjson|jsonl|parquet)(?:\.gz)?$/i;

/**
 * The symbol of a bar file: its name without folder and endings (`data/BTCUSDT.csv.gz` → `BTCUSDT`).
 *
 * @example
 * symbolOf('data/BTCUSDT.csv.gz'); // → 'BTCUSDT'
 */
export function symbolOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name.replace(ENDING, '');
}

/**
 * Problem of a file whose name is not a symbol; undefined for any other.
 *
 * @example
 * nameProblem('data/=cmd|calc.csv')?.got; // → '"=cmd|calc"'
 */
export function nameProblem(file: string): DataProblem | undefined {
  const name = symbolOf(file);
  if (isSymbol(name)) return undefined;
  return { code: 'bad_value', file, expected: `a file name of ${SYMBOL_RULE}`, got: shown(name) };
}

/**
 * The coin of a symbol, or of the name of a file: `BTCUSDT`, `XXBTZUSD` and `BINANCE_BTCUSDT, 60` are BTC. A contract of
 * thousands keeps its scale (`1000PEPEUSDT` is `kPEPE`), a pair that is not in dollars its quote (`ETH-BTC` is `ETHBTC`).
 * A name without a symbol in it stays as it is, and so does an option.
 *
 * @example
 * ['BTCUSDT', 'ETH-PERP', '1000PEPEUSDT', 'my bars'].map(coinOfFile); // → [ 'BTC', 'ETH', 'kPEPE', 'my bars' ]
 */
export function coinOfFile(name: string): string {
  const read = readFileSymbol(name);
  if (read === undefined || read.kind === 'option') return name;
  return isInDollars(read) ? coinName(read) : `${coinName(read)}${read.quote}`;
}
