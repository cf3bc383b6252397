/** All checks of a recorded run. */

import { checkLog, checkStreams, checkWebhooks } from './events.ts';
import type { Check, History, Violation } from './history.ts';
import { checkLedger } from './ledger.ts';
import { checkCooldown, checkKeys } from './keys.ts';
import { checkAnswers, checkMoney } from './money.ts';
import { checkFiles, checkPast } from './past.ts';
import { checkUsage } from './usage.ts';

/** Every replica keeps serving, and recovers after a fault. */
const checkRecovery: Check = ({ failures = [] }) =>
  failures.map((message) => ({ check: 'recovery', message, operations: [] }));

/** Checks that apply during a run. */
const EARLY: readonly Check[] = [
  checkUsage,
  checkKeys,
  checkCooldown,
  checkStreams,
  checkWebhooks,
  checkPast,
  checkFiles,
  checkAnswers,
  checkRecovery,
];
const CHECKS: readonly Check[] = [...EARLY, checkMoney, checkLog, checkLedger];
/** Empty ending without promises. */
const NO_ENDING: History['ending'] = {
  events: [],
  givenOut: 0,
  lastEvent: 0,
  payments: [],
  transfers: [],
  boughtKeys: [],
  files: [],
  ledger: { rows: [], days: [] },
  counted: new Map(),
};

/** All broken promises of a run. */
export function judge(history: History): readonly Violation[] {
  return CHECKS.flatMap((check) => check(history));
}

/**
 * Violations of a run that goes on, as far as they show already: those of operations that ended before `settled`, by when
 * all that began before them are recorded too. Until then a number that a call was given may seem to be one that nobody sent.
 *
 * @param transfers that the chain has seen.
 * @param settled ms since the start of the run.
 */
export function judgeEarly(
  history: Omit<History, 'ending'>,
  transfers: readonly string[],
  settled: number,
): readonly Violation[] {
  const found = EARLY.flatMap((check) => check({ ...history, ending: { ...NO_ENDING, transfers } }));
  return found.filter(({ operations }) => operations.every(({ end }) => end <= settled));
}
