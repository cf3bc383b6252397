import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, type Ran } from './run-command.ts';

/** Temporary repository per test; the scripts get its path. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'barograph-chain-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a file with `seconds` as its modification time. */
function put(path: string, text: string, seconds = 1_000): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
  utimesSync(dirname(file), seconds, seconds);
}

const script = (name: string, ...args: readonly string[]): Promise<Ran> =>
  runCommand(process.execPath, [`.ci/${name}.mjs`, '--root', root, ...args]);

describe('prepare', () => {
  const installed = (packages: Readonly<Record<string, object>>): void =>
    put('node_modules/.package-lock.json', JSON.stringify({ packages }), 2_000);
  const plan = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { code, stdout } = await script('prepare', '--plan', ...args);
    expect(code).toBe(0);
    return stdout.split('\n').filter((line) => line !== '');
  };

  beforeEach(() => {
    put('package.json', JSON.stringify({ devDependencies: { vitest: '1.0.0' } }), 1_000);
    put('package-lock.json', '{}', 1_000);
    installed({ 'node_modules/tsup': {} });
    for (const name of ['core', 'host']) {
      put(`packages/${name}/src/index.ts`, '', 1_000);
      put(`packages/${name}/dist/index.js`, '', 2_000);
    }
  });

  it('has nothing to do when all is newer than what it comes from', async () => {
    expect(await plan()).toEqual([]);
  });

  it('installs when node_modules is missing', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(await plan()).toEqual(['install']);
  });

  it('installs when the lock file is newer', async () => {
    put('package-lock.json', '{}', 3_000);
    expect(await plan()).toEqual(['install']);
  });

  it('adds development packages for those who ask, and only while one is missing', async () => {
    expect(await plan('--dev')).toEqual(['install']);
    installed({ 'node_modules/vitest': { dev: true } });
    expect(await plan('--dev')).toEqual([]);
  });

  describe('asks npm', () => {
    /** Fake npm that records its calls and creates the record of an installation. */
    const npm = async (...args: readonly string[]): Promise<unknown> => {
      put(
        'npm-cli.js',
        `const { writeFileSync } = require('node:fs');
        writeFileSync('asked.json', JSON.stringify(process.argv.slice(2)));
        writeFileSync('node_modules/.package-lock.json', '{}');`,
      );
      const environment = { npm_execpath: join(root, 'npm-cli.js') };
      const own = ['.ci/prepare.mjs', '--root', root, ...args];
      expect((await runCommand(process.execPath, own, { environment })).code).toBe(0);
      return existsSync(join(root, 'asked.json'))
        ? JSON.parse(readFileSync(join(root, 'asked.json'), 'utf8'))
        : undefined;
    };

    it('for nothing when nothing is missing', async () => {
      expect(await npm()).toBeUndefined();
    });

    it('for what a start needs', async () => {
      put('package-lock.json', '{}', 3_000);
      expect(await npm()).toEqual(['ci', '--omit=dev', '--legacy-peer-deps']);
    });

    it('for development packages too, where some are there already', async () => {
      put('package-lock.json', '{}', 3_000);
      installed({ 'node_modules/oxlint': { dev: true } });
      expect(await npm()).toEqual(['ci', '--include=dev']);
    });

    it('for the development packages alone, and keeps what is there', async () => {
      expect(await npm('--dev')).toEqual(['install', '--no-save', '--include=dev']);
    });
  });

  it('builds the one package whose sources changed, however deep', async () => {
    put('packages/host/src/http/server.ts', '', 3_000);
    expect(await plan()).toEqual(['build host']);
  });

  it('builds nothing for a test that changed', async () => {
    put('packages/host/src/http/server.test.ts', '', 3_000);
    utimesSync(join(root, 'packages/host/src/http'), 1_000, 1_000);
    put('packages/host/src/index.test-d.ts', '', 3_000);
    utimesSync(join(root, 'packages/host/src'), 1_000, 1_000);
    expect(await plan()).toEqual([]);
  });

  it('leaves what is installed as it is when asked to', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(await script('prepare', '--no-install')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('builds a package that was never built', async () => {
    rmSync(join(root, 'packages/core/dist'), { recursive: true });
    expect(await plan()).toEqual(['build core']);
  });

  it('builds a package that lost a source', async () => {
    utimesSync(join(root, 'packages/core/src'), 3_000, 3_000);
    expect(await plan()).toEqual(['build core']);
  });

  it.each([
    ['client', 'packages/contract/src/meme/list.ts', ['build client', 'build contract']],
    ['catalogue', 'docs/wiki/concepts/nowcast.md', ['build catalogue']],
  ])('builds the %s when %s changed, from which it is made', async (name, path, expected) => {
    for (const folder of [name, 'contract']) {
      put(`packages/${folder}/src/index.ts`, '', 1_000);
      put(`packages/${folder}/dist/index.js`, '', 2_000);
    }
    expect(await plan()).toEqual([]);
    put(path, '', 3_000);
    expect(await plan()).toEqual(expected);
  });

  it('builds the client when its generated sources are missing', async () => {
    put('packages/client/src/generated/wire.ts', '', 1_000);
    put('packages/client/dist/index.js', '', 2_000);
    utimesSync(join(root, 'packages/client/src'), 1_000, 1_000);
    expect(await plan()).toEqual([]);
    rmSync(join(root, 'packages/client/src/generated'), { recursive: true });
    expect(await plan()).toEqual(['build client']);
  });

  it('builds everything when the build config changed', async () => {
    put('tsup.config.ts', '', 3_000);
    expect(await plan()).toEqual(['build core', 'build host']);
  });
});

