import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const check = async (...args: readonly string[]) =>
  runCommand(process.execPath, ['.ci/coverage.mjs', '--prove', '--check', ...args]);

describe('the stored negations of requirements', () => {
  it('each apply once, and have a tagged test: npm run coverage -- --prove asks it', async () => {
    const { code, stdout, stderr } = await check();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, items] = /^\d+ negations of (\d+) requirements apply\n$/.exec(stdout)!;
    expect(Number(items)).toBeGreaterThanOrEqual(60);
  });
});

describe('a negation', () => {
  let root: string;
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const problem = async (change: object): Promise<string> => {
    const whole = {
      item: 1,
      breaks: 'the limit is 4',
      file: 'packages/a/src/a.ts',
      find: 'LIMIT = 3',
      replace: 'LIMIT = 4',
    };
    put('test/negations/a.json', JSON.stringify([{ ...whole, ...change }]));
    const { stdout, stderr } = await check('--root', root);
    return stderr === '' ? stdout : stderr;
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'barograph-negations-'));
    put('docs/coverage.md', '## A\n\n- proven #1 `000:L1`\n- proven #2 `000:L2`\n');
    put('packages/a/src/a.ts', 'export const LIMIT = 3;\nexport const OTHER = 3;\n');
    put('packages/a/src/a.test.ts', "import './a.cases.ts';\nit('has a limit [#1]', () => {});\n");
    put('packages/a/src/a.cases.ts', "it('has another [#5]', () => {});\n");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    [{}, '1 negations of 1 requirements apply\n'],
    [{ find: ' = 3' }, '#1: expected the text to replace once in packages/a/src/a.ts, found it 2 times:  = 3\n'],
    [
      { find: 'LIMIT = 2' },
      '#1: expected the text to replace once in packages/a/src/a.ts, found it 0 times: LIMIT = 2\n',
    ],
    [{ replace: 'LIMIT = 3' }, '#1: expected a change of packages/a/src/a.ts\n'],
    [{ file: 'packages/a/src/b.ts' }, '#1: expected a file, got packages/a/src/b.ts\n'],
    [{ item: 2 }, '#2: expected a test whose title carries [#2]\n'],
    [{ item: 5 }, '#5: expected a requirement of the checklist\n'],
  ])('with %j: %s', async (change, expected) => {
    expect(await problem(change)).toBe(expected);
  });
});
