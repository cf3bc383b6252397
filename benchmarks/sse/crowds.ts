/** Crowds of stream clients in several processes, as if they were one. */

import { start, type Running } from '../http/process.ts';

/** Counts of clients since the last reset. */
export interface Seen {
  readonly messages: number;
  /** Ids that no message had; of a stream with a filter they mean nothing. */
  readonly missed: number;
  readonly doubled: number;
  /** Connections that ended, attempts that were refused, and streams that the server ended because they were slow. */
  readonly ended: number;
  readonly refused: number;
  readonly cut: number;
  readonly open: number;
  /** Last ids of the clients. */
  readonly least: number;
  readonly most: number;
  /** Messages by ms from their event. */
  readonly late: readonly (readonly [ms: number, count: number])[];
}

/** Clients of several processes. */
export interface Crowd {
  readonly pids: readonly number[];
  /** Has all processes do something, and adds what their clients saw. */
  ask(message: object): Promise<Seen>;
  /** Opens so many more, spread evenly. */
  open(more: number): Promise<Seen>;
  stop(): Promise<void>;
}

/** @param keys keys of each process. @param perKey streams that share one. */
export async function openCrowd(
  url: string,
  processes: number,
  prefix: string,
  keys: number,
  perKey: number,
): Promise<Crowd> {
  const running: readonly Running[] = await Promise.all(
    Array.from({ length: processes }, async (_, i) =>
      start('sse/crowd.ts', url, prefix, String(i * keys), String(perKey)),
    ),
  );
  const each = async (messageOf: (i: number) => object): Promise<Seen> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a crowd answers
    const seen = (await Promise.all(running.map(async (one, i) => one.ask(messageOf(i))))) as readonly Seen[];
    const sumOf = (of: 'messages' | 'missed' | 'doubled' | 'ended' | 'refused' | 'cut' | 'open'): number =>
      seen.reduce((sum, one) => sum + one[of], 0);
    return {
      messages: sumOf('messages'),
      missed: sumOf('missed'),
      doubled: sumOf('doubled'),
      ended: sumOf('ended'),
      refused: sumOf('refused'),
      cut: sumOf('cut'),
      open: sumOf('open'),
      least: Math.min(...seen.map(({ least }) => least)),
      most: Math.max(...seen.map(({ most }) => most)),
      late: seen.flatMap(({ late }) => late).toSorted(([a], [b]) => a - b),
    };
  };
  return {
    pids: running.map(({ pid }) => pid),
    ask: async (message) => each(() => message),
    open: async (more) => each((i) => ({ open: Math.floor(more / processes) + Number(i < more % processes) })),
    stop: async () => {
      for (const one of running) await one.stop();
    },
  };
}

/** Time within which a part of the messages came, ms; NaN without messages. */
export function lateAt({ late }: Pick<Seen, 'late'>, part: number): number {
  const all = late.reduce((sum, [, count]) => sum + count, 0);
  let before = 0;
  for (const [ms, count] of late) {
    before += count;
    if (before >= all * part) return ms;
  }
  return NaN;
}