describe('tools', () => {
  /** Requests a tool of `.ci/checks` from several processes at once; the fake npm is slow and counts its calls. */
  const tools = async (count: number): Promise<readonly Ran[]> => {
    put('.ci/checks/package.json', JSON.stringify({ dependencies: { lint: '1.0.0' } }));
    put('.ci/checks/package-lock.json', '{}');
    put(
      'npm-cli.js',
      `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
      appendFileSync('asked', process.argv.slice(2, 4).join(' ') + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      mkdirSync('node_modules/lint', { recursive: true });
      writeFileSync('node_modules/lint/package.json', JSON.stringify({ bin: 'lint.js' }));
      writeFileSync('node_modules/.package-lock.json', '{}');`,
    );
    const ask = `import { tool } from '${new URL('../.ci/tools.mjs', import.meta.url).href}'; console.log(tool('lint'));`;
    const args = ['--input-type=module', '-e', ask, '--', '--root', root];
    const environment = { npm_execpath: join(root, 'npm-cli.js') };
    return Promise.all(Array.from({ length: count }, async () => runCommand(process.execPath, args, { environment })));
  };

  it('of a folder with a lock file of its own are installed once, by the first that needs one', async () => {
    const path = join(root, '.ci/checks/node_modules/lint/lint.js');
    for (const ran of await tools(3)) expect(ran).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' });
    expect(readFileSync(join(root, '.ci/checks/asked'), 'utf8')).toBe('ci --prefix\n');
  });
});

