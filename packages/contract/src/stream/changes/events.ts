/** Change events: a published state that became another one. Each names the snapshot that published it. */

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
  /** Moment of its values, epoch ms. */
  readonly asOf: number;
  /** SHA-256 of its texts, hexadecimal. */
  readonly sha256: string;
}

/** A state that became another one. Its symbol is `MARKET` where it is of no coin. */
interface Change<Type extends string, State extends string> extends EventHead {
  readonly type: Type;
  readonly from: State;
  readonly to: State;
  readonly snapshot: ChangeSnapshot;
}

/** A nowcast label. */
export interface RegimeChange extends Change<'regime', Regime> {
  readonly scope: ChangeScope;
  /** Rule that changed the label in the last closed hour. */
  readonly path: QuantPath;
  /** Calibrated confidence of the new label. */
  readonly confidence: number;
}

/** A shock of the nowcast; `none` without one. */
export interface ShockChange extends Change<'shock', ShockKind | 'none'> {
  readonly scope: ChangeScope;
  readonly score: number | null;
}

/** The long-horizon regime, by name; `none` without a challenger. */
export interface LongRegimeChange extends Change<'long_regime', string> {
  readonly what: 'committed' | 'pending';
}

/** A colour of SIGNUM_RGG. */
export interface SignumColorChange extends Change<'signum_color', SignumColor> {
  readonly timeframe: '1d' | '4h';
}

/** A volatility regime of a coin. */
export type VolatilityRegimeChange = Change<'volatility_regime', VolatilityRegime>;

/** A liquidity label of the market or of a coin. */
export interface LiquidityRegimeChange extends Change<'liquidity_regime', LiquidityRegime> {
  readonly scope: ChangeScope;
}

/** State of the gamma analog of a coin. */
export interface GammaStateChange extends Change<'gamma_state', GammaState> {
  readonly score: number | null;
}

/** Band of a published score. */
export interface ScoreBandChange extends Change<'score_band', ScoreBand> {
  readonly composite: ChangeComposite;
  readonly score: number | null;
}

/** Model of the nowcast, by version. */
export interface ModelChange extends Change<'model', string> {
  /** SHA-256 of the model file before and after, hexadecimal. */
  readonly fromSha256: string;
  readonly toSha256: string;
}

/** An hour of the nowcast that was published: `from` and `to` are hours, ISO 8601. The moment at which thresholds are read. */
export interface NowcastHour extends Change<'nowcast_hour', string> {
  readonly scope: ChangeScope;
  /** Probability of a fall by more than 5 % within 24 hours; null while it is not known. */
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
