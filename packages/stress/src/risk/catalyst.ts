/** Events ahead of a market and of a coin, as rows. */

import { DAY_MS, deepFreeze } from '@barograph/core';
import type { Depeg } from './depeg.ts';
import { EVENT_RISK_V1, unlockMagnitude, type EventRiskConfig, type PrintEvent, type UnlockEvent } from './event.ts';

/** Types of events ahead. */
export const CATALYST_TYPES = ['unlock', 'macro_print', 'depeg', 'mint'] as const;

/** Type of an event ahead. */
export type CatalystType = (typeof CATALYST_TYPES)[number];

/** Sides that an event is expected to push to. */
export const CATALYST_BIASES = ['long', 'short', 'neutral', 'risk_flag'] as const;

/** Side that an event is expected to push to. */
export type CatalystBias = (typeof CATALYST_BIASES)[number];

/** One event. */
export interface Catalyst {
  readonly type: CatalystType;
  readonly name: string;
  /** Epoch ms; of a depeg and a mint, when it was seen. */
  readonly time: number;
  /** Days from the moment of the question; negative of what was. */
  readonly daysUntil: number;
  /** Coins it is about; empty where it is about all. */
  readonly symbols: readonly string[];
  readonly bias: CatalystBias;
  /** 0…1; null where its size is not known. */
  readonly magnitude: number | null;
}

/** A large issue of a stablecoin. */
export interface MintEvent {
  readonly symbol: string;
  readonly usd: number;
  /** Epoch ms. */
  readonly time: number;
}

/** Events of each feed; `null` where a feed did not answer. */
export interface CatalystInputs {
  /** Epoch ms. */
  readonly asOf: number;
  readonly unlocks: readonly UnlockEvent[] | null;
  readonly prints: readonly PrintEvent[] | null;
  readonly depegs: readonly Depeg[] | null;
  readonly mints: readonly MintEvent[] | null;
}

/** Numbers of events ahead. */
export interface CatalystConfig {
  readonly version: `catalyst/${string}`;
  /** Mint of magnitude 1, USD. */
  readonly fullMintUsd: number;
  /** Signed magnitude of a coin below which it leans to no side. */
  readonly neutralBelow: number;
}

/** Version 1: our own numbers. */
export const CATALYST_V1: CatalystConfig = deepFreeze({ version: 'catalyst/1', fullMintUsd: 1e9, neutralBelow: 0.1 });

/**
 * Rows of everything that is known, nearest first. Mints have no weight in any composite.
 *
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

/** Events ahead of one coin. */
export interface SymbolCatalysts {
  readonly pending: readonly Catalyst[];
  readonly netBias: CatalystBias;
  /** Size of the sum of signed magnitudes, at most 1. */
  readonly netMagnitude: number;
  /** Days to the nearest; null without any. */
  readonly nearestDays: number | null;
}

const SIGNS: Readonly<Record<CatalystBias, number>> = { long: 1, short: -1, neutral: 0, risk_flag: -1 };

/**
 * Catalysts of a coin within the next days. The net bias is the sign of the sum of signed magnitudes; a flag of risk counts
 * as short, and names the net bias where nothing else is pending.
 *
 * @param rows of {@link catalysts}, in their order.
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