describe('accept', () => {
  /** Fake tools that record their calls, one per line. */
  const tools = (code: { readonly vitest: number }): void => {
    for (const name of ['vitest', 'oxfmt'] as const) {
      put(`node_modules/${name}/package.json`, JSON.stringify({ type: 'module', bin: { [name]: 'bin.js' } }));
      put(
        `node_modules/${name}/bin.js`,
        `import { appendFileSync } from 'node:fs';
const { BAROGRAPH_EXAMPLES: examples, BAROGRAPH_GOLDENS: goldens } = process.env;
appendFileSync('asked.ndjson', JSON.stringify(['${name}', process.argv.slice(2), examples, goldens]) + '\\n');
console.log('said by ${name}');
process.exitCode = ${name === 'vitest' ? code.vitest : 0};`,
      );
    }
    put('packages/core/src/index.ts', '', 1_000);
    put('packages/core/dist/index.js', '', 2_000);
    put('package.json', '{}', 1_000);
    put('node_modules/.package-lock.json', '{}', 2_000);
  };
  const runs = (): readonly unknown[] =>
    readFileSync(join(root, 'asked.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it('writes what tests keep, then formats, and asks for the diff to be read', async () => {
    tools({ vitest: 0 });
    const { code, stdout } = await script('accept');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('git diff --patience') as string });
    const files = [
      'packages/host/test/http/examples.ci',
      'packages/host/test/http/goldens.ci',
      'packages/barograph/src/terminal/tables',
      'packages/barograph/src/terminal/more-tables',
      'test/api-surface',
      'test/model-figures',
    ];
    const kept = files.map((file) => `${file}.test.ts`);
    for (const file of kept) expect(existsSync(file)).toBe(true);
    expect(runs()).toEqual([
      ['vitest', ['run', ...kept, '--update'], 'write', 'write'],
      ['oxfmt', [], null, null],
    ]);
  });

  it('ends with what a tool said when that fails', async () => {
    tools({ vitest: 1 });
    const { code, stderr } = await script('accept');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('vitest failed:\nsaid by vitest') as string,
    });
    expect(runs()).toHaveLength(1);
  });
});

