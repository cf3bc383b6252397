/** Lines that a host prints when it listens: served data and access. */

import { err, ok, type Result } from '@barograph/core';
import { ensureDevKey } from './accounts/dev-key.ts';
import type { Host } from './compose.ts';
import { unusable, type Store } from '@barograph/store';
import type { HostConfig } from './host-config.ts';
import { ensurePageSecret, pageLink, pageSecretPath } from './page/secret.ts';
import type { PageSessions } from './page/sessions.ts';

/** First line that a listening host prints. */
export function banner(host: Host, store: Store, address: string): string {
  const { version, sources, dataSource, clock, now } = host.health();
  const symbols = sources.reduce((sum, source) => sum + source.symbols, 0);
  const bars = sources.reduce((sum, source) => sum + source.bars, 0);
  const time = `${clock} clock at ${new Date(now).toISOString()}`;
  const market = `source: ${dataSource}, ${symbols} symbols, ${bars} bars, ${time}`;
  return `Barograph ${version} on ${address} - ${market}, ${store.kind} database`;
}

/**
 * Lines about access. An embedded host prints its development key once, later only the key's path, and the link of its
 * page; a host with a shared database prints how to get a key.
 *
 * @param sessions undefined without a page, or when the page opens no sessions. @param address start of the link.
 */
export async function accessLines(
  { dataDir }: HostConfig,
  store: Store,
  now: number,
  sessions: PageSessions | undefined,
  address: string,
): Promise<Result<readonly string[], string>> {
  if (store.kind !== 'embedded')
    return ok([
      'X-API-Key: not printed with your own database; the command "key create --tier pro_plus" creates one (see --help)',
    ]);
  try {
    const key = await ensureDevKey(store, dataDir, now);
    if (key === undefined) return ok([]);
    const { path, fresh } = key;
    const line = fresh === undefined ? `X-API-Key: see ${path}` : `X-API-Key: ${fresh} (kept in ${path})`;
    if (sessions === undefined) return ok([line]);
    const link = pageLink(address, await ensurePageSecret(dataDir));
    sessions.bind(key.text);
    return ok([line, `Page: ${link} (secret kept in ${pageSecretPath(dataDir)})`]);
  } catch (error) {
    return err(unusable(dataDir, error));
  }
}
