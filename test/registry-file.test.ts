/**
 * `packages/mcp/server.json`: the entry for the MCP registry, checked against its schema and the package.
 *
 * @source https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/server.schema.json
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly $schema: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly packages: readonly {
    readonly registryType: string;
    readonly identifier: string;
    readonly version: string;
    readonly transport: { readonly type: string };
    readonly packageArguments: readonly { readonly type: string; readonly name: string }[];
    readonly environmentVariables: readonly { readonly name: string; readonly isSecret: boolean }[];
  }[];
}

const read = (name: string): string => readFileSync(new URL(`../packages/mcp/${name}`, import.meta.url), 'utf8');
const entry = JSON.parse(read('server.json')) as Entry;
const manifest = JSON.parse(read('package.json')) as { readonly name: string; readonly version: string };

describe('the entry for the MCP registry', () => {
  it('keeps the patterns and lengths of the schema', () => {
    expect(entry.$schema).toMatch(
      /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/[\d-]+\/server\.schema\.json$/,
    );
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.description.length).toBeLessThanOrEqual(100);
  });

  it('names this package in its version', () => {
    const [own] = entry.packages;
    expect(entry.version).toBe(manifest.version);
    expect(own).toMatchObject({ registryType: 'npm', identifier: manifest.name, version: manifest.version });
    expect(own!.transport.type).toBe('stdio');
  });

  it('names flags and variables that the command reads', () => {
    const [own] = entry.packages;
    for (const { name } of own!.packageArguments) expect(read('src/command.ts')).toContain(name.replace(/^--/, ''));
    for (const { name, isSecret } of own!.environmentVariables) {
      expect(read('src/stdio.ts')).toContain(`'${name}'`);
      expect(isSecret).toBe(true);
    }
  });
});
