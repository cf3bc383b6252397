/** Faults of a running venue, and their log. */

import { err, ok, type Result } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import type { FaultKind, FaultOrder } from './fault-order.ts';

/** Logged fault. */
export interface FaultRecord extends Omit<FaultOrder, 'after' | 'for'> {
  readonly id: number;
  /** Start, epoch ms of the clock without jumps. */
  readonly from: number;
  /** End, by the same clock; null when unlimited. */
  readonly to: number | null;
}

/** Subject of a request or of a frame. */
export interface FaultTarget {
  readonly coin?: string | undefined;
  readonly request?: string | undefined;
}

/** Faults of a venue. */
export interface Faults {
  /** Orders a fault. @returns its record, or the reason for refusal. */
  order(order: FaultOrder): Result<FaultRecord, string>;
  /** Newest active fault of a kind. */
  on(kind: FaultKind, target?: FaultTarget): FaultRecord | undefined;
  /** Current lead of the venue's clock, ms. */
  offset(): number;
  /** All ordered faults, oldest first, including pending ones. */
  log(): readonly FaultRecord[];
  /** Ends active faults and cancels pending ones. Listings keep their state. */
  clear(): void;
  close(): void;
}

/** Actions of instantaneous faults. */
export interface FaultActs {
  disconnect(): void;
  /** Lists a perp. @returns the symbol, or the reason for refusal. */
  list(coin: string | undefined): Result<string, string>;
  delist(coin: string): Result<string, string>;
}

/**
 * Creates the faults of a venue, none active.
 * @param clock venue clock without jumps.
 */
export function createFaults(clock: Clock, acts: FaultActs): Faults {
  let records: readonly FaultRecord[] = [];
  const waiting = new Map<number, () => void>();
  let ordered = 0;
  const replaced = (record: FaultRecord, change: Partial<FaultRecord>): void => {
    records = records.map((other) => (other === record ? { ...other, ...change } : other));
  };

  /** Performs an instantaneous fault. @returns the affected perp. */
  const acted = ({ kind, coin }: Pick<FaultRecord, 'kind' | 'coin'>): Result<string | null, string> => {
    if (kind === 'disconnect') acts.disconnect();
    if (kind === 'listing') return acts.list(coin ?? undefined);
    if (kind === 'delisting') return acts.delist(coin!);
    return ok(coin);
  };
  const isOn = ({ from, to }: FaultRecord): boolean => from <= clock.now() && (to === null || clock.now() < to);
  const isAbout = ({ coin, request }: FaultRecord, target: FaultTarget): boolean =>
    (coin === null || coin === target.coin) && (request === null || request === target.request);

  return {
    order: ({ after, for: duration, ...rest }) => {
      const from = clock.now() + after;
      const record = { id: ++ordered, ...rest, from, to: duration === null ? null : from + duration };
      if (after === 0) {
        const done = acted(record);
        if (!done.ok) return err(done.error);
        records = [...records, { ...record, coin: done.value }];
        return ok(records[records.length - 1]!);
      }
      records = [...records, record];
      const act = (): void => {
        waiting.delete(record.id);
        const done = acted(record);
        // An impossible action is removed from the log.
        if (done.ok) replaced(record, { coin: done.value });
        else records = records.filter((other) => other !== record);
      };
      waiting.set(record.id, clock.schedule(from, act));
      return ok(record);
    },
    on: (kind, target = {}) =>
      records.findLast((record) => record.kind === kind && isOn(record) && isAbout(record, target)),
    offset: () =>
      records.reduce((sum, record) => (record.kind === 'clock_jump' && isOn(record) ? sum + record.by : sum), 0),
    log: () => records,
    clear: () => {
      const now = clock.now();
      for (const callOff of waiting.values()) callOff();
      waiting.clear();
      records = records.filter(({ from }) => from <= now);
      for (const record of records) {
        const lasts = record.kind !== 'listing' && record.kind !== 'delisting';
        if (lasts && (record.to === null || record.to > now)) replaced(record, { to: now });
      }
    },
    close: () => {
      for (const callOff of waiting.values()) callOff();
    },
  };
}