describe('coverage', () => {
  const SPEC = `# Checklist
## Errors
- [ ] 1. (000:L1) Errors are JSON
- [ ] 2. (000:L2, 001:L7) GET /api/v1/health -> named body; access none
- [ ] 3. (000:L3) Key format: not shown
## Candles
- [ ] 4. (001:L4) A known part; the rest: not shown
`;
  type Title = readonly [title: string, status: string];
  const resultsOf = (report: string, file: string, tests: readonly Title[]): void => {
    const assertionResults = tests.map(([fullName, status]) => ({ fullName, status }));
    put(`.results/${report}.json`, JSON.stringify({ testResults: [{ name: join(root, file), assertionResults }] }));
  };
  const results = (...tests: readonly Title[]): void => resultsOf('vitest', 'test/a.test.ts', tests);
  const run = (...args: readonly string[]): Promise<Ran> =>
    script('coverage', '--spec', join(root, 'spec.md'), ...args);
  const table = (): string => readFileSync(join(root, 'docs/coverage.md'), 'utf8');

  beforeEach(() => put('spec.md', SPEC));

  it('tells proven, failing, open and not shown apart and counts them by family', async () => {
    results(['health answers [#2]', 'passed'], ['candles [#4] come', 'failed'], ['candles [#4] go', 'passed']);
    const { code, stdout } = await run();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 proven, 0 partial, 1 failing, 1 open of 4\n' });
    expect(table()).toContain(
      '| Errors | 3 | 1 | 0 | 0 | 1 | 1 |\n| Candles | 1 | 0 | 0 | 1 | 0 | 0 |\n| **All** | 4 | 1 | 0 | 1 | 1 | 1 |',
    );
    expect(table()).toContain('- open #1 `000:L1`\n');
    expect(table()).toContain('- proven #2 `GET /api/v1/health`\n');
    expect(table()).toContain('- not shown #3 `000:L3`\n');
    expect(table()).toContain('- failing #4 `001:L4`\n');
  });

  it('asks for nothing where a line says what the documents leave out, or names a path that is cut off', async () => {
    const lines = [
      "1. (000:L1) 'named body': field list not shown beyond Resources",
      "2. (001:L2) '/more...' is named as a truncated path; no further paths; bodies of these: not shown",
      "3. (001:L3) '/more' is named; bodies of these: not shown",
    ];
    put('spec.md', `# Checklist\n## Cut off\n${lines.map((line) => `- [ ] ${line}`).join('\n')}\n`);
    results(['a', 'passed']);
    await run();
    expect(table()).toContain('| Cut off | 3 | 0 | 0 | 0 | 1 | 2 |');
    expect(table()).toContain('- open #3 `001:L3`\n');
  });

  it('reads several numbers in one title, in every spelling', async () => {
    results(['a [#1][#2] b [#3, #4]', 'passed']);
    expect((await run()).stdout).toBe('4 proven, 0 partial, 0 failing, 0 open of 4\n');
  });

  it('counts a requirement of which a part is not built as partial, never as proven', async () => {
    results(['a [#1~]', 'passed'], ['b [#2]', 'passed'], ['c [#2~, #4]', 'passed'], ['d [#4]', 'passed']);
    expect((await run()).stdout).toBe('1 proven, 2 partial, 0 failing, 0 open of 4\n');
    expect(table()).toContain(
      '| Errors | 3 | 0 | 2 | 0 | 0 | 1 |\n| Candles | 1 | 1 | 0 | 0 | 0 | 0 |\n| **All** | 4 | 1 | 2 | 0 | 0 | 1 |',
    );
    expect(table()).toContain('- partial #1 `000:L1`\n');
    expect(table()).toContain('- partial #2 `GET /api/v1/health`\n');
  });

  it('takes a part for missing even where the test that says so was skipped or failed', async () => {
    results(['a [#1~]', 'skipped'], ['b [#1]', 'passed'], ['c [#2~]', 'failed'], ['d [#4~]', 'skipped']);
    expect((await run()).stdout).toBe('0 proven, 1 partial, 1 failing, 1 open of 4\n');
    expect(table()).toContain('- partial #1 ');
    expect(table()).toContain('- failing #2 ');
    expect(table()).toContain('- open #4 ');
  });

  it('counts a number that only skipped tests carry as open', async () => {
    results(['a [#1]', 'skipped'], ['b [#2]', 'pending']);
    expect((await run()).stdout).toBe('0 proven, 0 partial, 0 failing, 3 open of 4\n');
    expect(table()).toContain('- open #1 `000:L1`\n');
  });

  it('refuses a number that the checklist does not have and writes nothing', async () => {
    results(['a [#5]', 'passed']);
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toBe('Numbers that the checklist does not have:\n#5 in test/a.test.ts: a [#5]\n');
    expect(() => table()).toThrow(/ENOENT/);
  });

  it('refuses to judge without results', async () => {
    const { code, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'No results yet: run npm test first.\n' });
  });

  it('writes the same table again from the committed one when the checklist is absent', async () => {
    results(['health answers [#2]', 'passed'], ['candles [#4]', 'failed']);
    await run();
    const before = table();
    rmSync(join(root, 'spec.md'));
    expect((await run()).code).toBe(0);
    expect(table()).toBe(before);
  });

  describe('over tiers', () => {
    beforeEach(async () => {
      put('test/a.test.ts', '');
      put('test/b.test.ts', '');
      results(['a [#1]', 'passed'], ['b [#2]', 'passed']);
      resultsOf('vitest-ci', 'test/b.test.ts', [
        ['c [#2~]', 'passed'],
        ['d [#4]', 'passed'],
      ]);
      expect((await run()).stdout).toBe('2 proven, 1 partial, 0 failing, 0 open of 4\n');
    });

    it('keeps what the table says of a requirement whose tests did not run, and writes it again', async () => {
      rmSync(join(root, '.results/vitest-ci.json'));
      const before = table();
      const stdout =
        '2 proven, 1 partial, 0 failing, 0 open of 4; requirements whose tests did not run keep their state\n';
      expect(await run('--check')).toEqual({ code: 0, stdout, stderr: '' });
      await run();
      expect(table()).toBe(before);
      results(['a [#1]', 'failed'], ['b [#2]', 'passed']);
      expect((await run('--check')).stderr).toContain('#1 is failing, the table says proven');
    });

    it('refuses a requirement without a test when every file ran', async () => {
      resultsOf('vitest-ci', 'test/b.test.ts', [['c [#2~]', 'passed']]);
      expect((await run('--check')).stderr).toContain('#4 is open, the table says proven');
    });
  });

  describe('--check', () => {
    beforeEach(async () => {
      results(['a [#1]', 'passed']);
      await run();
    });

    it('accepts a table that says what the results say', async () => {
      expect((await run('--check')).code).toBe(0);
    });

    it('refuses a table that claims what is no longer proven', async () => {
      results(['a [#1]', 'failed']);
      const { code, stderr } = await run('--check');
      expect(code).toBe(1);
      expect(stderr).toContain('#1 is failing, the table says proven');
    });

    it('refuses a table that claims the whole of what is partial, and accepts what it writes of it', async () => {
      results(['a [#1~]', 'passed']);
      expect((await run('--check')).stderr).toContain('#1 is partial, the table says proven');
      await run();
      expect((await run('--check')).code).toBe(0);
      results(['a [#1]', 'passed']);
      expect((await run('--check')).stderr).toContain('#1 is proven, the table says partial');
    });

    it('refuses a table that lacks a new proof', async () => {
      results(['a [#1]', 'passed'], ['b [#2]', 'passed']);
      expect((await run('--check')).stderr).toContain('#2 is proven, the table says open');
    });

    it('keeps what the table says of a number whose tests were skipped here', async () => {
      results(['a [#1]', 'skipped']);
      expect((await run('--check')).code).toBe(0);
    });

    it('refuses a table that claims what no test proves', async () => {
      results(['b', 'passed']);
      expect((await run('--check')).stderr).toContain('#1 is open, the table says proven');
    });

    it('refuses a table that lacks a requirement', async () => {
      put('docs/coverage.md', table().replace('- open #2 `GET /api/v1/health`\n', ''));
      expect((await run('--check')).stderr).toContain('#2 is open, the table says nothing');
    });

    it('writes nothing', async () => {
      const before = table();
      results(['b [#2]', 'passed']);
      await run('--check');
      expect(table()).toBe(before);
    });
  });
});

