/** Creates a new cluster. */

import { err, ok, type Result } from '@barograph/core';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, messageOf } from '../connection.ts';
import { asAccount, giveTo, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';

/** Superuser of an embedded cluster. */
export const USER = 'barograph';
const PASSWORD_FILE = 'barograph.password';

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Password of an existing cluster, from the file with mode 0600 inside it. */
export async function readPassword(cluster: string): Promise<Result<string, string>> {
  try {
    return ok((await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim());
  } catch (error) {
    return err(`cannot read the embedded database's password: ${messageOf(error)}`);
  }
}

/** Failure message of the program: its `error:` line, else its last line, else its exit status. */
function reasonOf(error: unknown): string {
  const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  const line = lines.find((text) => text.includes('error:')) ?? lines.at(-1);
  return line === undefined || line === '' ? messageOf(error) : line;
}

/**
 * Creates a cluster with a random password unless one exists. It is built in a temporary folder and renamed when complete, so
 * an interrupted start or two concurrent starts leave one complete cluster or nothing.
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
    const folder = join(workshop, 'cluster');
    await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    await giveTo(account, workshop);
    const flags = [
      '--auth=scram-sha-256',
      `--username=${USER}`,
      '--encoding=UTF8',
      '--locale=C',
      `--pwfile=${password}`,
    ];
    const command = await asAccount(account, folder, initdb, [`--pgdata=${folder}`, ...flags], setpriv);
    if (!command.ok) return command;
    await promisify(execFile)(command.value.file, command.value.flags, {
      ...command.value.account,
      env: { LC_ALL: 'C' },
      cwd: workshop,
    });
    await rename(password, join(folder, PASSWORD_FILE));
    await rename(folder, cluster);
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
