/** The row of a symbol, or the error of a name without one. */

import { err, ok, type Result } from '@barograph/core';
import { problem, type Problem } from '../problem.ts';
import type { Published, SymbolsHead } from '../published.ts';

/** Words and rules of a lookup. */
export interface LookupConfig {
  /** As in "No SIGNUM_RGG row is named X". */
  readonly resource: string;
  /** Missing input of a symbol in warm-up, as in "too few completed days for a color". */
  readonly lacks: string;
  /**
   * Treatment of a k-prefixed ticker without a row, when its plain symbol has one, and the reverse: `alias`: that row
   * is meant; `suggest`: it is suggested.
   */
  readonly kPrefix: 'alias' | 'suggest';
}

/**
 * The row of a name: exact first (kPEPE is the perp), then without regard to case.
 *
 * @param retryAfter seconds after which a symbol whose bars are still being fetched is worth asking for again.
 */
export type SymbolLookup<Row> = (name: string, retryAfter: () => number) => Result<Row, Problem>;

/** The lookup of one view; each look takes the same time, however many rows there are. */
export function createSymbolLookup<Row extends { readonly symbol: string }>(
  { head, records }: Pick<Published<Row, SymbolsHead>, 'head' | 'records'>,
  { resource, lacks, kPrefix }: LookupConfig,
): SymbolLookup<Row> {
  const exact = new Map<string, Row>();
  const anyCase = new Map<string, Row>();
  for (const { value } of records) {
    exact.set(value.symbol, value);
    const upper = value.symbol.toUpperCase();
    if (!anyCase.has(upper)) anyCase.set(upper, value);
  }
  const inUpper = (symbols: readonly string[] = []): ReadonlySet<string> =>
    new Set(symbols.map((symbol) => symbol.toUpperCase()));
  const warming = inUpper(head.warming);
  const pending = inUpper(head.pending);
  return (name, retryAfter) => {
    const upper = name.toUpperCase();
    const found = exact.get(name) ?? exact.get(upper) ?? anyCase.get(upper);
    if (found !== undefined) return ok(found);
    if (warming.has(upper)) return err(problem('too_little_history', `${name} is listed, but has ${lacks}.`));
    if (pending.has(upper)) {
      const message = `The bars of ${name} are being fetched.`;
      return err(problem('warming_up', message, { retryAfter: retryAfter() }));
    }
    const plain = upper.startsWith('K') ? anyCase.get(upper.slice(1)) : undefined;
    const near = [anyCase.get(`K${upper}`), plain].flatMap((row) => row ?? []);
    if (kPrefix === 'alias' && near[0] !== undefined) return ok(near[0]);
    const suggestions = near.map(({ symbol }) => symbol);
    const hint = suggestions.length === 0 ? '' : ` There is ${suggestions.join(', ')}.`;
    return err(problem('unknown_symbol', `No ${resource} row is named ${name}.${hint}`, { suggestions }));
  };
}
