/**
 * Characters that an agent reads before and after the compact tools: lists by tier, and the twenty questions.
 *
 *     node --import tsx --conditions source benchmarks/agent-sizes.evidence.ts
 */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { testModel } from '../packages/host/test/services/quant/test-support.ts';
import { TRANSCRIPT, type ToolCall } from '../test/agent-transcript.ts';
import { openFrontDoor } from '../test/front-door.ts';

/** Approximate characters of JSON per token; no tokeniser is installed, so token counts are estimates. */
const CHARACTERS_PER_TOKEN = 3.3;

const door = await openFrontDoor({ model: testModel() });
const agent = async (key: string | undefined, list: string): Promise<Client> => {
  const client = new Client({ name: 'sizes', version: '1' });
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
  const address = new URL(`${door.url}/mcp?tools=${list}`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return client;
};
const sizeOf = async (client: Client, [name, given]: ToolCall): Promise<number> => {
  const { content } = await client.callTool({ name, arguments: { ...given } });
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
};
const tokens = (characters: number): number => Math.round(characters / CHARACTERS_PER_TOKEN);

const rows: Record<string, unknown>[] = [];
const listed = { all: 0, compact: 0 };
for (const tier of ['none', 'free', 'pro', 'pro_plus'] as const) {
  const key = tier === 'none' ? undefined : await door.mint(tier);
  for (const list of ['all', 'compact'] as const) {
    const client = await agent(key, list);
    const { tools } = await client.listTools();
    const characters = JSON.stringify({ tools }).length;
    listed[list] = characters;
    rows.push({ tier, list, tools: tools.length, characters, tokens: tokens(characters) });
    await client.close();
  }
}
console.table(rows);

const key = await door.mint('pro_plus');
const [every, compact] = [await agent(key, 'all'), await agent(key, 'compact')];
const questions: Record<string, unknown>[] = [];
const sums = { before: listed.all, after: listed.compact, calls: 0 };
for (const [asks, old, steps] of TRANSCRIPT) {
  const before = await sizeOf(every, old);
  const sizes: number[] = [];
  for (const step of steps) sizes.push(await sizeOf(compact, step));
  const after = sizes.reduce((sum, size) => sum + size, 0);
  questions.push({ asks, before, after, calls: steps.length });
  sums.before += before;
  sums.after += after;
  sums.calls += steps.length;
}
console.table(questions);
console.log(`Lists and answers of twenty questions: ${sums.before} characters (${tokens(sums.before)} tokens) before, ${sums.after} (${tokens(sums.after)}) after, ${sums.calls / TRANSCRIPT.length} calls a question.`); // prettier-ignore
await Promise.all([every.close(), compact.close()]);
await door.stop();
// The database server of tests lives on with the process.
process.exit(0);
