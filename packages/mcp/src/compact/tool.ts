/** Compact tools: schema, argument check, and answer. */

import type { JSONObject } from '@modelcontextprotocol/server';
import type { Parameters } from '../asking.ts';
import type { CallWorld, Tool, ToolAnswer } from '../tools.ts';
import { answerSchema, SHAPE_ARGUMENTS, wrongArgument, type Shape } from './answers.ts';

/** Maximum length of a text and of a list argument, which are matched against every operation and row, and of a value in an error. */
const [TEXT_MOST, LIST_MOST, SHOWN_MOST] = [2000, 100, 200] as const;

/** Definition of a compact tool. */
export interface CompactGiven {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JSONObject>>;
  readonly required?: readonly string[];
  /** Short description of the answer, for the output schema. */
  readonly returns: string;
  /** Set when the tool takes neither `fields` nor `verbose`. */
  readonly isPlain?: true;
  readonly answer: (given: Parameters, shape: Shape, world: CallWorld) => Promise<ToolAnswer>;
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Error of an argument against its schema; undefined when valid. */
function faultOf(name: string, value: unknown, schema: JSONObject): string | undefined {
  const { type, enum: choices, items } = schema;
  const expected = (what: string): string =>
    `${name}: expected ${what}, got ${JSON.stringify(value).slice(0, SHOWN_MOST)}.`;
  if (Array.isArray(choices) && !choices.some((choice) => choice === value)) {
    return expected(`one of ${choices.map(String).join(', ')}`);
  }
  if (type === 'string' && (typeof value !== 'string' || value.length > TEXT_MOST))
    return expected(`a text of at most ${TEXT_MOST} characters`);
  if (type === 'boolean' && typeof value !== 'boolean') return expected('true or false');
  if (type === 'number' && typeof value !== 'number') return expected('a number');
  if (type === 'integer' && !Number.isInteger(value)) return expected('a whole number');
  if (type === 'object' && (typeof value !== 'object' || Array.isArray(value))) return expected('an object');
  if (type !== 'array') return undefined;
  if (!Array.isArray(value) || value.length > LIST_MOST) return expected(`a list of at most ${LIST_MOST}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of this folder are plain
  const inner = items as JSONObject | undefined;
  return inner === undefined
    ? undefined
    : value.map((item) => faultOf(name, item, inner)).find((fault) => fault !== undefined);
}

/** Creates a tool that checks its arguments. */
export function compactTool(given: CompactGiven): Tool {
  const { name, title, description, required = [], returns, isPlain, answer } = given;
  const properties: Readonly<Record<string, JSONObject>> = { ...given.properties, ...(isPlain === true ? {} : { ...SHAPE_ARGUMENTS }) }; // prettier-ignore
  const accepted = Object.keys(properties);
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    outputSchema: answerSchema(returns),
    call: async (args, world = {}) => {
      const entries = Object.entries(args).filter(([, value]) => value !== null && value !== undefined);
      const fault = entries
        .map(([key, value]) => {
          const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
          return schema === undefined ? `${key}: no such argument.` : faultOf(key, value, schema);
        })
        .find((fault) => fault !== undefined);
      const missing = required.find((key) => args[key] === undefined || args[key] === '');
      const wrong = fault ?? (missing === undefined ? undefined : `${missing}: expected a value, got none.`);
      if (wrong !== undefined) return wrongArgument(wrong, 'Call again with arguments of accepted.', { accepted });
      const { fields, verbose, ...rest } = Object.fromEntries(entries);
      const paths = isTextList(fields) && fields.length > 0 ? fields : undefined;
      return answer(rest, { fields: paths, verbose: verbose === true }, world);
    },
  };
}
