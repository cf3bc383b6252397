/** Classes over time: an account keeps its class until another one has held for several consecutive cycles. */

import type { Reducer } from '@barograph/core';
import type { AccountBook } from '../accounts/book.ts';
import { TRADER_CLASSES, type AccountClasses, type TraderClass } from './classes.ts';
import { checkClassifierConfig, CLASSIFIER_V2026_11_1, type ClassifierConfig } from './config.ts';
import { classesNow } from './rules.ts';

/** State of one account. */
export interface AccountClassState {
  readonly address: string;
  readonly held: TraderClass;
  /** Other class that the rules gave in the last `run` cycles, `run` ≥ 1; null without one. */
  readonly challenger: TraderClass | null;
  readonly run: number;
  /** Consecutive cycles without the account. */
  readonly absent: number;
}

/** State for the next cycle; plain JSON, proportional to the number of accounts. */
export interface ClassifierState {
  readonly version: string;
  /** Accounts by ascending address. */
  readonly accounts: readonly AccountClassState[];
}

/**
 * Creates the classifier, one book per cycle.
 *
 * A new account has the class that the rules give. A known one changes after `changeAfter` consecutive cycles in the
 * same other class; a cycle without it resets the count, and after `forgetAfter` such cycles it is new again. Tags have
 * no memory. A state of another rules version restarts.
 *
 * @param config parameters. @default CLASSIFIER_V2026_11_1
 * @throws {UsageError} when the config is invalid.
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

/** State of an account after a cycle in which the rules gave `found`. */
function after(
  address: string,
  old: AccountClassState | undefined,
  found: TraderClass,
  changeAfter: number,
): AccountClassState {
  const settled = (current: TraderClass): AccountClassState => ({
    address,
    held: current,
    challenger: null,
    run: 0,
    absent: 0,
  });
  if (old === undefined || old.held === found) return settled(found);
  const run = old.challenger === found ? old.run + 1 : 1;
  return run >= changeAfter ? settled(found) : { address, held: old.held, challenger: found, run, absent: 0 };
}
