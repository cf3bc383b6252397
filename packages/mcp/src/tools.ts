/** Tools from the operation table: every reading operation with a JSON answer that is not tied to an account. */

import { mustBeSent, OPERATIONS, type Operation, type OperationFacts, type Reference } from '@barograph/contract';
import type { JSONObject } from '@modelcontextprotocol/server';
import { ANSWER_MOST, bounded, cutNote } from './bounded.ts';
import type { Ask, Asked, Parameters } from './asking.ts';

/** JSON Schema of a tool's arguments. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JSONObject>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** Texts of a tool: the answer, and a note when it was cut. */
export interface ToolAnswer {
  readonly texts: readonly string[];
  /** Structured answer by the tool's output schema; absent for refusals. */
  readonly structured?: JSONObject;
  readonly isError: boolean;
}

/** Context of a call: progress reports and cancellation. */
export interface CallWorld {
  /** Cancels the call. @default the call cannot be cancelled */
  readonly signal?: AbortSignal | undefined;
  /** Reports progress: parts done, and all parts. @default not reported */
  readonly progress?: ((done: number, total: number) => Promise<void>) | undefined;
}

/** A tool. */
export interface Tool {
  /** Id of its operation; absent for tools over files. */
  readonly operation?: string | undefined;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ArgumentSchema;
  /** Schema of `structured`; absent for tools whose operation describes the answer. */
  readonly outputSchema?: JSONObject;
  call(given: Parameters, world?: CallWorld): Promise<ToolAnswer>;
}

/** Parameters that shrink an answer. */
const NARROWING = new Set([
  'limit',
  'offset',
  'page',
  'per_page',
  'symbol',
  'symbols',
  'coin',
  'coins',
  'days',
  'minutes',
  'start',
  'end',
]);

/** Whether an operation only reads, ends, and answers with JSON that is not tied to an account. */
export function isTool({ method, streaming, fileType, accountScoped, id }: Operation): boolean {
  return method === 'GET' && streaming !== true && fileType === undefined && accountScoped !== true && id !== 'openapi';
}

/** Tool name of an operation id such as `indicators.signum_symbol`. */
export function toolName(id: string): string {
  return id.replaceAll('.', '_');
}

/** Cached schemas: tools are recreated for each request, because answers depend on its key. */
const SCHEMAS = new WeakMap<Operation, ArgumentSchema>();

function argumentsOf(operation: Operation, facts: OperationFacts | undefined): ArgumentSchema {
  let schema = SCHEMAS.get(operation);
  if (schema === undefined) SCHEMAS.set(operation, (schema = makeArguments(operation, facts)));
  return schema;
}

function makeArguments(operation: Operation, facts: OperationFacts | undefined): ArgumentSchema {
  const { pathParameters, query } = operation;
  const described = new Map(facts?.parameters.map((parameter) => [parameter.name, parameter]));
  const properties = Object.entries({ ...pathParameters.properties, ...query.properties }).map(
    ([name, schema]): [string, JSONObject] => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
      const own = JSON.parse(JSON.stringify(schema)) as JSONObject;
      const description = described.get(name)?.description ?? '';
      return [name, description === '' ? own : { ...own, description }];
    },
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [
      ...Object.keys(pathParameters.properties),
      ...Object.keys(query.properties).filter((name) => mustBeSent(operation, name)),
    ],
    additionalProperties: false,
  };
}

/** Converts an outcome to texts: a bounded answer with a note about cuts, or a refusal with its code and hints. */
export function toolAnswer(answer: Asked, narrowing: readonly string[]): ToolAnswer {
  if (!answer.ok) {
    const { code, message, hints } = answer.error;
    return { texts: [JSON.stringify({ error: code, message, ...hints })], isError: true };
  }
  if (typeof answer.value === 'string') return textAnswer(answer.value, ANSWER_MOST);
  const within = bounded(answer.value);
  const note = cutNote(within, narrowing);
  return { texts: note === undefined ? [within.json] : [within.json, note], isError: false };
}

/** Returns a text of the service, such as Markdown or CSV, cut at a line when too long. */
export function textAnswer(text: string, most: number): ToolAnswer {
  if (text.length <= most) return { texts: [text], structured: { answer: text }, isError: false };
  const line = text.lastIndexOf('\n', most);
  const cut = text.slice(0, line > 0 ? line : most);
  const note = `Cut to fit: ${cut.length} of ${text.length} characters.`;
  return { texts: [cut, note], structured: { answer: cut, note }, isError: false };
}

function refused(message: string, accepted: readonly string[]): ToolAnswer {
  return { texts: [JSON.stringify({ error: 'bad_request', message, accepted })], isError: true };
}

function toolOf(operation: Operation, facts: OperationFacts | undefined, ask: Ask): Tool {
  const { id, pathParameters, summary } = operation;
  const inputSchema = argumentsOf(operation, facts);
  const names = Object.keys(inputSchema.properties);
  const narrowing = names.filter((name) => NARROWING.has(name));
  const [reading = ''] = facts?.reading ?? [];
  return {
    operation: id,
    name: toolName(id),
    title: summary,
    description: [summary, reading, facts === undefined ? '' : `Needs ${facts.access}.`]
      .filter((text) => text !== '')
      .join(' '),
    inputSchema,
    call: async (given) => {
      const strangers = Object.keys(given).filter((name) => !names.includes(name));
      if (strangers.length > 0) return refused(`${strangers.join(', ')}: no such argument.`, names);
      const missing = inputSchema.required.filter((name) => given[name] === undefined || given[name] === '');
      if (missing.length > 0) return refused(`${missing.join(', ')}: expected a value, got none.`, names);
      const isPlace = (name: string): boolean => name in pathParameters.properties;
      const entries = Object.entries(given).filter(([, value]) => value !== null);
      const path = Object.fromEntries(entries.filter(([name]) => isPlace(name)));
      const query = Object.fromEntries(entries.filter(([name]) => !isPlace(name)));
      try {
        return toolAnswer(await ask(id, path, query), narrowing);
      } catch (error) {
        // The client throws a TypeError that names an argument unfit for a URL.
        if (error instanceof TypeError && names.some((name) => error.message.startsWith(`"${name}" `)))
          return refused(error.message, names);
        throw error;
      }
    },
  };
}

/** Creates the tools of a service. @param operations operations of the service. @default all of the contract */
export function toolsOf(
  ask: Ask,
  reference: Reference,
  operations: readonly Operation[] = OPERATIONS,
): readonly Tool[] {
  const facts = new Map(
    reference.families.flatMap((family) => family.operations.map((operation) => [operation.id, operation] as const)),
  );
  return operations.filter(isTool).map((operation) => toolOf(operation, facts.get(operation.id), ask));
}
