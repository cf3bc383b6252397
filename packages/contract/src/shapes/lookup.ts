/** Finds the row of a symbol, or the error of an unknown name. */

import { err, ok, type Result, symbolIndex } from '@barograph/core';
import { problem, type Problem } from '../problem.ts';
import type { Published, SymbolsHead } from '../published.ts';

/** Texts and rules of a lookup. */
export interface LookupConfig {
  /** As in "No SIGNUM_RGG row is named X". */
  readonly resource: string;
  /** Missing input of a symbol in warm-up, as in "too few completed days for a color". */
  readonly lacks: string;
  /**
   * Treatment of a k-prefixed ticker without a row when its plain symbol has one, and the reverse: `alias` returns that row,
   * `suggest` suggests it.
   */
  readonly kPrefix: 'alias' | 'suggest';
}

/**
 * Finds a row by name: exact first (kPEPE is the perp), then ignoring case, then in any usual spelling.
 *
 * @param retryAfter Retry-After of a symbol whose bars are still being fetched, seconds.
 */
export type SymbolLookup<Row> = (name: string, retryAfter: () => number) => Result<Row, Problem>;

/** Creates the lookup of a view; lookups take constant time. */
export function createSymbolLookup<Row extends { readonly symbol: string }>(
  { head, records }: Pick<Published<Row, SymbolsHead>, 'head' | 'records'>,
  { resource, lacks, kPrefix }: LookupConfig,
): SymbolLookup<Row> {
  const bySymbol = new Map(records.map(({ value }) => [value.symbol, value]));
  const rows = symbolIndex(bySymbol.keys());
  const warming = symbolIndex(head.warming ?? []);
  const pending = symbolIndex(head.pending ?? []);
  return (name, retryAfter) => {
    const found = rows.find(name, 'coin');
    if (found !== undefined) return ok(bySymbol.get(found)!);
    if (warming.find(name, 'coin') !== undefined) {
      return err(problem('too_little_history', `${name} is listed, but has ${lacks}.`));
    }
    if (pending.find(name, 'coin') !== undefined) {
      const message = `The bars of ${name} are being fetched.`;
      return err(problem('warming_up', message, { retryAfter: retryAfter() }));
    }
    const alias = rows.find(name, 'alias');
    if (kPrefix === 'alias' && alias !== undefined) return ok(bySymbol.get(alias)!);
    const hint = alias === undefined ? '' : ` There is ${alias}.`;
    const suggestions = rows.suggest(name);
    return err(problem('unknown_symbol', `No ${resource} row is named ${name}.${hint}`, { suggestions }));
  };
}
