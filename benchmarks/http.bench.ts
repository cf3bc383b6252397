/**
 * How much of a bare `node:http` server's rate does the cached list keep? Both send the same bytes, round-robin, from
 * processes of their own; the load is bounded and stays on loopback. Any error or non-2xx fails the run.
 */

import autocannon from 'autocannon';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const SECONDS = 3;
const ROUNDS = 3;
const CONNECTIONS = 20;
const PATH = '/api/v1/indicators/signum-rgg';

/** Starts a server and waits for the line of its output that has the address. */
async function started(args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`the server ended: ${text}`);
}

const BARE = `
  const { createServer } = require('node:http');
  fetch(process.argv[1]).then(async (answer) => {
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
    const server = createServer((_, response) => response.writeHead(200, headers).end(body));
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
  });
`;

const host = await started(['--import', 'tsx', 'benchmarks/host-without-gate.ts']);
const bare = await started(['-e', BARE, `${host.url}${PATH}`]);
const best = { host: 0, bare: 0 };
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { url }] of [
      ['bare', bare],
      ['host', host],
    ] as const) {
      const result = await autocannon({ url: `${url}${PATH}`, connections: CONNECTIONS, duration: SECONDS });
      if (result.errors + result.timeouts + result.non2xx > 0) throw new Error(`${name}: ${JSON.stringify(result)}`);
      best[name] = Math.max(best[name], result.requests.average);
    }
  }
} finally {
  for (const { child } of [host, bare]) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
console.log(`bare node:http ${best.bare.toFixed(0)} requests/s, host ${best.host.toFixed(0)} requests/s`);
console.log(`the host keeps ${((100 * best.host) / best.bare).toFixed(0)} % of the bare server`);
