/** The user that the server runs as: PostgreSQL refuses root. */

import { err, ok, type Result } from '@barograph/core';
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

/** Path at which util-linux installs it. */
export const SETPRIV = '/usr/bin/setpriv';

/**
 * The one right to pass, kept over the change of user. `access(2)` asks with the rights of the real user, which are
 * dropped for anyone but root unless `no_setuid_fixup` is set; `initdb` looks for `postgres` with it. The bounding set
 * leaves nothing else to gain.
 */
const RIGHTS = [
  '--clear-groups',
  '--bounding-set=-all,+dac_override',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
];

/** The outermost folder above a path that the account may not pass through; undefined when there is none. */
async function closedFolder({ uid, gid }: Account, path: string): Promise<string | undefined> {
  let closed: string | undefined;
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) continue;
    const right = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
    if ((found.mode & right) === 0) closed = folder;
  }
  return closed;
}

/**
 * Runs a program as an account. Below a folder that root keeps to itself (a clone in `/root`, a `mktemp -d`) the
 * account could reach neither program nor data; there it is given the one right to pass, by
 * util-linux's setpriv.
 *
 * @param cluster the folder that the program works on.
 * @returns the command, or one line that says which folder is closed and what to do.
 */
export async function asAccount(
  account: Account,
  cluster: string,
  program: string,
  flags: readonly string[],
  setpriv: string = SETPRIV,
): Promise<Result<Command, string>> {
  const plain = { file: program, flags, account };
  const { uid, gid } = account;
  if (uid === undefined || gid === undefined) return ok(plain);
  const closed = (await closedFolder(account, program)) ?? (await closedFolder(account, cluster));
  if (closed === undefined) return ok(plain);
  if (!existsSync(setpriv)) {
    const ways = 'install setpriv (package util-linux), use folders that every user may enter, or set DATABASE_URL';
    return err(`cannot run ${program} as the user of the database: only root may enter ${closed}; ${ways}`);
  }
  return ok({ file: setpriv, flags: [`--reuid=${uid}`, `--regid=${gid}`, ...RIGHTS, program, ...flags], account: {} });
}
