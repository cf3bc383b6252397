/** Publication of the nowcast: a record for each perp, and the market. */

import { Type } from 'typebox';
import { publication, storedNumber, symbolsHead, type SymbolsHead } from '../published.ts';
import { nullable } from '../scalar.ts';
import { QUANT_HORIZONS, type QuantHorizon } from './classes.ts';
import { quantCoin, type QuantCoinWire } from './coin-block.ts';
import { quantMarket, type QuantMarketWire } from './market-block.ts';

/** Volatility of a coin from other engines; NaN or null when unknown. */
export interface QuantVolatility {
  /** Multiplier of a position that targets a constant volatility. */
  readonly volTargetMultiplier: number | null;
  /** Rank of the 30-day volatility among 365 days, percent. */
  readonly volPctile30: number | null;
  /** Realised volatility of the last 24 closed hours, annualised percent. */
  readonly rv24h: number | null;
  /** Expected volatility of the next 24 hours, annualised percent; absent for models that expect none. */
  readonly expected24h?: number | null;
  /** Inputs of `expected24h`: bars alone, or also derivatives when funding and open interest are known. */
  readonly expectedFrom?: 'bars' | 'derivatives';
}

/** Published record of a perp. */
export interface QuantRecord {
  readonly symbol: string;
  readonly coin: QuantCoinWire;
  readonly volatility: QuantVolatility;
  /** USD; null when unknown. */
  readonly openInterestUsd: number | null;
}

/** Head of the nowcast: the market and the model. Its `warming` names perps without a regime. */
export interface QuantHead extends SymbolsHead {
  readonly modelVersion: string;
  /** Hash of the model file: a different file is a different model, even under the same version. */
  readonly sha256: string;
  /** null before the first hour of the market. */
  readonly market: Readonly<Record<QuantHorizon, QuantMarketWire>> | null;
}

/** Publication of the nowcast: a record for each perp, and the market in the head. */
export const quantPublication = publication<QuantRecord, QuantHead>('quant', 'quant-snapshot/2', {
  head: symbolsHead({
    modelVersion: Type.String(),
    sha256: Type.String(),
    market: nullable(Type.Object(Object.fromEntries(QUANT_HORIZONS.map((horizon) => [horizon, quantMarket.schema])))),
  }),
  record: Type.Object({
    symbol: Type.String(),
    coin: quantCoin.schema,
    volatility: Type.Object({
      volTargetMultiplier: storedNumber,
      volPctile30: storedNumber,
      rv24h: storedNumber,
      expected24h: Type.Optional(storedNumber),
      expectedFrom: Type.Optional(Type.Enum(['bars', 'derivatives'])),
    }),
    openInterestUsd: storedNumber,
  }),
});
