/** A law is a named check that throws when broken; a contract is a list of laws. */

import { UsageError } from '@barograph/core';

/** Fact about the code under test. `check` throws when it does not hold. */
export interface Law {
  readonly name: string;
  readonly check: () => void;
}

/** Functions of a test runner that contracts need; Vitest, Jest, Mocha and `node:test` have them. */
export interface TestRunner {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => void) => unknown;
}

let chosen: TestRunner | undefined;

/**
 * Sets the runner with which contracts register their tests when a call names none; for a setup file.
 *
 * @example
 * import { describe, it } from 'node:test';
 * useRunner({ describe, it });
 */
export function useRunner(runner: TestRunner): void {
  chosen = runner;
}

/** Global functions of Jest, Mocha, and Vitest with `globals`. */
function globalRunner(): TestRunner | undefined {
  const { describe, it } = globalThis as Partial<TestRunner>;
  return typeof describe === 'function' && typeof it === 'function' ? { describe, it } : undefined;
}

/**
 * Registers every law as a test of its own, under one title.
 *
 * @param runner test runner. @default that of {@link useRunner}, else the global `describe` and `it`
 * @throws {UsageError} without any runner.
 * @example
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * registerLaws('bars', [{ name: 'time ascends', check: () => undefined }], runner);
 * titles; // → Set(1) { 'time ascends' }
 */
export function registerLaws(title: string, laws: readonly Law[], runner?: TestRunner): void {
  const { describe, it } = runner ?? chosen ?? globalRunner() ?? noRunner();
  describe(title, () => {
    for (const law of laws) it(law.name, () => law.check());
  });
}

/**
 * Checks laws without a test runner.
 *
 * @throws {Error} at the first broken law, with its name and the counterexample; the error of the law is its `cause`.
 * @example
 * checkLaws([{ name: 'time ascends', check: () => undefined }]); // → undefined
 */
export function checkLaws(laws: readonly Law[]): void {
  for (const { name, check } of laws) {
    try {
      check();
    } catch (cause) {
      throw new Error(`broken: ${name}\n${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}

/** Fails a law, naming the place. */
export function broken(what: string): never {
  throw new Error(what);
}

function noRunner(): never {
  throw new UsageError(
    'a contract expected a test runner, got none: pass { describe, it }, call useRunner, or use checkLaws',
  );
}
