import { describe, expect, it } from 'vitest';
import { ENDPOINT_LIST } from './operations.ts';

describe('the paths', () => {
  it('[#4] all begin with /api/v1, but for the index, which is it, and the OpenAPI document', () => {
    const elsewhere = ENDPOINT_LIST.filter(([, { path }]) => !path.startsWith('/api/v1/')).map(([id, { path }]) => [
      id,
      path,
    ]);
    expect(elsewhere).toEqual([
      ['index', '/api/v1'],
      ['openapi', '/api/openapi.json'],
    ]);
  });
});
