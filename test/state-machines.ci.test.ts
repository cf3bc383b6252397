/** The page of state machines against the models, with more examples than the first tier draws: forty seconds. */

import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

it.runIf(process.env['BAROGRAPH_FULL'] === '1')('docs/state-machines.md is what the models say now', async () => {
  const { code, stdout } = await runCommand(process.execPath, ['.ci/machines.mjs', '--check']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'docs/state-machines.md is current\n' });
});
