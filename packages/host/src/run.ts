/** One life of the host: config, source, listening, and an orderly end. */

import { readFileSync } from 'node:fs';
import { composeHost, type Host } from './compose.ts';
import { helpText, type HostConfig } from './config-fields.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { openSource } from './open-source.ts';

/** What a run may touch of its process. */
export interface RunIo {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly onSignal: (signal: 'SIGINT' | 'SIGTERM', act: () => void) => void;
}

/** Version of the package. */
export function hostVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const has = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return has ? String(manifest.version) : 'unknown';
}

function banner(host: Host, address: string): string {
  const { version, sources, dataSource, clock, now } = host.services.health();
  const symbols = sources.reduce((sum, source) => sum + source.symbols, 0);
  const bars = sources.reduce((sum, source) => sum + source.bars, 0);
  const time = `${clock} clock at ${new Date(now).toISOString()}`;
  return `Barograph ${version} on ${address} - source: ${dataSource}, ${symbols} symbols, ${bars} bars, ${time}`;
}

async function serve(config: HostConfig, io: RunIo): Promise<number> {
  const told = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) io.onSignal(name, () => resolve(name));
  });
  const opened = await openSource(config);
  if (!opened.ok) {
    io.complain(opened.error);
    return 2;
  }
  const log = createLog(config.logLevel);
  const host = composeHost({ ...opened.value, log, version: hostVersion(), access: config.access });
  await host.start();
  let address: string;
  try {
    address = await host.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    await host.stop();
    io.complain(`port: cannot listen on ${config.host}:${config.port}: ${String(error)}`);
    return 2;
  }
  io.print(banner(host, address));
  log.info({ signal: await told }, 'stopping');
  await host.stop();
  return 0;
}

/** @returns the exit code: 0 after an orderly end, 2 when configuration or input is wrong. */
export async function run(io: RunIo): Promise<number> {
  const asked = readConfig({ argv: io.argv, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!asked.ok) {
    io.complain(asked.error);
    return 2;
  }
  switch (asked.value.kind) {
    case 'help':
      io.print(helpText());
      return 0;
    case 'version':
      io.print(hostVersion());
      return 0;
    case 'serve':
      return serve(asked.value.config, io);
  }
}
