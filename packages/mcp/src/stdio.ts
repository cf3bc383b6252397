#!/usr/bin/env node
/** MCP server process over standard input and output. */

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readFileSync } from 'node:fs';
import { HELP, offerFor, readCommand } from './command.ts';
import { createMcpServer } from './server.ts';

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('expected a version in package.json');
}

const version = versionOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
const command = readCommand(process.argv.slice(2), process.env['BAROGRAPH_KEY']);
switch (command.kind) {
  case 'help':
    process.stdout.write(`${HELP}\n`);
    break;
  case 'version':
    process.stdout.write(`${version}\n`);
    break;
  case 'wrong':
    process.stderr.write(`mcp: ${command.problem}\n`);
    process.exitCode = 2;
    break;
  case 'url':
  case 'data': {
    // The offer is computed once and shared by all requests.
    const offer = offerFor(command, version);
    serveStdio(() => createMcpServer(offer), {
      onerror: (error) => void process.stderr.write(`mcp: ${error.message}\n`),
    });
  }
}
