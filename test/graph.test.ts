import { describe, expect, it } from 'vitest';
import { circlesOf } from './import-graph.ts';
import { runCommand } from './run-command.ts';
import { workspaces } from './workspace.ts';

const check = async (...file: readonly string[]) => runCommand(process.execPath, ['.ci/graph.mjs', '--check', ...file]);

describe('the graph of packages', () => {
  it('is drawn from the packages of today: npm run graph', async () => {
    expect(await check()).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await check('README.md');
    expect(code).toBe(1);
    expect(stderr).toContain('npm run graph');
  });

  it('has no circle', () => {
    const names = new Set(workspaces().map(({ manifest }) => manifest.name));
    const graph = new Map(
      workspaces().map(({ manifest: { name, dependencies, optionalDependencies } }) => [
        name,
        Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => names.has(name)),
      ]),
    );
    expect(graph.get('@barograph/host')).toContain('@barograph/payments');
    expect(circlesOf(graph)).toEqual([]);
  });
});
