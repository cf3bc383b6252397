/** Change events: a published state became another state. Each event names the snapshot that published it. */

import type { Regime, ShockKind } from '@barograph/nowcast';
import type { SignumColor } from '@barograph/indicators';
import type { LiquidityRegime } from '@barograph/stress';
import type { VolatilityRegime } from '@barograph/volatility';
import type { EventHead } from '../../event.ts';
import type { ChangeComposite, ChangeScope, GammaState, QuantPath, ScoreBand } from './words.ts';

/** Snapshot that published a state. */
export interface ChangeSnapshot {
  /** Name of the publication. */
  readonly name: string;
  /** Time of its values, epoch ms. */
  readonly asOf: number;
  /** SHA-256 of its texts, hexadecimal. */
  readonly sha256: string;
}

/** Change of a state. The symbol is `MARKET` for a state that belongs to no coin. */
interface Change<Type extends string, State extends string> extends EventHead {
  readonly type: Type;
  readonly from: State;
  readonly to: State;
  readonly snapshot: ChangeSnapshot;
}

/** Change of a nowcast label. */
export interface RegimeChange extends Change<'regime', Regime> {
  readonly scope: ChangeScope;
  /** Rule that changed the label in the last closed hour. */
  readonly path: QuantPath;
  /** Calibrated confidence of the new label. */
  readonly confidence: number;
}

/** Change of a nowcast shock; `none` without a shock. */
export interface ShockChange extends Change<'shock', ShockKind | 'none'> {
  readonly scope: ChangeScope;
  readonly score: number | null;
}

/** Change of the long-horizon regime or its challenger, by name; `none` without a challenger. */
export interface LongRegimeChange extends Change<'long_regime', string> {
  readonly what: 'committed' | 'pending';
}

/** Change of a SIGNUM_RGG colour. */
export interface SignumColorChange extends Change<'signum_color', SignumColor> {
  readonly timeframe: '1d' | '4h';
}

/** Change of a coin's volatility regime. */
export type VolatilityRegimeChange = Change<'volatility_regime', VolatilityRegime>;

/** Change of a liquidity label, of the market or of a coin. */
export interface LiquidityRegimeChange extends Change<'liquidity_regime', LiquidityRegime> {
  readonly scope: ChangeScope;
}

/** Change of a coin's gamma analog state. */
export interface GammaStateChange extends Change<'gamma_state', GammaState> {
  readonly score: number | null;
}

/** Change of a published score's band. */
export interface ScoreBandChange extends Change<'score_band', ScoreBand> {
  readonly composite: ChangeComposite;
  readonly score: number | null;
}

/** Change of the nowcast model, by version. */
export interface ModelChange extends Change<'model', string> {
  /** SHA-256 of the model file before and after, hexadecimal. */
  readonly fromSha256: string;
  readonly toSha256: string;
}

/** Published hour of the nowcast, at which thresholds are evaluated. `from` and `to` are hours, ISO 8601. */
export interface NowcastHour extends Change<'nowcast_hour', string> {
  readonly scope: ChangeScope;
  /** Probability of a fall of more than 5 % within 24 hours; null when unknown. */
  readonly drawdown: number | null;
}

/** Any change event. */
export type ChangeEvent =
  | RegimeChange
  | ShockChange
  | LongRegimeChange
  | SignumColorChange
  | VolatilityRegimeChange
  | LiquidityRegimeChange
  | GammaStateChange
  | ScoreBandChange
  | ModelChange
  | NowcastHour;
