import { operationNamed, value, type Endpoint } from '@barograph/contract';
import { ok } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../store/src/log.ts';
import { OPEN_GATE } from '../test-support.ts';
import { contextsOver, operationsOf } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';

const current: Endpoint = operationNamed('changelog');
const old: Endpoint = { ...current, path: '/api/v1/old', deprecated: { since: '2026-11-01', sunset: '2027-05-01' } };

describe('a deprecated operation', () => {
  it('says since when and until when in its answers; others say nothing', async () => {
    const server = createServer({
      operations: operationsOf(Object.entries({ current, old }), () => async () => ok(value({}))),
      contexts: contextsOver(new Map()),
      gate: OPEN_GATE,
      dataSource: 'simulated',
      log: createLog('silent'),
    });
    const deprecated = await server.inject({ url: '/api/v1/old' });
    expect(deprecated.headers['deprecation']).toBe(`@${Date.UTC(2026, 10, 1) / 1000}`);
    expect(deprecated.headers['sunset']).toBe('Sat, 01 May 2027 00:00:00 GMT');
    const { headers } = await server.inject({ url: current.path });
    expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
    await server.close();
  });
});
