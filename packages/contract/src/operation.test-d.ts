import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from './body.ts';
import { event } from './event.ts';
import { operation, type Operation } from './operation.ts';

const given = {
  path: '/x',
  family: 'meta',
  summary: 'X.',
  reply: Type.Object({}),
  answer: () => ok(value({})),
} as const;

/** An operation names the dataset that its tiers come from. */
export const tiered: Operation = operation('x', { ...given, dataset: 'coins' });

// @ts-expect-error -- no dataset: nobody would know who may see it
export const untiered: Operation = operation('x', { ...given, access: 'key' });

// @ts-expect-error -- no dataset of the table
export const unknown: Operation = operation('x', { ...given, dataset: 'weather' });

// @ts-expect-error -- a part names a dataset too, not a tier
export const part: Operation = operation('x', { ...given, dataset: 'coins', parts: { history: 'pro' } });

// @ts-expect-error -- a type of event names a dataset before its title
export const untieredEvent = event('x', 'XEvent', {}, () => null);
