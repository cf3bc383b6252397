/** The daily snapshot: what `/daily` says of everything, as its JSON text. */

import { OPERATIONS } from '@barograph/contract';
import type { Contexts } from '../contexts/context.ts';

const QUERY = { exchange: 'all', technical_detail: true, format: 'json' };

/** @throws {Error} the answer is no answer yet. */
export async function dailyText(contexts: Contexts): Promise<string> {
  const operation = OPERATIONS.find(({ id }) => id === 'daily.get')!;
  const asked = { path: {}, query: QUERY, body: undefined, headers: {}, caller: undefined, sees: () => true };
  const answered = await operation.answer(contexts(operation, undefined), asked);
  if (!answered.ok) throw new Error(`the daily snapshot is not there: ${JSON.stringify(answered.error.body)}`);
  const { value: body } = answered;
  if (body.kind === 'value') return JSON.stringify(body.value);
  if (body.kind === 'text') return body.text;
  throw new Error('the daily snapshot is no JSON');
}
