/** `page-link`: prints the link of the page again, or a link with a new secret. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensurePageSecret, readPageSecret } from '../../src/page/secret.ts';
import { run } from '../../src/run.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'barograph-page-link-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

async function link(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const code = await run({
    argv: ['page-link', ...argv],
    env: { BAROGRAPH_DATA_DIR: dataDir, ...env },
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
    onSignal: () => undefined,
  });
  return { code, text: printed.join('\n'), complaints };
}

describe('page-link', () => {
  it('needs a folder where a host has started', async () => {
    const { code, complaints } = await link([]);
    expect([code, complaints]).toEqual([2, [`dataDir: expected a folder where a host has started, got ${dataDir}`]]);
  });

  it.each([
    ['where it listens', [], '127.0.0.1:8787'],
    ['on every address', ['--host', '0.0.0.0', '--port', '9000'], '127.0.0.1:9000'],
    ['on IPv6', ['--host', '::1'], '[::1]:8787'],
  ])('prints the link of a host, %s', async (_, flags, place) => {
    const secret = await ensurePageSecret(dataDir);
    expect(await link(flags)).toEqual({ code: 0, text: `http://${place}/#t=${secret}`, complaints: [] });
  });

  it('begins with the public address', async () => {
    const { text } = await link(['--public-url', 'https://quant.example/']);
    expect(text).toBe(`https://quant.example/#t=${readPageSecret(dataDir)}`);
  });

  it('rotates the secret', async () => {
    const before = readPageSecret(dataDir);
    const { code, text } = await link(['rotate']);
    const after = readPageSecret(dataDir);
    expect([code, text]).toEqual([0, `http://127.0.0.1:8787/#t=${after}`]);
    expect(after).not.toBe(before);
  });

  it('makes a secret for a host that ran without one', async () => {
    rmSync(join(dataDir, 'page-secret'));
    writeFileSync(join(dataDir, 'dev-key'), 'bg_live_x');
    const { text } = await link([]);
    expect(text).toBe(`http://127.0.0.1:8787/#t=${readPageSecret(dataDir)}`);
  });

  it.each([
    ['--port 0', ['--port', '0'], {}, 'port: expected the port that the host listens on, got 0'],
    ['page sessions off', ['--page-session', 'off'], {}, 'pageSession: expected on, got off'],
    ['a shared database', [], { DATABASE_URL: 'postgres://x@y/z' }, 'databaseUrl: expected none'],
    ['another word', ['rotated'], {}, 'unknown word rotated'],
  ])('complains of %s', async (_, flags, env, words) => {
    const { code, complaints } = await link(flags, env);
    expect(code).toBe(2);
    expect(complaints).toEqual([expect.stringContaining(words)]);
  });
});
