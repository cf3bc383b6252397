/** Leaks: values of a paid answer in an answer of a lower tier. */

import type { Heard } from './asked.ts';
import { onceIn, TEXT } from './values.ts';

/** A paid value that a lower tier receives. */
export interface Leak {
  /** Paid operation and place. */
  readonly paid: string;
  /** Surface and place that tells it. */
  readonly told: string;
  readonly question: string;
  readonly value: string;
}

interface Told {
  readonly by: string;
  readonly question: string;
}

/** Places without those in texts of an operation whose JSON has the value too: it is one leak. */
function withoutForms(places: readonly Told[]): readonly Told[] {
  const operationOf = (by: string): string => by.slice(0, by.indexOf(' '));
  const inJson = new Set(places.filter(({ by }) => !by.endsWith(TEXT)).map(({ by }) => operationOf(by)));
  return places.filter(({ by }) => !by.endsWith(TEXT) || !inJson.has(operationOf(by)));
}

/**
 * Values that occur once in a paid answer and that the lower tier does not get from the same operation, but receives
 * elsewhere.
 *
 * @param paid values that Pro Plus receives. @param lower values that the lower tier receives.
 */
export function leaksOf(paid: readonly Heard[], lower: readonly Heard[]): readonly Leak[] {
  const own = new Map<string, Set<string>>();
  const told = new Map<string, Told[]>();
  for (const { of, question, placed } of lower) {
    const seen = own.get(of) ?? new Set<string>();
    own.set(of, seen);
    for (const { path, value } of placed) {
      seen.add(value);
      const places = told.get(value) ?? [];
      told.set(value, places);
      if (!places.some((one) => one.by === `${of} ${path}`)) places.push({ by: `${of} ${path}`, question });
    }
  }
  return paid.flatMap(({ of, placed }) =>
    onceIn(placed)
      .filter(({ value }) => own.get(of)?.has(value) !== true)
      .flatMap(({ path, value }) =>
        withoutForms(told.get(value) ?? []).map(({ by, question }) => ({
          paid: `${of} ${path}`,
          told: by,
          question,
          value,
        })),
      ),
  );
}
