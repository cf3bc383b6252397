/** Makes a new cluster. */

import { err, ok, type Result } from '@barograph/core';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, messageOf } from '../connection.ts';
import { asAccount, giveTo, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';

/** The superuser of an embedded cluster. */
export const USER = 'barograph';
const PASSWORD_FILE = 'barograph.password';

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The password of an existing cluster, from the file of mode 0600 inside it. */
export async function readPassword(cluster: string): Promise<Result<string, string>> {
  try {
    return ok((await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim());
  } catch (error) {
    return err(`cannot read the embedded database's password: ${messageOf(error)}`);
  }
}

/** Failure message of the program: its line with `error:`, else its last one, else how it ended. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  const line = said.find((text) => text.includes('error:')) ?? said.at(-1);
  return line === undefined || line === '' ? messageOf(error) : line;
}

/**
 * Makes a cluster with a random password unless there is one. It is made aside and renamed when whole: a start that is
 * interrupted, or two that happen at once, leave one complete cluster or none.
 */
export async function initialise(
  cluster: string,
  { initdb, setpriv }: Pick<Binaries, 'initdb' | 'setpriv'>,
  account: Account,
): Promise<Result<void, string>> {
  if (await exists(join(cluster, 'PG_VERSION'))) return ok(undefined);
  await mkdir(dirname(cluster), { recursive: true });
  const workshop = await mkdtemp(`${cluster}-new-`);
  try {
    const password = join(workshop, 'password');
    const made = join(workshop, 'cluster');
    await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    await giveTo(account, workshop);
    const flags = [
      '--auth=scram-sha-256',
      `--username=${USER}`,
      '--encoding=UTF8',
      '--locale=C',
      `--pwfile=${password}`,
    ];
    const command = await asAccount(account, made, initdb, [`--pgdata=${made}`, ...flags], setpriv);
    if (!command.ok) return command;
    await promisify(execFile)(command.value.file, command.value.flags, {
      ...command.value.account,
      env: { LC_ALL: 'C' },
      cwd: workshop,
    });
    await rename(password, join(made, PASSWORD_FILE));
    await rename(made, cluster);
  } catch (error) {
    const wonByAnother = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '');
    if (!wonByAnother || !(await exists(join(cluster, 'PG_VERSION')))) {
      return err(`cannot make the embedded database in ${cluster}: ${reasonOf(error)}`);
    }
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return ok(undefined);
}
