/** Planted leaks: operations of a lower tier that reveal paid values, each in a different way. */

import { operationNamed, type Context, type Operation } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { text, value } from '../../../contract/src/body.ts';
import { onceIn, valuesOf } from './values.ts';

const all = (): true => true;

/** An operation under another name, open to every key, without the scopes of its datasets. */
function open(id: string, answer: Operation['answer'], like: Operation): Operation {
  const { method, family, summary, ports, query, pathParameters, reply, errors, notes, aliases, unknownParameters, dataset } = like; // prettier-ignore
  const parameters = { query, pathParameters, aliases, unknownParameters };
  const path = `/api/v1/planted/${id.replace('planted.', '')}`;
  return {
    id,
    dataset,
    method,
    path,
    family,
    summary,
    ports,
    ...parameters,
    reply,
    errors,
    notes,
    access: 'key',
    answer,
  };
}

/** Values of an answer. */
async function answerOf(
  like: Operation,
  context: Context,
  asked: Parameters<Operation['answer']>[1],
): Promise<unknown> {
  const answered = await like.answer(context, { ...asked, sees: all });
  if (!answered.ok) return undefined;
  return answered.value.kind === 'value' ? answered.value.value : undefined;
}

const FLOAT = operationNamed('supply.float');
const EVENTS = operationNamed('event.regime');
const MARKET = operationNamed('quant.market');
const LADDER = operationNamed('quant.ladder');

/** The faults that were there: amounts of unlocks beyond a free key's days. Two more: a field of a paid answer, and a text. */
export const PLANTED: Readonly<Record<string, { readonly operation: Operation; readonly tells: string }>> = {
  'the next unlock of every float': {
    operation: open('planted.float', (context, asked) => FLOAT.answer(context, { ...asked, sees: all }), FLOAT),
    tells: 'supply.unlocks',
  },
  'the terms of every unlock': {
    operation: open('planted.event', (context, asked) => EVENTS.answer(context, { ...asked, sees: all }), EVENTS),
    tells: 'supply.unlocks',
  },
  'one field of a paid answer beside others': {
    operation: open(
      'planted.market',
      async (context, asked) => {
        const [first] = onceIn(valuesOf(await answerOf(MARKET, context, asked)));
        return ok(value({ coins: 3, extra: first === undefined ? null : Number(first.value) }) as never);
      },
      MARKET,
    ),
    tells: 'quant.market',
  },
  'a text in place of JSON': {
    operation: open(
      'planted.text',
      async (context, asked) => {
        const ladder = await LADDER.answer(context, asked);
        if (!ladder.ok || ladder.value.kind !== 'value') return ladder.ok ? ok(ladder.value) : err(ladder.error);
        const shown = JSON.stringify(ladder.value.value).replaceAll(/[{}[\]"]/g, ' ');
        return ok(text<never>(`# Ladder\n${shown}`, 'text/markdown; charset=utf-8'));
      },
      LADDER,
    ),
    tells: 'quant.ladder',
  },
};
