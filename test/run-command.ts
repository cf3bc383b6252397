/** Runs a program for a test and waits for it. */

import { spawn } from 'node:child_process';
import { ROOT } from './workspace.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param options.cwd the repository's root unless given; `environment` is added to this process's. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? 1, stdout, stderr }));
  });
}
