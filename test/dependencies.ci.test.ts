/** The documented list of runtime dependencies matches the lock file. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand, type Ran } from './run-command.ts';
import { ROOT } from './workspace.ts';

const SCRIPT = join(ROOT, '.ci', 'dependencies.mjs');

describe('the list of runtime dependencies', () => {
  const toy = mkdtempSync(join(tmpdir(), 'barograph-dependencies-'));
  afterAll(() => rmSync(toy, { recursive: true }));
  const run = async (...flags: readonly string[]): Promise<Ran> =>
    runCommand(process.execPath, [SCRIPT, '--root', toy, ...flags]);
  const document = (): string => readFileSync(join(toy, 'docs', 'evidence', 'dependencies.md'), 'utf8');

  it('in docs/evidence/dependencies.md says what the lock says, and what is installed', async () => {
    expect(await runCommand(process.execPath, [SCRIPT, '--check'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('follows dependencies as Node finds them, without ours, tools and peers; unknown sizes stay', async () => {
    mkdirSync(join(toy, 'docs', 'evidence'), { recursive: true });
    mkdirSync(join(toy, 'node_modules', 'used', 'node_modules', 'nested'), { recursive: true });
    writeFileSync(join(toy, 'node_modules', 'used', 'index.js'), 'x'.repeat(1001));
    writeFileSync(join(toy, 'node_modules', 'used', 'node_modules', 'nested', 'index.js'), 'x');
    const packages = {
      '': { devDependencies: { tool: '1.0.0' } },
      'packages/ours': { dependencies: { '@toy/other': '1.0.0', used: '1.0.0' } },
      'packages/other': {},
      'node_modules/@toy/other': { resolved: 'packages/other', link: true },
      'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
      'node_modules/used': {
        version: '1.0.0',
        license: 'MIT',
        dependencies: { nested: '2.0.0' },
        optionalDependencies: { elsewhere: '3.0.0', absent: '1.0.0' },
        peerDependencies: { tool: '1.0.0' },
      },
      'node_modules/nested': { version: '1.0.0', license: 'ISC' },
      'node_modules/used/node_modules/nested': { version: '2.0.0', license: 'ISC', dependencies: { used: '1.0.0' } },
      'node_modules/elsewhere': { version: '3.0.0', license: 'MIT', os: ['plan9'] },
    };
    writeFileSync(join(toy, 'package-lock.json'), JSON.stringify({ packages }));
    const marks = readFileSync(join(ROOT, 'docs', 'evidence', 'dependencies.md'), 'utf8').match(/<!--.*-->/g)!;
    writeFileSync(join(toy, 'docs', 'evidence', 'dependencies.md'), ['before', ...marks, 'after'].join('\n'));
    const { code, stdout } = await run('--check');
    expect([code, stdout.includes('| used | 1.0.0 | MIT | 2 |')]).toEqual([1, true]);
    expect((await run()).code).toBe(0);
    const rows = document().match(/^\| \S+ \| \d.*$/gm);
    expect(rows).toEqual([
      '| elsewhere | 3.0.0 | MIT | ? |',
      '| nested | 2.0.0 | ISC | 1 |',
      '| used | 1.0.0 | MIT | 2 |',
    ]);
    expect(document()).toMatch(/^before\n[^]*\n3 packages; licences: MIT 2, ISC 1\.\n[^]*\nafter$/);
    writeFileSync(join(toy, 'docs', 'evidence', 'dependencies.md'), document().replace('MIT | ? |', 'MIT | 77 |'));
    expect((await run('--check')).code).toBe(0);
    expect((await run()).code).toBe(0);
    expect(document()).toContain('MIT | 77 |');
  });
});
