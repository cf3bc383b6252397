/** The user that the server runs as: PostgreSQL refuses root. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Empty: the user of this process. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const isRoot = (): boolean => process.getuid?.() === 0;

async function accountNamed(name: string): Promise<Account | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const fields = lines.find(([user]) => user === name);
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/**
 * For root: the owner of the cluster that exists, else `postgres`, else `nobody`. Any other user runs it as itself.
 *
 * @param cluster the server's folder; it need not exist.
 */
export async function serverAccount(cluster: string): Promise<Account> {
  if (!isRoot()) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await accountNamed('postgres')) ?? (await accountNamed('nobody')) ?? {};
}

/** Gives a folder and everything in it to the account, where it is not this process's own. */
export async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path]);
}

/** A program to spawn. */
export interface Command {
  readonly file: string;
  readonly flags: readonly string[];
  /** For `spawn`. */
  readonly account: Account;
}

const SETPRIV = '/usr/bin/setpriv';

/** Whether everybody may pass through every folder above a path. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
    if ((mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * Runs a program as an account. Below a folder that root keeps to itself (a clone in `/root`, a `mktemp -d`) the
 * account could reach neither program nor data; there it is given the one right to pass, by util-linux's setpriv.
 *
 * @param cluster the folder that the program works on.
 */
export async function asAccount(
  account: Account,
  cluster: string,
  program: string,
  flags: readonly string[],
): Promise<Command> {
  const plain = { file: program, flags, account };
  const { uid, gid } = account;
  if (uid === undefined || gid === undefined) return plain;
  if ((await isReachable(program)) && (await isReachable(cluster))) return plain;
  if (!existsSync(SETPRIV)) return plain;
  const rights = ['--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { file: SETPRIV, flags: [`--reuid=${uid}`, `--regid=${gid}`, ...rights, program, ...flags], account: {} };
}
