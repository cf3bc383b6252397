/** Answers of the compact tools: short by default, as text and structured content, with a next step for refusals. */

import { ANSWER_MOST, bounded, cutNote } from '../bounded.ts';
import type { JSONObject, JSONValue } from '@modelcontextprotocol/server';
import type { Refusal } from '../asking.ts';
import { textAnswer, type ToolAnswer } from '../tools.ts';
import { picked, shortened } from './view.ts';

/** Maximum length of a concise answer, characters: under 1,500 tokens at 3 characters each, typical for digits and brackets. */
export const CONCISE_MOST = 4200;

/** Common arguments of the compact tools. */
export interface Shape {
  /** Dotted paths to keep. @default the tool's usual fields */
  readonly fields?: readonly string[] | undefined;
  /** Keeps full numbers and lists, up to {@link ANSWER_MOST} characters. */
  readonly verbose?: boolean | undefined;
}

/** JSON Schema of the arguments of {@link Shape}. */
export const SHAPE_ARGUMENTS = {
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Dotted paths to keep, through lists too: ["regime.label"].',
  },
  verbose: { type: 'boolean', description: 'All fields and digits, longer lists.' },
} as const;

/** JSON Schema of a structured answer. @param returns short description of its content. */
export function answerSchema(returns: string): JSONObject {
  return {
    type: 'object',
    properties: { answer: { description: returns }, note: { type: 'string' } },
    required: ['answer'],
  };
}

/** Suggested next step after a refusal, by its code. */
function nextStep({ code, hints }: Refusal): string {
  if (code === 'missing_api_key') return 'Make a free key: POST /api/v1/auth/keys with {"email": "…"}.';
  if (code === 'x402') return 'Make a free key (POST /api/v1/auth/keys), or pay for the answer over HTTP by x402.';
  if (code === 'tier_too_low') return `Needs tier ${String(hints['required_tier'])}; see the tool account.`;
  if (code === 'unknown_symbol') return 'Use one of suggestions, or the tool screen with list "perps".';
  if (code === 'rate_limited') return `Wait ${JSON.stringify(hints['retryAfterSeconds'] ?? 60)} s.`;
  if (code === 'invalid_parameters' || code === 'bad_request') return 'The tool describe has the parameters.';
  return 'Ask again later; the tool call with operation "health.get" tells the state of the service.';
}

/** Converts a refusal of the service to an answer with a next step. */
export function refusal(error: Refusal): ToolAnswer {
  const { code, message, hints } = error;
  const text = JSON.stringify({ error: code, message, ...hints, next: nextStep(error) });
  return { texts: [text], isError: true };
}

/** Answer for an invalid argument. */
export function wrongArgument(message: string, next: string, more: Readonly<Record<string, unknown>> = {}): ToolAnswer {
  return { texts: [JSON.stringify({ error: 'bad_request', message, ...more, next })], isError: true };
}

/**
 * Builds the answer of a tool.
 *
 * @param usual paths kept when neither `fields` nor `verbose` is set. @default all
 * @param narrowing arguments that shrink the answer, for the note about cuts.
 */
export function answered(
  value: unknown,
  { fields, verbose = false }: Shape,
  usual: readonly string[] | undefined,
  narrowing: readonly string[] = ['fields', 'limit'],
): ToolAnswer {
  const most = verbose ? ANSWER_MOST : CONCISE_MOST;
  if (typeof value === 'string') return textAnswer(value, most);
  const paths = fields !== undefined && fields.length > 0 ? fields : verbose ? undefined : usual;
  const kept = paths === undefined ? value : picked(value, paths);
  if (kept === undefined && fields !== undefined) {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return wrongArgument(`fields: no field ${fields.join(', ')}.`, 'Name some of accepted.', { accepted: names });
  }
  const within = bounded(verbose ? kept : shortened(kept ?? value), most);
  const note = cutNote(within, [...narrowing, ...(verbose ? [] : ['verbose'])]);
  return {
    texts: note === undefined ? [within.json] : [within.json, note],
    structured: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON that was serialized above
      answer: JSON.parse(within.json) as JSONValue,
      ...(note === undefined ? {} : { note }),
    },
    isError: false,
  };
}
