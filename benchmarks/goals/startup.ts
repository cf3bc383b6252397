/** The shortest command and the import of the umbrella, in fresh processes, against a bare Node. */

import { spawnSync } from 'node:child_process';
import { BAROGRAPH } from './command.ts';
import type { Row } from './row.ts';
import { here, leastOf, type Contender } from './turns.ts';

const ROUNDS = 15;
const UNIT = 'ms';

/** Import time by the clock of its process, without the start of Node. */
const IMPORT = "const begin = performance.now(); await import('barograph'); console.log(performance.now() - begin)";
const INLINE = ['--input-type=module', '-e'];

/** The row. */
export const STARTUP: Row = {
  key: 'startup',
  title: 'start',
  run: async () => {
    const least = await leastOf(
      [
        whole('node -e 0', '-e', '0'),
        whole('--version', BAROGRAPH, '--version'),
        whole('--help', BAROGRAPH, '--help'),
        { name: 'import', once: () => Number(output(...INLINE, IMPORT)) * 1e6 },
      ],
      1e6,
      ROUNDS,
    );
    const leastAt = (name: string): number => least.get(name)!;
    return {
      lines: [
        { title: '`barograph --version`', before: 620, goal: 120, now: leastAt('--version'), unit: UNIT },
        { title: 'import of the umbrella', before: 417, goal: 60, now: leastAt('import'), unit: UNIT },
      ],
      figures: ['node -e 0', '--help'].map((name) => ({ name, value: leastAt(name), unit: UNIT })),
      missing: [],
    };
  },
};

const whole = (name: string, ...args: readonly string[]): Contender => here(name, () => output(...args));

function output(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')}: ${stderr}`);
  return stdout;
}
