/** Operating system user of the server: PostgreSQL refuses to run as root. */

import { err, ok, type Result } from '@barograph/core';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Empty for the user of this process. */
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
 * For root: the owner of the existing cluster, else `postgres`, else `nobody`. Any other user runs the server itself.
 *
 * @param cluster folder of the server; may not exist.
 */
export async function serverAccount(cluster: string): Promise<Account> {
  if (!isRoot()) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await accountNamed('postgres')) ?? (await accountNamed('nobody')) ?? {};
}

/** Changes the owner of a folder and its content to the account, if it is not this process's user. */
export async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path]);
}

/** A program to spawn. */
export interface Command {
  readonly file: string;
  readonly flags: readonly string[];
  /** Options for `spawn`. */
  readonly account: Account;
}

/** Install path of util-linux's setpriv. */
export const SETPRIV = '/usr/bin/setpriv';

/**
 * The only capability, kept across the change of user: passing closed folders. `access(2)` checks the real user, whose
 * capabilities are dropped unless `no_setuid_fixup` is set; `initdb` looks for `postgres` with it. The bounding set excludes
 * everything else.
 */
const RIGHTS = [
  '--clear-groups',
  '--bounding-set=-all,+dac_override',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
];

/** Outermost folder above a path that the account may not enter; undefined without one. */
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
 * Builds the command that runs a program as an account. Below a folder that only root may enter (a clone in `/root`, a
 * `mktemp -d`) the account could reach neither program nor data, so util-linux's setpriv grants the capability to pass
 * closed folders.
 *
 * @param cluster folder that the program uses.
 * @returns the command, or a one-line message with the closed folder and the remedy.
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
