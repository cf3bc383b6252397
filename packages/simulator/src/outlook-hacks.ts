/** Hacks: few large ones, many small ones. */

import { DAY_MS } from '@barograph/core';
import { kept } from './kept.ts';
import type { SimulatorConfig } from './config.ts';
import type { OutlookConfig } from './outlook-config.ts';
import { oneOfThem, poisson, skewed } from './outlook-draws.ts';
import { generator } from './random.ts';

/** Simulated hack. */
export interface SimulatedHack {
  readonly name: string;
  /** Time at which it became known, epoch ms. */
  readonly time: number;
  /** Loss, USD; null when unknown. */
  readonly lossUsd: number | null;
  /** Listed coins concerned. */
  readonly symbols: readonly string[];
}

const KEPT_DAYS = 800;
const FIRST = ['Harbor', 'Lumen', 'Quarry', 'Tidal', 'Juniper', 'Obelisk', 'Saffron', 'Meridian', 'Cobalt', 'Pallas'];
const SECOND = ['Bridge', 'Lend', 'Swap', 'Vault', 'Exchange', 'Wallet', 'Finance'];

/** Creates the hacks of a day, oldest first. */
export function createHacks(
  { seed, start, listings }: SimulatorConfig,
  { hacks }: OutlookConfig,
): (day: number) => readonly SimulatedHack[] {
  return kept(KEPT_DAYS, (day) => {
    const draw = generator(`${seed}|outlook|hacks|${day}`);
    const count = poisson(draw, hacks.perDay);
    const begins = day * DAY_MS;
    const listed = [
      ...new Set(
        listings
          .filter(
            ({ listedAfter, delistedAfter }) =>
              start + listedAfter <= begins && (delistedAfter === null || start + delistedAfter > begins),
          )
          .map(({ coin }) => coin),
      ),
    ];
    return Array.from({ length: count }, (): SimulatedHack => {
      const name = `${oneOfThem(draw, FIRST)} ${oneOfThem(draw, SECOND)}`;
      const time = begins + Math.floor(draw() * DAY_MS);
      const loss = Math.round(skewed(draw, hacks.lossUsd));
      const isUnknown = draw() < hacks.unknownLoss;
      const symbols = draw() < hacks.listed && listed.length > 0 ? [oneOfThem(draw, listed)] : [];
      return { name, time, lossUsd: isUnknown ? null : loss, symbols };
    }).sort((a, b) => a.time - b.time);
  });
}
