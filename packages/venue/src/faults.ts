/** The faults of a running venue, and the log of them. */

import { err, ok, type Result } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import type { FaultKind, FaultOrder } from './fault-order.ts';

/** A fault of the log. */
export interface FaultRecord extends Omit<FaultOrder, 'after' | 'for'> {
  readonly id: number;
  /** Epoch ms of the clock without its jumps. */
  readonly from: number;
  /** End, likewise; null: it does not end. */
  readonly to: number | null;
}

/** Subject of a request or of a frame. */
export interface FaultScope {
  readonly coin?: string | undefined;
  readonly request?: string | undefined;
}

/** Faults of a venue. */
export interface Faults {
  /** @returns its record, or why it cannot be. */
  order(order: FaultOrder): Result<FaultRecord, string>;
  /** The newest fault of the kind that is on. */
  on(kind: FaultKind, scope?: FaultScope): FaultRecord | undefined;
  /** Time by which the venue's clock is ahead now, ms. */
  offset(): number;
  /** All that were ordered, oldest first; those to come as well. */
  log(): readonly FaultRecord[];
  /** Ends all that last, and calls off those to come. Listings stay as they are. */
  clear(): void;
  close(): void;
}

/** Faults that are done and not waited for. */
export interface FaultActs {
  disconnect(): void;
  /** @returns the symbol, or why not. */
  list(coin: string | undefined): Result<string, string>;
  delist(coin: string): Result<string, string>;
}

/** @param clock the venue's, without jumps. */
export function createFaults(clock: Clock, acts: FaultActs): Faults {
  let records: readonly FaultRecord[] = [];
  const waiting = new Map<number, () => void>();
  let ordered = 0;
  const replaced = (record: FaultRecord, change: Partial<FaultRecord>): void => {
    records = records.map((one) => (one === record ? { ...one, ...change } : one));
  };

  /** @returns the perp that it was about. */
  const acted = ({ kind, coin }: Pick<FaultRecord, 'kind' | 'coin'>): Result<string | null, string> => {
    if (kind === 'disconnect') acts.disconnect();
    if (kind === 'listing') return acts.list(coin ?? undefined);
    if (kind === 'delisting') return acts.delist(coin!);
    return ok(coin);
  };
  const isOn = ({ from, to }: FaultRecord): boolean => from <= clock.now() && (to === null || clock.now() < to);
  const isAbout = ({ coin, request }: FaultRecord, scope: FaultScope): boolean =>
    (coin === null || coin === scope.coin) && (request === null || request === scope.request);

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
        // What cannot be done any more was no fault.
        if (done.ok) replaced(record, { coin: done.value });
        else records = records.filter((one) => one !== record);
      };
      waiting.set(record.id, clock.schedule(from, act));
      return ok(record);
    },
    on: (kind, scope = {}) => records.findLast((one) => one.kind === kind && isOn(one) && isAbout(one, scope)),
    offset: () => records.reduce((sum, one) => (one.kind === 'clock_jump' && isOn(one) ? sum + one.by : sum), 0),
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
