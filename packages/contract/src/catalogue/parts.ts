/** Common parts of the rows of both catalogues. */

import type { Prompts } from '@barograph/catalogue';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { API_PREFIX, FIRST_RELEASE } from '../version.ts';

const { text } = fieldsOf<Prompts>();
/** Two tasks built from the fields of an entry. */
export const promptsRecord = record(null, {
  build: text('Task: to write it.', ({ build }) => build),
  backtest: text('Task: to test it, with costs and without later bars.', ({ backtest }) => backtest),
});

/** Levels of difficulty. */
export const DIFFICULTIES = ['beginner', 'intermediate', 'advanced'] as const;

/** Paths of operations in a request. */
export const called = (endpoints: readonly string[]): readonly string[] => endpoints.map((path) => API_PREFIX + path);
export const PathSchema = Type.String({ examples: [`${API_PREFIX}/perpdex/candles`] });

/** Filter of both lists. It accepts any text, because the contract answers an unknown group with 400. */
export const groupQuery = (example: string, where: string) =>
  Type.Object({
    group: Type.Optional(Type.String({ description: `Slug of a group, as in ${where}.`, examples: [example] })),
  });

/** Fields in addition to those of the contract. */
export const ADDED = [
  { date: FIRST_RELEASE, text: 'count, group and catalog_version of a list; used_by_others of an indicator' },
] as const;
