/** Supply of a simulated coin over time: its circulating tokens, and its unlock schedule. */

import { DAY_MS } from '@barograph/core';
import { generator } from './random.ts';
import type { ReferenceConfig } from './reference-config.ts';

/** Unlock schedule of a coin, and when it became known. Times are epoch ms. */
export interface SimulatedSchedule {
  /** Id of the coin. */
  readonly coin: string;
  readonly knownAt: number;
  readonly tranches: readonly {
    readonly time: number;
    readonly tokens: number;
    readonly section: string;
    readonly kind: 'cliff' | 'step';
  }[];
  /** Streams, which unlock evenly. */
  readonly streams: readonly { readonly from: number; readonly to: number; readonly tokens: number }[];
}

/** Supply of a coin over time. */
export interface Vesting {
  /** Total number of tokens. */
  readonly basis: number;
  /** Schedules, oldest first; empty for a coin that circulates completely. */
  readonly schedules: readonly SimulatedSchedule[];
  /** Circulating tokens at a moment: the initial float plus what has unlocked since. */
  circulating(time: number): number;
}

/** Start of a coin. */
interface VestingStart {
  readonly seed: string;
  readonly coin: string;
  /** Listing time, epoch ms. */
  readonly first: number;
  /** Tokens that circulate then. */
  readonly floating: number;
  /** Whether its schedule will be postponed. */
  readonly isDelayed: boolean;
}

const MONTH_MS = (365.25 / 12) * DAY_MS;

/** Tokens unlocked by a schedule at a moment, including postponed ones. */
function unlocked({ tranches, streams }: SimulatedSchedule, time: number): number {
  const dated = tranches.reduce((sum, tranche) => (tranche.time <= time ? sum + tranche.tokens : sum), 0);
  return streams.reduce((sum, { from, to, tokens }) => {
    const share = (Math.min(time, to) - from) / (to - from);
    return share > 0 ? sum + tokens * share : sum;
  }, dated);
}

/** Creates the supply and unlock schedule of a coin. */
export function createVesting(
  { seed, coin, first, floating, isDelayed }: VestingStart,
  { wholeShare, leastFloat, locked, delay }: ReferenceConfig,
): Vesting {
  const draw = generator(`${seed}|${coin}|supply`);
  const isWhole = draw() < wholeShare;
  const float = isWhole ? 1 : leastFloat + (1 - leastFloat) * draw();
  const basis = floating / float;
  const rest = basis - floating;
  if (isWhole || !(rest > 0)) return { basis, schedules: [], circulating: () => floating };
  const [least, most] = locked.cliffMonths;
  const cliff = first + Math.floor((least + (most - least) * draw()) * MONTH_MS);
  const step = (rest * locked.stepsShare) / locked.steps;
  const original: SimulatedSchedule = {
    coin: coin.toLowerCase(),
    knownAt: first,
    tranches: [
      { time: cliff, tokens: rest * locked.cliffShare, section: 'team', kind: 'cliff' },
      ...Array.from({ length: locked.steps }, (_, i) => ({
        time: Math.floor(cliff + (i + 1) * MONTH_MS),
        tokens: step,
        section: 'investors',
        kind: 'step' as const,
      })),
    ],
    streams: [
      { from: first, to: Math.floor(first + locked.streamMonths * MONTH_MS), tokens: rest * locked.streamShare },
    ],
  };
  const changedAt = Math.floor(first + delay.afterMonths * MONTH_MS);
  const putOff: SimulatedSchedule = {
    ...original,
    knownAt: changedAt,
    tranches: original.tranches.map((tranche) =>
      tranche.time <= changedAt ? tranche : { ...tranche, time: tranche.time + delay.days * DAY_MS },
    ),
  };
  const schedules = isDelayed && delay.days > 0 ? [original, putOff] : [original];
  return {
    basis,
    schedules,
    circulating: (time) => {
      const known = schedules.findLast(({ knownAt }) => knownAt <= time) ?? original;
      return Math.min(basis, floating + unlocked(known, time));
    },
  };
}
