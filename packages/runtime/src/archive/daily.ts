/** Daily snapshot: the answer of `/daily` for everything, as JSON text. */

import { OPERATIONS } from '@barograph/contract';
import type { Contexts } from '../contexts/context.ts';

const QUERY = { exchange: 'all', technical_detail: true, format: 'json' };

/**
 * Returns the answer of `/daily` for a caller who sees everything, as JSON text.
 * @throws {Error} when there is no answer yet.
 */
export async function dailyText(contexts: Contexts): Promise<string> {
  const operation = OPERATIONS.find(({ id }) => id === 'daily.get')!;
  const query = { path: {}, query: QUERY, body: undefined, headers: {}, caller: undefined, sees: () => true };
  const answered = await operation.answer(contexts(operation, undefined), query);
  if (!answered.ok) throw new Error(`the daily snapshot is not there: ${JSON.stringify(answered.error.body)}`);
  const { value: body } = answered;
  if (body.kind === 'value') return JSON.stringify(body.value);
  if (body.kind === 'text') return body.text;
  throw new Error('the daily snapshot is no JSON');
}
