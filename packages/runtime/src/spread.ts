/**
 * Distributed runs: each partition keeps the memory of its part of the market, in its own thread when there are threads. The
 * calling thread executes the run and combines the answers of the partitions.
 */

import type { ProducerInput, Partition, PartitionAnswer, StateKey, StateText } from './producer.ts';

/** Error of a partition that has lost its memory: its states must be loaded again. */
export class PartitionLost extends Error {
  override readonly name = 'PartitionLost';
}

/** Stored states. Each is given to one partition, which keeps it. */
export interface HandedStates {
  /** `load` of a partition. */
  loadFor(partition: number, load: ProducerInput['load']): ProducerInput['load'];
  /** Makes the states of a partition available again, as currently stored. */
  lost(partition: number): void;
}

/** States of one key that are not assigned yet. */
export function createHandedStates(): HandedStates {
  const holders = new Map<string, number>();
  let reading: Promise<Map<string, StateText>> | undefined;

  const read = async (key: StateKey, load: ProducerInput['load']): Promise<Map<string, StateText>> => {
    const free = (await load(key)).filter(({ scope }) => !holders.has(scope));
    return new Map(free.map((state) => [state.scope, state]));
  };
  return {
    loadFor: (partition, load) => async (key, scopes) => {
      // A partition names the states that it resumes from.
      if (scopes === undefined) return [];
      const texts = await (reading ??= read(key, load));
      return scopes.flatMap((scope) => {
        const state = texts.get(scope);
        texts.delete(scope);
        if (!holders.has(scope)) holders.set(scope, partition);
        return state ?? [];
      });
    },
    lost: (partition) => {
      reading = undefined;
      for (const [scope, holder] of holders) if (holder === partition) holders.delete(scope);
    },
  };
}

/** Sends a step of a run to a partition, one step at a time. */
export type AskPartition = (partition: number, step: unknown) => Promise<PartitionAnswer>;

/**
 * Executes the steps of one run. A lost partition restarts once: it loads its states as stored and repeats its completed
 * steps.
 */
export function askPartitions(
  partitions: readonly Partition[],
  handed: HandedStates,
  input: ProducerInput,
): AskPartition {
  const done = partitions.map((): unknown[] => []);
  const again = new Set<number>();
  const ask: AskPartition = async (partition, step) =>
    partitions[partition]!(step, { ...input, load: handed.loadFor(partition, input.load) });
  const redo: AskPartition = async (partition, step) => {
    again.add(partition);
    handed.lost(partition);
    for (const before of done[partition]!) await ask(partition, before);
    return ask(partition, step);
  };
  return async (partition, step) => {
    const answer = await ask(partition, step).catch(async (error: unknown) => {
      if (!(error instanceof PartitionLost) || again.has(partition)) throw error;
      input.log.warn({ partition, steps: done[partition]!.length }, 'part of a run lost with its thread; restarted');
      return redo(partition, step);
    });
    done[partition]!.push(step);
    return answer;
  };
}

/** Calls a function for every partition concurrently and waits for all. @throws the error of the first partition that failed. */
export async function withPartitions<T>(count: number, act: (partition: number) => Promise<T>): Promise<readonly T[]> {
  const settled = await Promise.allSettled(Array.from({ length: count }, async (_, partition) => act(partition)));
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
