import { describe, expect, it } from 'vitest';
import { acceptsGzip, matchesTag } from './send.ts';

describe('acceptsGzip', () => {
  it.each([
    ['gzip', true],
    ['br, GZIP', true],
    ['gzip;q=0.5', true],
    ['*', true],
    ['deflate, *;q=0.1', true],
    [undefined, false],
    ['', false],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['*;q=0', false],
    ['xgzip', false],
  ])('of %j is %s', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});

describe('matchesTag', () => {
  const tag = 'W/"abc"';

  it.each([
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc" ', true],
    ['*', true],
    ['"ab"', false],
    ['', false],
    [undefined, false],
  ])('of %j is %s', (header, expected) => {
    expect(matchesTag(header, tag)).toBe(expected);
  });
});
