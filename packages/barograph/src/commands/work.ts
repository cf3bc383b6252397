/** `barograph work`: computes blocks of other commands until it is stopped. */

import { once } from 'node:events';
import type { Command } from 'commander';
import { say, type Io } from '../io.ts';
import { addDatabase, openQueue, type DatabaseFlag } from '../queue/flags.ts';
import { workerKinds } from '../queue/kinds.ts';

/** Adds the command to the program. */
export function addWork(program: Command, io: Io): void {
  const command = program
    .command('work')
    .summary('computes blocks of commands that run with --queue')
    .description(
      'Takes blocks from the queue of a database, one at a time, until SIGINT or SIGTERM; then it ends after its block. Start as many as there\n' +
        'are processors, on any machine that reaches the database, with the same build as the command. A process that is killed\n' +
        'costs its block, which another one computes again.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ DATABASE_URL=postgres://… barograph work
  $ DATABASE_URL=postgres://… barograph pull cexa --top 30 --from 2021-01-01 --out hours --queue`,
    )
    .action(async (flags: DatabaseFlag) => runWork(io, flags));
  addDatabase(command);
}

async function runWork(io: Io, flags: DatabaseFlag): Promise<void> {
  const store = await openQueue(io, flags, 'warn');
  const { kinds, close } = await workerKinds(io);
  try {
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const worker = await store.blocks.work(kinds);
    say(io, `taking blocks of ${[...kinds.keys()].join(', ')} from ${store.url}`);
    await stopped;
    await worker.stop();
  } finally {
    await close();
    await store.close();
  }
}
