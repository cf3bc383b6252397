/** Upcoming events of a market and of a coin, as rows. */

import { DAY_MS, deepFreeze } from '@barograph/core';
import type { Depeg } from './depeg.ts';
import { EVENT_RISK_V1, unlockMagnitude, type EventRiskConfig, type PrintEvent, type UnlockEvent } from './event.ts';

/** Types of events. */
export const CATALYST_TYPES = ['unlock', 'macro_print', 'depeg', 'mint'] as const;

/** Type of an event. */
export type CatalystType = (typeof CATALYST_TYPES)[number];

/** Expected directions of an event. */
export const CATALYST_BIASES = ['long', 'short', 'neutral', 'risk_flag'] as const;

/** Expected direction of an event. */
export type CatalystBias = (typeof CATALYST_BIASES)[number];

/** Event row. */
export interface Catalyst {
  readonly type: CatalystType;
  readonly name: string;
  /** Time, epoch ms; for a depeg or a mint, that of its observation. */
  readonly time: number;
  /** Days from the query; negative for past events. */
  readonly daysUntil: number;
  /** Coins concerned; empty when all are. */
  readonly symbols: readonly string[];
  readonly bias: CatalystBias;
  /** Magnitude 0…1; null when the size is unknown. */
  readonly magnitude: number | null;
}

/** Large issue of a stablecoin. */
export interface MintEvent {
  readonly symbol: string;
  /** Issued amount, USD. */
  readonly usd: number;
  /** Time of the issue, epoch ms. */
  readonly time: number;
}

/** Events of each feed; null for a feed that did not answer. */
export interface CatalystInputs {
  /** Moment of the query, epoch ms. */
  readonly asOf: number;
  readonly unlocks: readonly UnlockEvent[] | null;
  readonly prints: readonly PrintEvent[] | null;
  readonly depegs: readonly Depeg[] | null;
  readonly mints: readonly MintEvent[] | null;
}

/** Parameters of event rows. */
export interface CatalystConfig {
  readonly version: `catalyst/${string}`;
  /** Mint of magnitude 1, USD. */
  readonly fullMintUsd: number;
  /** Signed magnitude of a coin below which it counts as neutral. */
  readonly neutralBelow: number;
}

/** Version 1: our own numbers. */
export const CATALYST_V1: CatalystConfig = deepFreeze({ version: 'catalyst/1', fullMintUsd: 1e9, neutralBelow: 0.1 });

/**
 * Lists all known events, nearest first. Mints have no weight in any composite.
 *
 * @param config parameters. @default CATALYST_V1
 * @param risk parameters of event risk. @default EVENT_RISK_V1
 * @example
 * const asOf = Date.UTC(2026, 0, 20);
 * const unlocks = [
 *   { symbol: 'ARB', time: asOf + 2 * DAY_MS, usd: 60e6, dayNotional: 90e6, marketCap: 2e9, shareOfFloat: 0.02 },
 * ];
 * const rows = catalysts({ asOf, unlocks, prints: [releaseOn('FOMC', '2026-01-28')], depegs: null, mints: null });
 * rows.map(({ type, bias }) => [type, bias]); // → [ [ 'unlock', 'short' ], [ 'macro_print', 'neutral' ] ]
 */
export function catalysts(
  inputs: CatalystInputs,
  config: CatalystConfig = CATALYST_V1,
  risk: EventRiskConfig = EVENT_RISK_V1,
): readonly Catalyst[] {
  const { asOf } = inputs;
  const row = (one: Omit<Catalyst, 'daysUntil'>): Catalyst => ({ ...one, daysUntil: (one.time - asOf) / DAY_MS });
  const capped = (size: number | null): number | null => (size === null ? null : Math.min(1, size));
  return [
    ...(inputs.unlocks ?? []).map((unlock) =>
      row({
        type: 'unlock',
        name: `${unlock.symbol} unlock`,
        time: unlock.time,
        symbols: [unlock.symbol],
        bias: 'short',
        magnitude: capped(unlockMagnitude(unlock, risk)),
      }),
    ),
    ...(inputs.prints ?? []).map(({ print, name, time }) =>
      row({ type: 'macro_print', name, time, symbols: [], bias: 'neutral', magnitude: risk.macro.importance[print] }),
    ),
    ...(inputs.depegs ?? [])
      .filter(({ severity }) => severity > 0)
      .map(({ symbol, severity }) =>
        row({
          type: 'depeg',
          name: `${symbol} off its peg`,
          time: asOf,
          symbols: [symbol],
          bias: 'risk_flag',
          magnitude: severity,
        }),
      ),
    ...(inputs.mints ?? []).map(({ symbol, usd, time }) =>
      row({
        type: 'mint',
        name: `${symbol} mint`,
        time,
        symbols: [symbol],
        bias: 'long',
        magnitude: capped(usd / config.fullMintUsd),
      }),
    ),
  ].sort((a, b) => {
    if (a.time !== b.time) return a.time - b.time;
    const [one, other] = [a.magnitude ?? 0, b.magnitude ?? 0];
    return one === other ? (a.name < b.name ? -1 : 1) : other - one;
  });
}

/** Upcoming events of one coin. */
export interface SymbolCatalysts {
  readonly pending: readonly Catalyst[];
  readonly netBias: CatalystBias;
  /** Magnitude of the sum of signed magnitudes, at most 1. */
  readonly netMagnitude: number;
  /** Days to the nearest event; null without any. */
  readonly nearestDays: number | null;
}

const SIGNS: Readonly<Record<CatalystBias, number>> = { long: 1, short: -1, neutral: 0, risk_flag: -1 };

/**
 * Selects the events of a coin within the next days. The net bias is the sign of the sum of signed magnitudes; a risk
 * flag counts as short, and is the net bias when nothing else is pending.
 *
 * @param rows rows of {@link catalysts}, in their order.
 * @param days length of the window ahead, days. @default 7
 * @param config parameters. @default CATALYST_V1
 * @example
 * const asOf = Date.UTC(2026, 0, 20);
 * const unlocks = [
 *   { symbol: 'ARB', time: asOf + 2 * DAY_MS, usd: 60e6, dayNotional: 90e6, marketCap: 2e9, shareOfFloat: 0.02 },
 * ];
 * const rows = catalysts({ asOf, unlocks, prints: null, depegs: null, mints: null });
 * const { netBias, nearestDays } = symbolCatalysts(rows, 'ARB');
 * [netBias, nearestDays]; // → [ 'short', 2 ]
 */
export function symbolCatalysts(
  rows: readonly Catalyst[],
  symbol: string,
  days = 7,
  config: CatalystConfig = CATALYST_V1,
): SymbolCatalysts {
  const pending = rows.filter(
    ({ symbols, daysUntil }) => symbols.includes(symbol) && daysUntil >= 0 && daysUntil <= days,
  );
  const signed = pending.reduce((sum, { bias, magnitude }) => sum + SIGNS[bias] * (magnitude ?? 0), 0);
  const onlyRisk = pending.length > 0 && pending.every(({ bias }) => bias === 'risk_flag');
  const leaning: CatalystBias = onlyRisk ? 'risk_flag' : signed > 0 ? 'long' : 'short';
  return {
    pending,
    netBias: Math.abs(signed) < config.neutralBelow ? 'neutral' : leaning,
    netMagnitude: Math.min(1, Math.abs(signed)),
    nearestDays: pending[0]?.daysUntil ?? null,
  };
}
