/** A law is a named check that throws when it is broken; a contract is a list of laws. */

import { describe, it } from 'vitest';

/** A fact about the code under test. `check` throws when it does not hold. */
export interface Law {
  readonly name: string;
  readonly check: () => void;
}

/** Registers every law as a test of its own, under one title. */
export function registerLaws(title: string, laws: readonly Law[]): void {
  describe(title, () => {
    // oxlint-disable-next-line vitest/expect-expect -- the law asserts, and its own message names the counterexample
    it.each(laws.map((law) => [law.name, law] as const))('%s', (_, law) => law.check());
  });
}

/** Makes a law fail, naming the place. */
export function broken(what: string): never {
  throw new Error(what);
}