describe('tests', () => {
  /** Fake runner that reports given test states by file and records its call. */
  function runner(files: Readonly<Record<string, string>>): void {
    put('node_modules/vitest/package.json', JSON.stringify({ name: 'vitest', bin: './run.mjs', type: 'module' }));
    put('.results/files.json', JSON.stringify(files));
    put(
      'node_modules/vitest/run.mjs',
      `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
      const { TEST_TIER: tier, BAROGRAPH_TEST_RUNS: runs, BAROGRAPH_FULL: full } = process.env;
      appendFileSync('.results/asked', JSON.stringify({ tier, runs, full }) + '\\n');
      const testResults = Object.entries(JSON.parse(readFileSync('.results/files.json', 'utf8'))).map(([name, states]) => ({
        name: process.cwd() + '/' + name,
        status: states.includes('f') ? 'failed' : 'passed',
        assertionResults: [...states].map((state, i) => ({
          fullName: name + ' ' + i,
          status: { p: 'passed', f: 'failed', s: 'pending' }[state],
        })),
      }));
      const all = testResults.flatMap((suite) => suite.assertionResults);
      const count = (state) => all.filter(({ status }) => status === state).length;
      const [numPassedTests, numFailedTests] = [count('passed'), count('failed')];
      const out = process.argv.find((flag) => flag.startsWith('--outputFile.json=')).slice(18);
      writeFileSync(out, JSON.stringify({ numPassedTests, numFailedTests, testResults }));
      process.exitCode = numFailedTests > 0 ? 1 : 0;`,
    );
  }
  const ran = async (tier: string): Promise<unknown> => {
    const { code, stdout, stderr } = await script('tests', '--tier', tier);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const runs = (): unknown =>
    readFileSync(join(root, '.results/asked'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it('run once, even when one fails, and name the command that runs the file alone', async () => {
    runner({ 'a.test.ts': 'pfs', 'b.test.ts': 'p' });
    expect(await ran('fast')).toEqual({
      ok: false,
      passed: 2,
      failed: 1,
      skipped: ['a.test.ts 2'],
      alone: ['BAROGRAPH_TEST_RUNS=30 npx vitest run a.test.ts'],
    });
    expect(runs()).toEqual([{ tier: 'fast', runs: '30' }]);
  });

  it('run the files of their tier and keep the results of the tier before', async () => {
    runner({ 'a.test.ts': 'p' });
    await ran('fast');
    runner({ 'b.ci.test.ts': 'pp' });
    expect(await ran('ci')).toMatchObject({ ok: true, passed: 2, alone: [] });
    expect(runs()).toEqual([{ tier: 'fast', runs: '30' }, { tier: 'ci' }]);
    expect(readFileSync(join(root, '.results/vitest.json'), 'utf8')).toContain('a.test.ts');
    expect(readFileSync(join(root, '.results/vitest-ci.json'), 'utf8')).toContain('b.ci.test.ts');
  });

  it('of the full check forget the results of the tiers', async () => {
    runner({ 'b.ci.test.ts': 'f' });
    await ran('ci');
    expect(await ran('full')).toMatchObject({ alone: ['BAROGRAPH_FULL=1 npx vitest run b.ci.test.ts'] });
    expect(existsSync(join(root, '.results/vitest-ci.json'))).toBe(false);
  });
});

describe('total', () => {
  it('adds the tiers, and counts a tier without a total as failed', async () => {
    put('.results/total-fast.json', JSON.stringify({ passed: 3, failed: 0, skipped: 1 }));
    expect(await script('total')).toMatchObject({ code: 1, stdout: '3 passed, 1 failed, 1 skipped\n' });
    put('.results/total-ci.json', JSON.stringify({ passed: 2, failed: 0, skipped: 4 }));
    expect(await script('total')).toMatchObject({ code: 0, stdout: '5 passed, 0 failed, 5 skipped\n' });
  });
});

describe('lock', () => {
  const lock = (packages: Readonly<Record<string, object>>): void => {
    const manifest = { name: 'x', version: '1.0.0', dependencies: { tool: '1.0.0' } };
    put('package.json', JSON.stringify(manifest));
    const all = { '': manifest, ...packages };
    put('package-lock.json', JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, packages: all }));
  };
  const tool = (more: object): object => ({ version: '1.0.0', resolved: 'https://example.invalid/tool.tgz', ...more });

  it('is content when every package is there and runs on this Node', async () => {
    lock({ 'node_modules/tool': tool({ engines: { node: '>=18' } }) });
    expect(await script('lock')).toMatchObject({ code: 0, stdout: '' });
  });

  it('names an optional package that is missing, and looks up to the root for those that are there', async () => {
    lock({
      'node_modules/tool': tool({ optionalDependencies: { here: '1.0.0', deep: '1.0.0', gone: '1.0.0' } }),
      'node_modules/here': tool({ optional: true }),
      'node_modules/tool/node_modules/deep': tool({ optional: true, optionalDependencies: { here: '1.0.0' } }),
    });
    const { code, stdout } = await script('lock');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^node_modules\/tool names gone, which the lock does not have\n/);
    expect(stdout).not.toMatch(/names (?:here|deep)/);
  });

  it('names a package that asks for another Node', async () => {
    lock({ 'node_modules/tool': tool({ engines: { node: '>=99' } }) });
    const { code, stdout } = await script('lock');
    expect(code).toBe(1);
    expect(stdout).toBe(`tool asks for { node: '>=99' }; this is Node ${process.versions.node}\n`);
  });

  it('says when the manifest has moved on', async () => {
    lock({ 'node_modules/tool': tool({}) });
    put('package.json', JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { tool: '2.0.0' } }));
    const { code, stdout } = await script('lock');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^npm ci would fail:\n/);
  });
});
