/** The moments of every answer that the OpenAPI document shows, which a test of the host keeps true. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { momentFaults } from './moments.ts';

const EXAMPLES = new URL('../packages/contract/src/examples.json', import.meta.url);
/** The moment of the examples: see `packages/host/test/http/examples.ts`. */
const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);

it('notices a part that is younger than its answer, and an answer from the future', () => {
  const body = { items: [{ generated_at: 10, as_of: 11 }], generated_at: '1970-01-01T00:00:00.020Z', price_as_of: 20 };
  expect(momentFaults(body, 19)).toEqual([
    'as_of 11 is after generated_at 10',
    'generated_at 1970-01-01T00:00:00.020Z is after 19',
  ]);
  expect(momentFaults(body.items, 10)).toHaveLength(1);
});

it('holds for every example, and some have such moments', () => {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Readonly<Record<string, unknown>>;
  const built = Object.entries(examples).filter(
    ([, body]) => typeof body === 'object' && body !== null && 'generated_at' in body,
  );
  expect(built.length).toBeGreaterThan(8);
  expect(
    Object.entries(examples).flatMap(([id, body]) => momentFaults(body, NOW).map((text) => `${id}: ${text}`)),
  ).toEqual([]);
});
