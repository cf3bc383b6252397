/** Source that repeats requests, each at its own interval, over one or more hosts. */

import type { SteadyClock } from '../budget.ts';
import type { Upstream } from '../ask.ts';

/** Repeated request. */
export interface PolledTask {
  /** Sends the request. @returns ms until it is due again; Infinity means never. Never rejects. */
  run(on: Upstream): Promise<number>;
}

/** Requests of a host, one after another. */
export interface Lane {
  /** Called when the source opens. */
  readonly open: () => Upstream;
  readonly tasks: readonly PolledTask[];
}

/** Request rounds that can be started and stopped repeatedly. */
export interface Polling {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Creates the rounds of some lanes, without starting them.
 * @param steady clock of waits.
 */
export function createPolling(lanes: readonly Lane[], steady: SteadyClock): Polling {
  let open: { readonly upstream: Upstream; cancel: () => void }[] | undefined;
  const begin = ({ open: openUpstream, tasks }: Lane): { readonly upstream: Upstream; cancel: () => void } => {
    const running = { upstream: openUpstream(), cancel: (): void => undefined };
    const due = tasks.map((): number => steady.now());
    const next = async (): Promise<void> => {
      const first = due.indexOf(Math.min(...due));
      due[first] = Infinity;
      const wait = await tasks[first]!.run(running.upstream);
      due[first] = steady.now() + wait;
      const at = Math.max(Math.min(...due), steady.now() + running.upstream.pausedFor());
      if (open?.includes(running) === true && at < Infinity) running.cancel = steady.schedule(at, () => void next());
    };
    // Later runs start only while this one is listed as running.
    void next();
    return running;
  };
  return {
    start: () => {
      if (open !== undefined) return;
      open = lanes.filter(({ tasks }) => tasks.length > 0).map(begin);
    },
    stop: async () => {
      const ending = open ?? [];
      open = undefined;
      for (const { upstream, cancel } of ending) {
        cancel();
        upstream.dismiss();
      }
      await Promise.all(ending.map(async ({ upstream }) => upstream.close()));
    },
  };
}
