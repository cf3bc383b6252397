/** Dockerfile and compose.yaml are kept true without an engine: their commands, paths, variables and ports exist. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FIELDS } from '@barograph/host';
import { READY_PATH } from '../packages/host/src/operations/readiness.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './workspace.ts';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string>; engines: { node: string } };
const variables = new Set(Object.values(CONFIG_FIELDS).map(({ env }) => env));
const foreign = new Set(['NODE_ENV']);

const dockerfile = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n');
const instructions = (name: string): string[] =>
  dockerfile.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
const replicas = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

describe('Dockerfile', () => {
  it('starts from the Node that the workspace asks for', () => {
    const floor = manifest.engines.node.replace('>=', '');
    for (const image of instructions('FROM')) expect(image).toMatch(new RegExp(`^node:${floor}-`));
  });

  it('copies what exists, and what its build needs', () => {
    const copied = instructions('COPY').filter((line) => !line.startsWith('--from'));
    const names = copied.flatMap((line) => line.split(' ').slice(0, -1));
    for (const name of names) expect([name, existsSync(join(ROOT, name))]).toEqual([name, true]);
    expect(names).toEqual(expect.arrayContaining(['package-lock.json', 'tsup.config.ts', '.ci', 'packages', 'models']));
  });

  it('runs scripts that exist, and the entry that the build makes', () => {
    for (const [, script] of instructions('RUN')
      .join(' ')
      .matchAll(/npm run (\S+)/g)) {
      expect(manifest.scripts).toHaveProperty(script!);
    }
    const command = JSON.parse(instructions('CMD').at(-1)!) as string[];
    expect(command).toEqual(['node', 'packages/host/dist/main.js']);
    expect(existsSync(join(ROOT, 'packages/host/src/main.ts'))).toBe(true);
    expect(read('tsup.config.ts')).toMatch(/host: \[[^\]]*'main'/);
  });

  it('sets variables that the host reads, and exposes and probes its port', () => {
    const pairs = instructions('ENV').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('=') as [string, string]),
    );
    for (const [name] of pairs) expect([name, variables.has(name) || foreign.has(name)]).toEqual([name, true]);
    const port = Object.fromEntries(pairs)['BAROGRAPH_PORT']!;
    expect(instructions('EXPOSE')).toEqual([port]);
    const [probe] = instructions('HEALTHCHECK');
    const path = new RegExp(`127\\.0\\.0\\.1:${port}([\\w/]+)`).exec(probe!)![1];
    // Not health, which is 200 while no keyed call can be served.
    expect(path).toBe(READY_PATH);
    expect(instructions('USER')).toEqual(['node']);
  });
});

describe('compose.yaml', () => {
  it('has a Postgres that is waited for, and two replicas that share it', () => {
    expect(compose.services['postgres']!.image).toBe('postgres:15');
    expect(compose.services['postgres']!.healthcheck).toBeDefined();
    expect(replicas).toHaveLength(2);
    for (const [, replica] of replicas) {
      expect(replica.build).toBe('.');
      expect(replica.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    }
    expect(new Set(replicas.map(([, { environment }]) => JSON.stringify(environment))).size).toBe(1);
  });

  it('names the database, user and password that Postgres is made with', () => {
    const made = compose.services['postgres']!.environment;
    const url = new URL(replicas[0]![1].environment['DATABASE_URL']!);
    expect([url.username, url.password, url.pathname]).toEqual([
      made['POSTGRES_USER'],
      made['POSTGRES_PASSWORD'],
      `/${made['POSTGRES_DB']}`,
    ]);
    expect([url.hostname, url.port]).toEqual(['postgres', '5432']);
  });

  it('sets variables that the host reads, with values that it takes, and ports of their own', () => {
    for (const [name, value] of Object.entries(replicas[0]![1].environment)) {
      const field = Object.values(CONFIG_FIELDS).find(({ env }) => env === name);
      expect([name, field?.parse(value) !== undefined]).toEqual([name, true]);
    }
    const ports = replicas.flatMap(([, replica]) => replica.ports ?? []);
    expect(new Set(ports).size).toBe(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:8787$/);
  });
});
