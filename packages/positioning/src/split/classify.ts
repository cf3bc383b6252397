/** Classes over time: an account keeps its class until another one held for some cycles in a row. */

import type { Reducer } from '@barograph/core';
import type { AccountBook } from '../accounts/book.ts';
import { TRADER_CLASSES, type AccountClasses, type TraderClass } from './classes.ts';
import { checkClassifierConfig, CLASSIFIER_V2026_11_1, type ClassifierConfig } from './config.ts';
import { classesNow } from './rules.ts';

/** Memory of one account. */
export interface AccountClassState {
  readonly address: string;
  readonly held: TraderClass;
  /** The class that the rules gave in the last `run` cycles, when it is another one; then `run` is at least 1. */
  readonly challenger: TraderClass | null;
  readonly run: number;
  /** Cycles in a row without the account. */
  readonly absent: number;
}

/** Everything that the next cycle needs; plain JSON, as large as the set of accounts. */
export interface ClassifierState {
  readonly version: string;
  /** By ascending address. */
  readonly accounts: readonly AccountClassState[];
}

/**
 * The classifier, a book per cycle.
 *
 * A new account has the class that the rules give it. A known one changes after `changeAfter` cycles in a row at one and
 * the same other class; a cycle without it breaks the row, and after `forgetAfter` of those it is new again. Tags have no
 * memory. A state of another version of the rules starts anew.
 *
 * @example
 * const terms = [{ coin: 'BTC', mark: 100_000 }];
 * const bookOf = (equity: number) =>
 *   accountBook([{ address: '0xb', equity, positions: [{ coin: 'BTC', size: 2, entry: 95_000 }] }], terms);
 * const { initial, step } = classify();
 * const first = step(initial, bookOf(40_000));
 * const { output } = step(first.state, bookOf(50e6)); // a change waits for six cycles
 * [TRADER_CLASSES[output.classOf[0]!], TRADER_CLASSES[classesNow(bookOf(50e6)).classOf[0]!]];
 * // → [ 'other', 'whale' ]
 */
export function classify(
  config: ClassifierConfig = CLASSIFIER_V2026_11_1,
): Reducer<ClassifierState, AccountBook, AccountClasses> {
  checkClassifierConfig(config);
  return {
    initial: { version: config.version, accounts: [] },
    step(state, book) {
      const known = state.version === config.version ? state.accounts : [];
      const now = classesNow(book, config);
      const { address } = book.accounts;
      const classOf = new Uint8Array(address.length);
      const accounts: AccountClassState[] = [];
      const absent = new Map(known.map((account) => [account.address, account]));
      for (const [a, name] of address.entries()) {
        const account = after(name, absent.get(name), TRADER_CLASSES[now.classOf[a]!]!, config.changeAfter);
        absent.delete(name);
        classOf[a] = TRADER_CLASSES.indexOf(account.held);
        accounts.push(account);
      }
      for (const { address: name, held, absent: cycles } of absent.values()) {
        if (cycles + 1 >= config.forgetAfter) continue;
        accounts.push({ address: name, held, challenger: null, run: 0, absent: cycles + 1 });
      }
      accounts.sort((x, y) => (x.address < y.address ? -1 : 1));
      return { state: { version: config.version, accounts }, output: { ...now, classOf } };
    },
  };
}

/** The memory of an account after a cycle in which the rules say `found`. */
function after(
  address: string,
  old: AccountClassState | undefined,
  found: TraderClass,
  changeAfter: number,
): AccountClassState {
  const settled = (held: TraderClass): AccountClassState => ({ address, held, challenger: null, run: 0, absent: 0 });
  if (old === undefined || old.held === found) return settled(found);
  const run = old.challenger === found ? old.run + 1 : 1;
  return run >= changeAfter ? settled(found) : { address, held: old.held, challenger: found, run, absent: 0 };
}
