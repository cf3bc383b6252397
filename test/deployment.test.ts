/** Checks Dockerfile and compose.yaml without a container engine: commands, paths, variables and ports exist. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFIG_FIELDS } from '@barograph/host';
import { READY_PATH } from '../packages/host/src/operations/readiness.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string>; engines: { node: string } };
const fields = Object.values(CONFIG_FIELDS);
const variables = new Set(fields.flatMap(({ env, isSecret }) => (isSecret === true ? [env, `${env}_FILE`] : [env])));
const DIGEST = '@sha256:[0-9a-f]{64}';
const foreign = new Set(['NODE_ENV']);

const dockerfile = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n');
const instructions = (name: string): string[] =>
  dockerfile.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly secrets: readonly string[];
  readonly volumes: readonly string[];
  readonly tmpfs: readonly string[];
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, string | number>> } };
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { readonly file: string }>;
  volumes: Record<string, object>;
};
const replicas = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

describe('Dockerfile', () => {
  it('starts from the Node that the workspace asks for, by its digest', () => {
    const floor = manifest.engines.node.replace('>=', '');
    const images = instructions('FROM').map((line) => line.split(' ')[0]!);
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(new RegExp(`^node:${floor}\\.\\d+-bookworm-slim${DIGEST}$`));
    expect(new Set(images).size).toBe(1);
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
    // Health is 200 even when keyed calls cannot be served.
    expect(path).toBe(READY_PATH);
    expect(instructions('USER')).toEqual(['node']);
  });
});

describe('compose.yaml', () => {
  it('has a Postgres that is waited for, and two replicas that share it', () => {
    expect(compose.services['postgres']!.image).toMatch(new RegExp(`^postgres:15\\.\\d+${DIGEST}$`));
    expect(compose.services['postgres']!.healthcheck).toBeDefined();
    expect(replicas).toHaveLength(2);
    for (const [, replica] of replicas) {
      expect(replica.build).toBe('.');
      expect(replica.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    }
    expect(new Set(replicas.map(([, { environment }]) => JSON.stringify(environment))).size).toBe(1);
  });

  it.each(Object.entries(compose.services))('confines %s', (_, service) => {
    const { read_only: isReadOnly, cap_drop: dropped, cap_add: added, security_opt: options, user, build } = service;
    expect(isReadOnly).toBe(true);
    expect([dropped, added, service.privileged]).toEqual([['ALL'], undefined, undefined]);
    expect(options).toEqual(['no-new-privileges:true']);
    expect(Object.keys(service.deploy.resources.limits).toSorted()).toEqual(['cpus', 'memory', 'pids']);
    expect(service.tmpfs.every((tmpf) => /^\/\S+:size=\d+m$/.test(tmpf))).toBe(true);
    // Neither the image nor the service runs as root.
    expect(build === undefined ? user : instructions('USER')[0]).toMatch(/^(?:node|postgres)$/);
    for (const volume of service.volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0]!);
  });

  it('takes every secret from a file, outside of git and the image, and has none in its text', () => {
    const text = read('compose.yaml');
    expect(text).not.toMatch(/postgres(?:ql)?:\/\/|PASSWORD:|whsec_|bg_live_/);
    const used = new Set(Object.values(compose.services).flatMap(({ secrets }) => secrets));
    expect([...used].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
    expect(read('.gitignore').split('\n')).toContain('/secrets/');
    expect(read('.dockerignore').split('\n')).toContain('secrets');
    for (const { environment, secrets } of Object.values(compose.services)) {
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(files.map(([, path]) => path.replace('/run/secrets/', '')).toSorted()).toEqual(secrets.toSorted());
    }
  });

  it('documents commands that make files of secrets which the host and Postgres take', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'barograph-compose-'));
    try {
      const block = /<!-- secrets -->\n```sh\n([^`]+)```/.exec(read('docs/operations.md'))![1]!;
      const { code, stderr } = await runCommand('bash', ['-euc', block], { cwd: folder });
      expect(code, stderr).toBe(0);
      const content = (name: string): string => readFileSync(join(folder, compose.secrets[name]!.file), 'utf8').trim();
      const environment = compose.services['postgres']!.environment;
      const url = new URL(content('database-url'));
      expect([url.username, url.password, url.pathname]).toEqual([
        environment['POSTGRES_USER'],
        content('postgres-password'),
        `/${environment['POSTGRES_DB']}`,
      ]);
      expect([url.hostname, url.port]).toEqual(['postgres', '5432']);
      expect(CONFIG_FIELDS.databaseUrl.parse(content('database-url'))).toBe(url.href);
      expect(CONFIG_FIELDS.webhookKey.parse(content('webhook-key'))).toHaveLength(1);
      // Users of the containers read the files; nobody else enters the folder.
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
      for (const { file } of Object.values(compose.secrets))
        expect(statSync(join(folder, file)).mode & 0o777).toBe(0o644);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('sets variables that the host reads, with values that it takes, and ports of their own', () => {
    for (const [name, value] of Object.entries(replicas[0]![1].environment)) {
      expect([name, variables.has(name)]).toEqual([name, true]);
      const field = fields.find(({ env }) => env === name);
      expect([name, field === undefined || field.parse(value) !== undefined]).toEqual([name, true]);
    }
    const ports = replicas.flatMap(([, replica]) => replica.ports ?? []);
    expect(new Set(ports).size).toBe(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:8787$/);
  });
});
