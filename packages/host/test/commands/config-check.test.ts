/** `config check`: effective configuration, contacted hosts and missing parts; no secret is printed. */

import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';

async function check(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const code = await run({
    argv: ['config', ...argv],
    env,
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
    onSignal: () => undefined,
  });
  return { code, text: printed.join('\n'), complaints };
}

describe('config check', () => {
  it('prints the configuration without secrets, and says what is missing', async () => {
    const env = {
      DATABASE_URL: 'postgres://user:hunter2@db.example:5432/barograph',
      BAROGRAPH_COINS_KEY: 'hunter2',
      BAROGRAPH_COINS_URL: 'https://u:hunter2@coins.example/api?key=hunter2',
      BAROGRAPH_TYPO: 'x',
    };
    const { code, text } = await check(['check', '--port', '0', '--live'], env);
    expect(code).toBe(0);
    expect(text).toContain('port = 0\n');
    expect(text).toContain('host = "127.0.0.1" (default)');
    expect(text).toContain('databaseUrl = "[hidden]"');
    expect(text).toMatch(/PostgreSQL: postgres:\/\/db\.example:5432\/barograph/);
    expect(text).toContain('coins: https://coins.example/api');
    expect(text).toContain('perp venue: https://');
    expect(text).toContain('smtpUrl: none');
    expect(text).toContain('BAROGRAPH_TYPO');
    expect(text).not.toContain('hunter2');
  });

  it('of the simulator asks nobody', async () => {
    expect((await check(['check', '--port', '0'])).text).toContain('asked outside: nothing');
  });

  it('ends with 1 when a host would not start, and names why', async () => {
    const busy = createServer();
    await new Promise<void>((resolve) => void busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as AddressInfo;
    const { code, text } = await check(['check', '--port', String(port), '--data', '/no/such/folder']);
    busy.close();
    expect(code).toBe(1);
    expect(text).toMatch(/keeps it from starting:\n {2}data: expected a folder.*\n {2}port: cannot listen/);
  });

  it('reads the lists and tables that it names: a bad one keeps the host from starting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'barograph-config-'));
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    try {
      await file('btc.csv', 'date,IBIT,Total\n2024-01-11,abc,1\n');
      const news = await file('news.json', '[{"name":"x"}]');
      const addresses = await file('addresses.csv', 'label\n');
      const lists = ['--news', news, '--exchange-addresses', addresses, '--etf', folder];
      const { code, text } = await check(['check', '--port', '0', ...lists]);
      const wrong = text.slice(text.indexOf('keeps it from starting:')).split('\n').slice(1);
      expect([code, wrong.map((line) => /\w+/.exec(line)?.[0])]).toEqual([1, ['news', 'exchangeAddresses', 'etf']]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('ends with 2 for a configuration that cannot be read, and another word', async () => {
    expect(await check(['check', '--port', 'x'])).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('port')],
    });
    expect(await check(['prune'])).toMatchObject({ code: 2, complaints: ['config: expected check, got prune'] });
    expect((await check([])).code).toBe(2);
  });
});
