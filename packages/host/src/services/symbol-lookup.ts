/** The row of a name, or what is wrong with the name. */

import { problem, type Problem } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { SnapshotContents, SnapshotName, SnapshotOf, SymbolsHead } from '../ports/snapshot-store.ts';

/** A snapshot whose rows are of symbols. */
export interface SymbolsContent {
  readonly head: SymbolsHead;
  readonly record: { readonly symbol: string };
}
/** The names of such snapshots. */
export type SymbolsName = {
  [Name in SnapshotName]: SnapshotContents[Name] extends SymbolsContent ? Name : never;
}[SnapshotName];

/** Lookup and naming of the rows of a resource. */
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

/** The row of a name: exact first (kPEPE is the perp), then without regard to case. */
export type SymbolLookup<Content extends SymbolsContent> = (name: string) => Result<Content['record'], Problem>;

/** @returns what finds the rows of one snapshot; each look takes the same time, however many rows there are. */
export function createSymbolLookup<Content extends SymbolsContent>(
  { head, records }: SnapshotOf<Content>,
  { resource, lacks, kPrefix }: LookupConfig,
): SymbolLookup<Content> {
  const exact = new Map<string, Content['record']>();
  const anyCase = new Map<string, Content['record']>();
  for (const { value } of records) {
    exact.set(value.symbol, value);
    const upper = value.symbol.toUpperCase();
    if (!anyCase.has(upper)) anyCase.set(upper, value);
  }
  const warming = new Set(head.warming.map((symbol) => symbol.toUpperCase()));

  return (name) => {
    const upper = name.toUpperCase();
    const found = exact.get(name) ?? exact.get(upper) ?? anyCase.get(upper);
    if (found !== undefined) return ok(found);
    if (warming.has(upper)) return err(problem('too_little_history', `${name} is listed, but has ${lacks}.`));
    const plain = upper.startsWith('K') ? anyCase.get(upper.slice(1)) : undefined;
    const near = [anyCase.get(`K${upper}`), plain].flatMap((row) => row ?? []);
    if (kPrefix === 'alias' && near[0] !== undefined) return ok(near[0]);
    const suggestions = near.map(({ symbol }) => symbol);
    const hint = suggestions.length === 0 ? '' : ` There is ${suggestions.join(', ')}.`;
    return err(problem('unknown_symbol', `No ${resource} row is named ${name}.${hint}`, { suggestions }));
  };
}
