/** A source that asks some questions again and again, each at its own pace, over one or more hosts. */

import type { SteadyClock } from '../budget.ts';
import type { Upstream } from '../ask.ts';

/** One question. */
export interface PolledTask {
  /** Asks. @returns ms until it is due again; Infinity: never. Never rejects. */
  run(on: Upstream): Promise<number>;
}

/** Questions to one host, one after another. */
export interface Lane {
  /** Made when the source is opened. */
  readonly open: () => Upstream;
  readonly tasks: readonly PolledTask[];
}

/** Rounds of questions that can be begun and ended, again and again. */
export interface Polling {
  start(): void;
  stop(): Promise<void>;
}

/** @param steady clock of the waits. */
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
    // What comes after the first answer comes when this is in the list of those that run.
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
