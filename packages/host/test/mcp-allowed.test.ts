import { describe, expect, it } from 'vitest';
import { refusalOfCaller } from '../src/mcp/allowed.ts';

const known = { publicUrl: () => 'https://barograph.example/base', corsOrigins: ['https://page.example'] };

describe('a caller of /mcp', () => {
  it.each([
    ['localhost:8787', undefined],
    ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['[::1]:8787', 'http://[::1]:8787'],
    ['10.0.0.7:8787', undefined],
    ['barograph.example', 'https://barograph.example'],
    ['barograph.example', 'https://page.example'],
  ])('at %s from %s may come', (host, origin) => {
    expect(refusalOfCaller(known, host, origin)).toBeUndefined();
  });

  it.each([
    // a name that was made to point here
    ['rebound.example:8787', 'http://rebound.example:8787', 'Host'],
    ['rebound.example:8787', undefined, 'Host'],
    ['127.0.0.1.rebound.example', undefined, 'Host'],
    [undefined, undefined, 'Host'],
    ['localhost:8787', 'https://evil.example', 'Origin'],
    ['localhost:8787', 'http://localhost:3000', 'Origin'],
    ['localhost:8787', 'null', 'Origin'],
    ['barograph.example', 'http://barograph.example.evil.example', 'Origin'],
  ])('at %s from %s is refused', (host, origin, header) => {
    expect(refusalOfCaller(known, host, origin)).toMatch(new RegExp(`^${header}: expected`));
  });
});
