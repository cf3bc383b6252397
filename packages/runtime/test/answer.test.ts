import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerOf, answerOfText } from '../src/answer.ts';

describe('an answer', () => {
  it('has one tag for one text and another for another', () => {
    expect(answerOf({ a: 1 }).etag).toBe(answerOfText('{"a":1}').etag);
    expect(answerOf({ a: 1 }).etag).not.toBe(answerOf({ a: 2 }).etag);
    expect(answerOf({ a: 1 }).etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it('has a gzip twin of the same bytes, made once', async () => {
    const answer = answerOf({ text: 'x'.repeat(5000) });
    expect(gunzipSync(await answer.gzip()).equals(answer.json)).toBe(true);
    expect(await answer.gzip()).toBe(await answer.gzip());
  });
});
