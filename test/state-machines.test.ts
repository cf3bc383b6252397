/** The page of state machines: its mutations apply, and it has every machine and every transition of the documents. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

const SPEC = join(ROOT, '..', 'shared', 'spec', 'states.json');

interface SpecMachine {
  readonly id: string;
  readonly kind: string;
  readonly transitions?: readonly { readonly line?: string }[];
}
const jsonOf = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

describe('the state machines', () => {
  it('have planted faults that apply, three at least: npm run machines -- --prove plants them', async () => {
    const { code, stdout, stderr } = await runCommand(process.execPath, ['.ci/machines.mjs', '--prove', '--check']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ mutations apply\n$/);
  });

  it.skipIf(!existsSync(SPEC))('have every machine of the documents, a model or a row, with each of its lines', () => {
    const page = readFileSync(join(ROOT, 'docs', 'state-machines.md'), 'utf8');
    const others = jsonOf<readonly { readonly spec?: string }[]>(join(ROOT, 'test', 'machines', 'others.json'));
    const listed = new Set(others.flatMap(({ spec }) => spec ?? []));
    const missing = jsonOf<readonly SpecMachine[]>(SPEC)
      .filter(({ id, kind }) => kind === 'machine' && !listed.has(id))
      .flatMap(({ id, transitions = [] }) =>
        transitions.flatMap(({ line = '' }) => (page.includes(`| ${line} |`) ? [] : [`${id}: ${line}`])),
      );
    expect(missing).toEqual([]);
  });
});
