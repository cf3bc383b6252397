/** The OpenAPI document passes Redocly's linter. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiDocument } from '@barograph/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { installed } from './apart.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-redocly-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function lint(document: unknown): Promise<{ code: number; output: string }> {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const redocly = join(await installed('.ci/checks'), 'node_modules/@redocly/cli/bin/cli.js');
  const args = [redocly, 'lint', file, '--extends=minimal', '--format=stylish'];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, {
    environment: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return { code, output: stdout + stderr };
}

describe('Redocly', () => {
  it('finds nothing wrong with the document', async () => {
    const { code, output } = await lint(apiDocument());
    expect([code, output.includes('error')]).toEqual([0, false]);
  });

  it('would find what is wrong', async () => {
    const broken = structuredClone(apiDocument()) as unknown as { paths: Record<string, unknown> };
    broken.paths['/api/v1/broken'] = { get: { responses: { 200: { description: 1 } } } };
    expect((await lint(broken)).code).not.toBe(0);
  });
});
