/** Program in another language for the same work: reads a line, answers numbers. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running peer. */
export interface LinePeer {
  /** Runs work once. @returns its numbers; the first is nanoseconds. */
  readonly ask: (work: string) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

/** Starts a program that reads works from standard input and answers each with a line of numbers. */
export function linePeer(command: string, args: readonly string[]): LinePeer {
  const peer = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(peer, 'close');
  const answers = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (work) => {
      peer.stdin.write(`${work}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`${command} ended at ${work}`);
      return value.split(' ').map(Number);
    },
    close: async () => {
      peer.stdin.end();
      await ended;
    },
  };
}
