import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NestingError, parseBounded } from '../src/bounded-json.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON of a caller', () => {
  it('is what JSON.parse reads, brackets in texts among it', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '1') })),
        (text) => {
          const read = (parse: (from: string) => unknown): string => {
            try {
              return JSON.stringify(parse(text));
            } catch (error) {
              return error instanceof SyntaxError ? 'no JSON' : String(error);
            }
          };
          expect(read(parseBounded)).toBe(read(JSON.parse));
        },
      ),
    );
    for (const text of ['['.repeat(100), `"${'['.repeat(100)}`, `\\"${'{'.repeat(100)}`])
      expect(parseBounded(JSON.stringify({ [text]: text }))).toEqual({ [text]: text });
    expect(parseBounded(`[${'[],{},'.repeat(200)}0]`)).toHaveLength(401);
  });

  it('has 64 levels at most; more are refused before they are parsed', () => {
    expect(parseBounded(nested(64))).toHaveLength(1);
    for (const text of [nested(65), nested(1_000_000), '['.repeat(65), '{"a":'.repeat(65), `["\\"",${nested(65)}]`])
      expect(() => parseBounded(text)).toThrow(NestingError);
  });
});
