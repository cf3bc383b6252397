/**
 * Runs that are shared out: each share keeps the memory of its part of the market, in a thread of its own where there are
 * threads. The run itself stays with who asked for it, and puts together what the shares answer.
 */

import type { ProducerInput, Share, ShareAnswer, StateKey, StateText } from './producer.ts';

/** Refusal of a share whose memory is gone: what it had must be handed to it again. */
export class ShareLost extends Error {
  override readonly name = 'ShareLost';
}

/** Stored states, each handed out once: to the share that goes on from it, and holds it from then on. */
export interface HandedStates {
  /** The `load` of a share. */
  loadFor(share: number, load: ProducerInput['load']): ProducerInput['load'];
  /** The states of a share can be handed out again, as they are stored by then. */
  lost(share: number): void;
}

/** States of one key, none of them handed out. */
export function createHandedStates(): HandedStates {
  const holders = new Map<string, number>();
  let reading: Promise<Map<string, StateText>> | undefined;

  const read = async (key: StateKey, load: ProducerInput['load']): Promise<Map<string, StateText>> => {
    const free = (await load(key)).filter(({ scope }) => !holders.has(scope));
    return new Map(free.map((state) => [state.scope, state]));
  };
  return {
    loadFor: (share, load) => async (key, scopes) => {
      // A share names what it goes on from.
      if (scopes === undefined) return [];
      const texts = await (reading ??= read(key, load));
      return scopes.flatMap((scope) => {
        const state = texts.get(scope);
        texts.delete(scope);
        if (!holders.has(scope)) holders.set(scope, share);
        return state ?? [];
      });
    },
    lost: (share) => {
      reading = undefined;
      for (const [scope, holder] of holders) if (holder === share) holders.delete(scope);
    },
  };
}

/** Asks a share a step of a run. One step of a share at a time. */
export type AskShare = (share: number, step: unknown) => Promise<ShareAnswer>;

/**
 * The steps of one run. A share that is lost begins again, once: what it held is handed to it as it is stored, and it does the steps
 * again that it had done.
 */
export function askShares(shares: readonly Share[], handed: HandedStates, input: ProducerInput): AskShare {
  const done = shares.map((): unknown[] => []);
  const again = new Set<number>();
  const ask: AskShare = async (share, step) =>
    shares[share]!(step, { ...input, load: handed.loadFor(share, input.load) });
  const redo: AskShare = async (share, step) => {
    again.add(share);
    handed.lost(share);
    for (const before of done[share]!) await ask(share, before);
    return ask(share, step);
  };
  return async (share, step) => {
    const answer = await ask(share, step).catch(async (error: unknown) => {
      if (!(error instanceof ShareLost) || again.has(share)) throw error;
      input.log.warn({ share, steps: done[share]!.length }, 'share of a run lost; begun again');
      return redo(share, step);
    });
    done[share]!.push(step);
    return answer;
  };
}

/** Does something with every share at once, and waits for all. @throws the error of the first share that failed. */
export async function withShares<T>(count: number, act: (share: number) => Promise<T>): Promise<readonly T[]> {
  const settled = await Promise.allSettled(Array.from({ length: count }, async (_, share) => act(share)));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
