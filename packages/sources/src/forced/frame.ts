/** Frames of a stream of forced closes, as the reader of a venue understands them. */

import type { Liquidation } from '../market/liquidations.ts';

/** Field for which a row was left out. */
export type BadForced = 'instrument' | 'side' | 'price' | 'size' | 'time';

/** A frame. */
export interface ForcedFrame {
  /**
   * `forced`: closes; `trades`: trades, which prove that the stream carries data; `served`: the venue has accepted a subscription;
   * `refused`: it has not; `unreadable`: of closes, and not one could be read; `control`: anything else.
   */
  readonly kind: 'forced' | 'trades' | 'served' | 'refused' | 'unreadable' | 'control';
  readonly closes: readonly Liquidation[];
  readonly bad: readonly BadForced[];
  /** Key of the subscription that is served or refused. */
  readonly key?: string;
  /** Moment of the newest trade, epoch ms. */
  readonly tradedAt?: number;
}

/** A frame that says nothing of closes. */
export const CONTROL: ForcedFrame = Object.freeze({ kind: 'control', closes: [], bad: [] });

/** Values by name, unchecked. */
export type Values = Readonly<Record<string, unknown>>;

/** A value as an object; an empty one of anything else. */
export function valuesOf(value: unknown): Values {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A decimal above 0 that is written as text. @returns NaN for anything else. */
export function positive(value: unknown): number {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : NaN;
  return number > 0 && number < Infinity ? number : NaN;
}

/** No close is older than the venues. */
const FIRST_MS = Date.UTC(2017, 0);
const LAST_MS = Date.UTC(2100, 0);

/** A moment in whole ms, as a number or as text. @returns NaN for anything else. */
export function momentOf(value: unknown): number {
  const time = typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value;
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= FIRST_MS && time < LAST_MS ? time : NaN;
}

/** A frame of trades. @param times moments of its rows, unchecked. */
export function tradesOf(times: readonly unknown[]): ForcedFrame {
  const tradedAt = newestOf(times);
  return { ...CONTROL, kind: 'trades', ...(tradedAt === undefined ? {} : { tradedAt }) };
}

/** The newest of some moments; undefined without one that can be read. */
export function newestOf(times: readonly unknown[]): number | undefined {
  const known = times.map(momentOf).filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Identities of the rows of one frame, for venues that number none: rows that are alike within it are different closes. */
export function createRowIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    return nth === 1 ? text : `${text}#${nth}`;
  };
}

/** A frame of rows that were read one by one. */
export function frameOf(read: readonly (Liquidation | BadForced)[]): ForcedFrame {
  const closes = read.filter((one) => typeof one !== 'string');
  const bad = read.filter((one) => typeof one === 'string');
  // A form that changed must not pass for a market without forced closes.
  return { kind: closes.length === 0 && bad.length > 0 ? 'unreadable' : 'forced', closes, bad };
}
