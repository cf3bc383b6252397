import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node';
import { buildGenerated } from './packages/client/build-generated.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Packages whose sources changed since they were built. */
    stalePackages: readonly string[];
  }
}

const full = process.env['BAROGRAPH_FULL'] === '1';

/**
 * Names of the test files of a tier. `*.ci.test.ts` are the second one: whole processes, replicas, browsers, other languages, long
 * computations. Without a tier every file is there, so that `npx vitest run FILE` runs each.
 */
const tier = process.env['TEST_TIER'];
const ENDING = tier === 'ci' ? '.ci.test.ts' : '.test.ts';
const OTHERS = tier === 'fast' ? ['**/*.ci.test.ts'] : [];

/**
 * A group of test files. Files that share a process import everything once per worker and not once per file, which is
 * a third of the work of a host's test; they may not leave behind what another file would meet.
 */
const group = (
  name: string,
  isolate: boolean,
  include: string[],
  exclude: string[] = [],
  setupFiles: string[] = [],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, isolate, include, exclude: [...exclude, ...OTHERS], setupFiles },
});

/** Stops the deadlines of hosts that a test runs in its own process. */
const STOPPED = ['packages/sources/test/setup.ts'];

/** Tests of the host that ask what a process has made before, and that watch what it writes and whom it calls. */
/** Packages of a service. */
const SERVICE = ['host', 'payments', 'runtime', 'sources', 'store', 'venue'];

const ALONE = ['market/made-before.test.ts', 'run.ci.test.ts', 'stream/callbacks.test.ts']
  .filter((name) => name.endsWith(ENDING))
  .map((name) => `packages/host/test/${name}`);

/** Groups with long files first, so that no worker is idle at the end; within a group, Vitest's own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = ['repository', 'alone', 'service', 'packages'];
    const place = ({ project }: TestSpecification): number => groups.indexOf(project.name);
    // oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- the compiler resolves these types, the linter does not
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
    // oxlint-enable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument
  }
}

/** Builds the generated sources of the client when a test asks for them in a clone without a build. */
const generatedFiles: Vite.Plugin = {
  name: 'generated',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    if (!source.startsWith('./generated/')) return;
    const file = resolve(dirname(importer), source);
    if (!existsSync(file)) await buildGenerated(dirname(file));
  },
};

const isShuffled = process.argv.some((flag) => flag.startsWith('--sequence.shuffle'));

/**
 * Vitest keys its module cache by the content of a file and this config. What an import of a package resolves to stands in the
 * manifests, so they are part of the key as well.
 */
const cacheKey: Vite.Plugin = {
  name: 'manifests-in-cache-key',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) => {
    const packages = join(import.meta.dirname, 'packages');
    const manifests = readdirSync(packages)
      .map((name) => join(packages, name, 'package.json'))
      .filter(existsSync);
    const key = manifests.map((manifest) => readFileSync(manifest, 'utf8')).join('');
    experimental_defineCacheKeyGenerator(() => key);
  },
};

export default defineConfig({
  plugins: [cacheKey, generatedFiles],
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['.ci/stale.mjs', '.ci/watchdog.mjs'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    // It imports eventsource, whose condition `source`, ours too, names TypeScript that Node does not run.
    server: { deps: { inline: ['@modelcontextprotocol/client', 'eventsource'] } },
    experimental: { fsModuleCache: true },
    // Ends a test that hangs, and none that waits for a busy machine.
    testTimeout: full ? 600_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Tests of whole processes wait for them: three at a time keep two cores busy.
    maxWorkers: tier === 'ci' ? 3 : 2,
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    benchmark: { include: ['benchmarks/**/*.bench.ts'] },
    projects: [
      group('repository', tier === 'ci', [`test/**/*${ENDING}`], [], STOPPED),
      group('alone', true, ALONE, [], STOPPED),
      group('service', false, [`packages/{${SERVICE.join()}}/{src,test}/**/*${ENDING}`], ALONE, STOPPED),
      group(
        'packages',
        false,
        [`packages/*/{src,test}/**/*${ENDING}`],
        SERVICE.map((name) => `packages/${name}/**`),
        ['.ci/kernels-left.mjs'],
      ),
    ],
  },
});
