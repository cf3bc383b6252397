/** `find`, `describe` and `call`: access to every reading operation, beyond the other tools. */

import type { Operation, OperationFacts } from '@barograph/contract';
import type { Tool } from '../tools.ts';
import { answered, refusal, wrongArgument } from './answers.ts';
import type { Asker } from './asked.ts';
import type { OperationIndex } from './finding.ts';
import { compactTool } from './tool.ts';

/** Maximum operations per search. */
const FOUND_MOST = 6;

/** Whether an operation only reads and ends. Account operations answer for the caller's key. */
export function isReading({ id, method, streaming, fileType }: Operation): boolean {
  const isLink = id === 'auth.confirm' || id === 'openapi';
  return method === 'GET' && streaming !== true && fileType === undefined && !isLink;
}

const argumentsText = ({ parameters }: OperationFacts): string =>
  parameters
    .filter(({ where }) => where !== 'header')
    .map(({ name, isRequired }) => (isRequired ? name : `${name}?`))
    .join(', ');

/** Description of an operation for `describe`. */
function described(
  { id, summary, reading, ways, parameters, fields, example }: OperationFacts,
  isVerbose: boolean,
): unknown {
  return {
    operation: id,
    summary,
    access: ways,
    ...(reading.length === 0 ? {} : { reading: isVerbose ? reading : reading.slice(0, 1) }),
    arguments: parameters
      .filter(({ where }) => where !== 'header')
      .map(({ name, type, isRequired, fallback, description, choices }) => ({
        name,
        type: choices.length > 0 ? choices.join(' | ') : type,
        ...(isRequired ? { required: true } : {}),
        ...(fallback === undefined ? {} : { default: fallback }),
        ...(description === '' ? {} : { description }),
      })),
    fields: isVerbose
      ? fields
      : Object.fromEntries(
          fields.filter(({ name }) => name.split('.').length < 3).map(({ name, type }) => [name, type]),
        ),
    ...(example === undefined ? {} : { example: isVerbose ? example : example.slice(0, 500) }),
  };
}

/** Creates the three tools. */
export function operationTools(asker: Asker, index: OperationIndex): readonly Tool[] {
  const operation = { type: 'string' as const, description: 'An id, as find has it: quant.whales' };
  const unknown = (id: string) => {
    const near = index.find(id, 3).map((facts) => facts.id);
    return wrongArgument(`operation: this service has no ${id} that reads.`, 'Use one of suggestions, or find.', {
      suggestions: near,
    });
  };
  const factsOf = (id: string): OperationFacts | undefined => index.all.find((facts) => facts.id === id);
  return [
    compactTool({
      name: 'find',
      title: 'Operations that fit words.',
      description: 'For questions that no other tool answers: ids, arguments and access of the operations that may.',
      properties: { words: { type: 'string', description: 'In English: "stablecoin inflows"' } },
      required: ['words'],
      isPlain: true,
      returns: 'Operations, the best first.',
      answer: async ({ words }) => {
        const found = index.find(String(words), FOUND_MOST);
        if (found.length === 0) return wrongArgument(`words: nothing fits ${String(words)}.`, 'Use other words.', { families: [...new Set(index.all.map(({ family }) => family))] }); // prettier-ignore
        const rows = found.map((facts) => ({
          operation: facts.id,
          summary: facts.summary,
          arguments: argumentsText(facts),
          access: facts.ways,
        }));
        return answered(rows, {}, undefined);
      },
    }),
    compactTool({
      name: 'describe',
      title: 'One operation: arguments, fields, example, price.',
      description: 'Ask it before call where the arguments or the fields are not known.',
      properties: { operation, verbose: { type: 'boolean', description: 'Every field with its meaning.' } },
      required: ['operation'],
      isPlain: true,
      returns: 'access, arguments, fields, example.',
      answer: async ({ operation: id }, { verbose }) => {
        const facts = factsOf(String(id));
        return facts === undefined
          ? unknown(String(id))
          : answered(described(facts, verbose === true), { verbose }, undefined, []);
      },
    }),
    compactTool({
      name: 'call',
      title: 'Any operation that only reads.',
      description: 'The answer of one operation; Markdown and CSV come as text.',
      properties: { operation, arguments: { type: 'object', description: 'By name: {"symbol": "BTC"}' } },
      required: ['operation'],
      returns: 'The answer of the operation; a text where it is Markdown or CSV.',
      answer: async ({ operation: id, arguments: given = {} }, shape) => {
        if (factsOf(String(id)) === undefined) return unknown(String(id));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the argument was checked
        const answer = await asker.ask(String(id), given as Readonly<Record<string, unknown>>);
        return answer.ok ? answered(answer.value, shape, undefined) : refusal(answer.error);
      },
    }),
  ];
}
