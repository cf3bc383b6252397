import { relative } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Packages whose sources changed since they were built. */
    stalePackages: readonly string[];
  }
}

const full = process.env['BAROGRAPH_FULL'] === '1';

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
): TestProjectInlineConfiguration => ({ extends: true, test: { name, isolate, include, exclude, setupFiles } });

/** Stops the deadlines of hosts that a test runs in its own process. */
const STOPPED = ['packages/host/test/setup.ts'];
/** Tests of the host leave nothing behind: they import it once per worker. */
const OF_HOST = 'packages/host/test/**/*.test.ts';
/** Those among them that ask what a process has made before, and that watch what it writes and whom it calls. */
const ALONE = [
  'packages/host/test/market/made-before.test.ts',
  'packages/host/test/run.test.ts',
  'packages/host/test/stream/callbacks.test.ts',
];

/** Files of twenty seconds and more, which a machine without results of an earlier run does not know. */
const LONG = [
  'test/page.test.ts',
  'test/host-modes.test.ts',
  'test/crash.test.ts',
  'test/positioning-live.test.ts',
  'test/quant-faces.test.ts',
  'test/database-away.test.ts',
  'test/faces.test.ts',
  'test/closed-folder.test.ts',
  'test/trade-flow.test.ts',
  'test/corrupted-files.test.ts',
  'test/cold-start.test.ts',
  'test/readme.test.ts',
  'packages/host/test/run.test.ts',
  'packages/host/test/store/embedded/open-embedded.test.ts',
  'packages/host/test/store/store.test.ts',
  'packages/host/test/services/flow/replicas.test.ts',
  'packages/host/test/http/examples.test.ts',
  'packages/host/test/market/relay.test.ts',
  'packages/host/test/http/table.test.ts',
  'packages/host/test/http/liquidity.test.ts',
  'packages/host/test/http/both-ways.test.ts',
  'packages/barograph/src/commands/train.test.ts',
];

const OWN_PROCESS = LONG.filter((file) => file.startsWith('test/'));

/** Processes first, then hosts, then packages, and of each the long ones first: the end has no worker idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = ['whole', 'alone', 'together', 'host', 'packages'];
    const place = ({ project, moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'));
      return groups.indexOf(project.name) * 1000 + (at < 0 ? LONG.length : at);
    };
    // oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- the compiler resolves these types, the linter does not
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
    // oxlint-enable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument
  }
}
const isShuffled = process.argv.some((flag) => flag.startsWith('--sequence.shuffle'));

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['.ci/stale.mjs', '.ci/watchdog.mjs'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    // It imports eventsource, whose condition `source`, ours too, names TypeScript that Node does not run.
    server: { deps: { inline: ['@modelcontextprotocol/client', 'eventsource'] } },
    // Ends a test that hangs, and none that waits for a busy machine.
    testTimeout: full ? 600_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    benchmark: { include: ['benchmarks/**/*.bench.ts'] },
    projects: [
      group('whole', true, OWN_PROCESS, [], STOPPED),
      group('together', false, ['test/**/*.test.ts'], OWN_PROCESS, STOPPED),
      group('alone', true, ALONE, [], STOPPED),
      group('host', false, [OF_HOST], ALONE, STOPPED),
      group('packages', false, ['packages/*/{src,test}/**/*.test.ts'], ['packages/host/**'], ['.ci/kernels-left.mjs']),
    ],
  },
});
