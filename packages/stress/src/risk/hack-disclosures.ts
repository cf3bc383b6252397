/** Hacks that became known long after the attack, which lists date by the day of the attack. */

import { deepFreeze } from '@barograph/core';
import { plainName } from './hack-symbols.ts';

/** Disclosure days by name. */
export interface HackDisclosures {
  /** CalVer. */
  readonly version: `hack-disclosures/${string}`;
  /** Day of the public disclosure, by plain name; only for a hack dated earlier. */
  readonly days: Readonly<Record<string, string>>;
}

/** First edition: the largest hacks, which a history would otherwise know too early. */
export const HACK_DISCLOSURES_V1: HackDisclosures = deepFreeze({
  version: 'hack-disclosures/2026.11.1',
  days: {
    // 127,426 BTC left a pool in December 2020; an analyst published it on 2 August 2025.
    lubian: '2025-08-02',
    // Drained on 23 March 2022, discovered and announced on the 29th.
    roninbridge: '2022-03-29',
    roninnetwork: '2022-03-29',
    ronin: '2022-03-29',
  },
});

/** Longest time between an attack and its disclosure for which a name means the same attack: six years, ms. */
const LONGEST_MS = 6 * 366 * 86_400_000;

/**
 * Time at which a hack became public: that of the list, or the end of its disclosure day.
 *
 * @param time time in the list, epoch ms.
 * @param config parameters. @default HACK_DISCLOSURES_V1
 * @example
 * const known = disclosedAt('Ronin Bridge', Date.UTC(2022, 2, 23));
 * new Date(known).toISOString(); // → '2022-03-30T00:00:00.000Z'
 */
export function disclosedAt(name: string, time: number, { days }: HackDisclosures = HACK_DISCLOSURES_V1): number {
  const plain = plainName(name);
  const day = Object.hasOwn(days, plain) ? Date.parse(`${days[plain]!}T00:00:00Z`) : -Infinity;
  return time <= day && day - time < LONGEST_MS ? day + 86_400_000 : time;
}
