/** A batch of blocks of one kind, from its inputs to its results. */

import { CommandError, say, type Io } from '../io.ts';
import { loadStore } from '../store.ts';
import { openQueue, type DatabaseFlag } from './flags.ts';
import { bytesOf, valueOf, type NamedInput, type Spread } from './kind.ts';
import { kindVersion, type KindName } from './kinds.ts';

/** Queues the blocks. @throws {CommandError} without a usable database. */
export async function spread<Input, Output>(
  io: Io,
  flags: DatabaseFlag,
  kind: KindName,
  shared: unknown,
  inputs: readonly NamedInput<Input>[],
): Promise<Spread<Output>> {
  const [version, { BlockError, isStoreAway, messageOf }] = [await kindVersion(kind), await loadStore()];
  const store = await openQueue(io, flags, 'silent');
  const blocks = inputs.map(({ name, input }) => ({ name, input: bytesOf(input) }));
  const batch = await store.blocks.begin({ kind, version, shared: bytesOf(shared), blocks }, (reason) =>
    say(io, `a worker refuses: ${reason}`),
  );
  say(io, `${blocks.length} ${blocks.length === 1 ? 'block' : 'blocks'} queued for "barograph work"`);
  return {
    result: async (block) => {
      try {
        return valueOf<Output>(await batch.result(block));
      } catch (error) {
        if (error instanceof BlockError) throw new CommandError(error.message, { cause: error });
        if (isStoreAway(error)) throw new CommandError(`database: ${messageOf(error)}`, { cause: error });
        throw error;
      }
    },
    end: async () => {
      // The next worker deletes a batch whose command is gone.
      await batch.end().catch(() => undefined);
      await store.close();
    },
  };
}
