/** Tools from the operation table: every reading operation that answers with JSON and belongs to nobody alone. */

import { mustBeSent, OPERATIONS, type Operation, type OperationFacts, type Reference } from '@barograph/contract';
import type { JSONObject } from '@modelcontextprotocol/server';
import { ANSWER_MOST, bounded, cutNote } from './bounded.ts';
import type { Ask, Asked, Parameters } from './asking.ts';

/** A JSON Schema of the arguments of a tool. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JSONObject>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** The texts of a tool: the answer, and a note where it was cut. */
export interface ToolAnswer {
  readonly texts: readonly string[];
  /** The same for programs, by the output schema of the tool; none of a refusal. */
  readonly structured?: JSONObject;
  readonly isError: boolean;
}

/** The world of a call: progress is reported where the caller asked for it, and a call that was cancelled ends. */
export interface CallWorld {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number) => Promise<void>) | undefined;
}

/** A tool. */
export interface Tool {
  /** The operation that it asks; none of a tool over files. */
  readonly operation?: string | undefined;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ArgumentSchema;
  /** Shape of `structured`; none of a tool whose answer is described by its operation. */
  readonly outputSchema?: JSONObject;
  call(given: Parameters, world?: CallWorld): Promise<ToolAnswer>;
}

/** Parameters that make an answer smaller, when an operation has them. */
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

/** True of operations that read, end, and answer with JSON that any holder of a key may see. */
export function isTool({ method, streaming, fileType, accountScoped, id }: Operation): boolean {
  return method === 'GET' && streaming !== true && fileType === undefined && accountScoped !== true && id !== 'openapi';
}

/** `indicators.signum_symbol` as tools are named. */
export function toolName(id: string): string {
  return id.replaceAll('.', '_');
}

/** Schemas that were made: tools are made anew for each request, which needs an answer in the name of its key. */
const SCHEMAS = new WeakMap<Operation, ArgumentSchema>();

function argumentsOf(operation: Operation, facts: OperationFacts | undefined): ArgumentSchema {
  let schema = SCHEMAS.get(operation);
  if (schema === undefined) SCHEMAS.set(operation, (schema = makeArguments(operation, facts)));
  return schema;
}

function makeArguments(operation: Operation, facts: OperationFacts | undefined): ArgumentSchema {
  const { pathParameters, query } = operation;
  const described = new Map(facts?.parameters.map((one) => [one.name, one]));
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

/** The answer as texts: within its bound, with what was cut; a refusal with its code and hints. */
export function toolAnswer(asked: Asked, narrowing: readonly string[]): ToolAnswer {
  if (!asked.ok) {
    const { code, message, hints } = asked.error;
    return { texts: [JSON.stringify({ error: code, message, ...hints })], isError: true };
  }
  if (typeof asked.value === 'string') return textAnswer(asked.value, ANSWER_MOST);
  const within = bounded(asked.value);
  const note = cutNote(within, narrowing);
  return { texts: note === undefined ? [within.json] : [within.json, note], isError: false };
}

/** A text of the service, such as Markdown or CSV, as it came; cut at a line where it is too long. */
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
        // The client names an argument that no address can carry.
        if (error instanceof TypeError && names.some((name) => error.message.startsWith(`"${name}" `)))
          return refused(error.message, names);
        throw error;
      }
    },
  };
}

/** The tools of a service. @param operations those of the service; all of the contract when left out. */
export function toolsOf(
  ask: Ask,
  reference: Reference,
  operations: readonly Operation[] = OPERATIONS,
): readonly Tool[] {
  const facts = new Map(reference.families.flatMap((family) => family.operations.map((one) => [one.id, one] as const)));
  return operations.filter(isTool).map((one) => toolOf(one, facts.get(one.id), ask));
}
