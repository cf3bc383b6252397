/** MCP server over tools, documents and prompts. */

import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Parameters } from './asking.ts';
import { operationDocument, type Document, type Prompt } from './documents.ts';
import type { Reference } from '@barograph/contract';
import type { Tool } from './tools.ts';

/** Content of a server. */
export interface Offer {
  readonly version: string;
  readonly tools: readonly Tool[];
  /**
   * Returns the ids of operations that the caller may use. Others are not listed, but calls are still answered, with the
   * service's refusal. All operations are listed when it returns undefined. @default all
   */
  readonly unlocked?: (() => Promise<ReadonlySet<string> | undefined>) | undefined;
  readonly documents: readonly Document[];
  readonly prompts: readonly Prompt[];
  /** Resolves URIs of single operations. @default no such URIs */
  readonly reference?: Reference | undefined;
}

const INSTRUCTIONS = `Numbers of crypto markets, read only. Begin with market_now or coin_now; find and call reach every operation that no other tool asks. The
long regime speaks of weeks to months, the regime of the next hours. A part that the key does not open says what opens it. POST /api/v1/auth/keys with {"email": "…"} makes a free key; it is sent as X-API-Key (over stdio: the variable BAROGRAPH_KEY).
null means unknown, never zero. Times are epoch milliseconds UTC unless a field says otherwise. data_source says where numbers come from:
simulated ones are made up, and every sentence about them says so. Long lists are cut, and a note says how to get the rest. Nothing here
is a forecast of a price or advice to trade.`;

const nothingAt = (what: string, name: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what} ${name}.`);

/** Calls a tool and reports progress when requested. */
async function resultOf(tool: Tool, given: Parameters, request: ServerContext['mcpReq']): Promise<CallToolResult> {
  const { _meta: meta, signal } = request;
  const token = meta?.progressToken;
  const progress =
    token === undefined
      ? undefined
      : async (done: number, total: number): Promise<void> =>
          request.notify({
            method: 'notifications/progress',
            params: { progressToken: token, progress: done, total },
          });
  const { texts, structured, isError } = await tool.call(given, { signal, progress });
  return {
    content: texts.map((text) => ({ type: 'text' as const, text })),
    ...(structured === undefined || tool.outputSchema === undefined ? {} : { structuredContent: structured }),
    isError,
  };
}

/**
 * Creates a server without a transport.
 *
 * @example
 * const ask = askHost({ url: 'http://127.0.0.1:8787', key: undefined });
 * const server = createMcpServer(offerOf({ ask, version: '1.0.0' }));
 * typeof server.connect; // → 'function'
 */
export function createMcpServer({ version, tools, unlocked, documents, prompts, reference }: Offer): Server {
  const server = new Server(
    { name: 'barograph', title: 'Barograph', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => {
    const open = tools.some(({ operation }) => operation !== undefined) ? await unlocked?.() : undefined;
    const listed = tools.filter(
      ({ operation }) => operation === undefined || open === undefined || open.has(operation),
    );
    return {
      tools: listed.map(
        ({ name, title, description, outputSchema, inputSchema: { required, properties, ...schema } }) => ({
          name,
          title,
          description,
          inputSchema: { ...schema, properties: { ...properties }, required: [...required] },
          ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: 'object' as const } }),
          annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        }),
      ),
    };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, { mcpReq }) => {
    const tool = tools.find((tool) => tool.name === name);
    if (tool === undefined) throw nothingAt('tool', name);
    return resultOf(tool, given, mcpReq);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: documents.map(({ uri, name, title, description, mimeType }) => ({
      uri,
      name,
      title,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates:
      reference === undefined
        ? []
        : [
            {
              uriTemplate: 'barograph://operation/{id}',
              name: 'operation',
              title: 'One operation',
              description: 'Parameters, how to read it, an example and every field of an operation, by its id.',
              mimeType: 'text/markdown',
            },
          ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const document = documents.find((document) => document.uri === uri);
    if (document !== undefined) {
      return { contents: [{ uri, mimeType: document.mimeType, text: await document.read() }] };
    }
    const text = reference === undefined ? undefined : operationDocument(reference, uri);
    if (text === undefined) throw nothingAt('resource', uri);
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, title, description }) => ({ name, title, description })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name } }) => {
    const prompt = prompts.find((prompt) => prompt.name === name);
    if (prompt === undefined) throw nothingAt('prompt', name);
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text } }],
    };
  });
  return server;
}
