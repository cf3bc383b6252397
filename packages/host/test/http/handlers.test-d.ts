import type { ReplyOf } from '@barograph/contract';
import { ok } from '@barograph/core';
import { answerOf } from '../../src/answer.ts';
import type { Handlers } from '../../src/http/handlers.ts';

declare const index: ReplyOf<'index'>;

/** The reply of its own operation: fine. */
export const right: Handlers['index'] = async () => ok(answerOf(index));

// @ts-expect-error -- the reply of another operation
export const wrong: Handlers['changelog'] = async () => ok(answerOf(index));

// @ts-expect-error -- every operation needs its handler
export const missing: Handlers = { index: right };
