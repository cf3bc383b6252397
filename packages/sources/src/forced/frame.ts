/** Parsed frames of a stream of forced closes. */

import type { Liquidation } from '../market/liquidations.ts';

/** Invalid field of a dropped row. */
export type BadForced = 'instrument' | 'side' | 'price' | 'size' | 'time';

/** A frame. */
export interface ForcedFrame {
  /**
   * `forced`: closes; `trades`: trades, which prove that the stream sends data; `served`: subscription accepted;
   * `refused`: subscription refused; `unreadable`: closes, all of them invalid; `control`: anything else.
   */
  readonly kind: 'forced' | 'trades' | 'served' | 'refused' | 'unreadable' | 'control';
  readonly closes: readonly Liquidation[];
  readonly bad: readonly BadForced[];
  /** Key of the accepted or refused subscription. */
  readonly key?: string;
  /** Time of the newest trade, epoch ms. */
  readonly tradedAt?: number;
}

/** Frame without closes. */
export const CONTROL: ForcedFrame = Object.freeze({ kind: 'control', closes: [], bad: [] });

/** Values by name, unchecked. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns the value when it is an object; otherwise an empty object. */
export function valuesOf(value: unknown): Values {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a positive decimal from text; NaN for anything else. */
export function positive(value: unknown): number {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : NaN;
  return number > 0 && number < Infinity ? number : NaN;
}

/** Earliest valid time, before the venues existed. */
const FIRST_MS = Date.UTC(2017, 0);
const LAST_MS = Date.UTC(2100, 0);

/** Parses epoch ms from a whole number or text; NaN for anything else. */
export function momentOf(value: unknown): number {
  const time = typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value;
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= FIRST_MS && time < LAST_MS ? time : NaN;
}

/** Builds a frame of trades. @param times unchecked times of its rows. */
export function tradesOf(times: readonly unknown[]): ForcedFrame {
  const tradedAt = newestOf(times);
  return { ...CONTROL, kind: 'trades', ...(tradedAt === undefined ? {} : { tradedAt }) };
}

/** Newest valid time; undefined without one. */
export function newestOf(times: readonly unknown[]): number | undefined {
  const known = times.map(momentOf).filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Creates ids for the rows of a frame, for venues without ids: identical rows within a frame are different closes. */
export function createRowIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    return nth === 1 ? text : `${text}#${nth}`;
  };
}

/** Builds a frame from rows that were parsed separately. */
export function frameOf(read: readonly (Liquidation | BadForced)[]): ForcedFrame {
  const closes = read.filter((close) => typeof close !== 'string');
  const bad = read.filter((close) => typeof close === 'string');
  // A changed format must not pass for a market without forced closes.
  return { kind: closes.length === 0 && bad.length > 0 ? 'unreadable' : 'forced', closes, bad };
}
