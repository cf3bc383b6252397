/** `page-link [rotate]`: prints the link of the page again, or a link with a new secret. */

import { err, ok, type Result } from '@barograph/core';
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { HostConfig } from '../host-config.ts';
import { pageLink, readPageSecret, rotatePageSecret } from '../page/secret.ts';

/** The lines of the help. */
export const PAGE_LINK_HELP: readonly string[] = [
  'page-link [rotate]\n      Prints the link of the page of a host that runs with the same flags; rotate first creates a new secret, and ends every session.',
];

/** Wildcard addresses, which no browser can open. */
const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function addressOf({ publicUrl, host, port }: HostConfig): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = ANY.has(host) ? '127.0.0.1' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** @returns the link, or one line that states why no link exists. */
export async function printPageLink(config: HostConfig, isRotation: boolean): Promise<Result<string, string>> {
  const { dataDir, databaseUrl, pageSession, port } = config;
  if (databaseUrl !== undefined) return err('databaseUrl: expected none, for a host on it has no development key');
  if (!pageSession) return err('pageSession: expected on, got off');
  if (port === 0) return err('port: expected the port that the host listens on, got 0');
  const before = readPageSecret(dataDir);
  if (before === undefined && !existsSync(join(dataDir, 'dev-key')))
    return err(`dataDir: expected a folder where a host has started, got ${dataDir}`);
  const secret = isRotation || before === undefined ? await rotatePageSecret(dataDir) : before;
  return ok(pageLink(addressOf(config), secret));
}
