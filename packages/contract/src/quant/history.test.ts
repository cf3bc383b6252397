import { describe, expect, it } from 'vitest';
import { historyRange } from './history.ts';
import { timelineStart } from './timeline.ts';

describe('the history', () => {
  const NOW = 5_000_000_000_000;
  const ask = (query: { readonly start: string; readonly end?: string }) =>
    historyRange({ scope: 'market', limit: 500, ...query }, NOW);

  it('ends now when no end is sent [#437]', () => {
    expect(ask({ start: '2026-01-01' })).toEqual({
      ok: true,
      value: { scope: 'market', start: Date.UTC(2026, 0, 1), end: NOW, limit: 500 },
    });
    expect(ask({ start: '1000', end: '1000' }).ok).toBe(true);
  });

  it('names the moment that is none, or after the end', () => {
    const fault = (query: Parameters<typeof ask>[0]): unknown => {
      const result = ask(query);
      return result.ok ? undefined : [result.error.status, result.error.body];
    };
    const at = (name: string): unknown => [422, { detail: [expect.objectContaining({ loc: ['query', name] })] }];
    expect(fault({ start: 'soon' })).toEqual(at('start'));
    expect(fault({ start: '1000', end: 'later' })).toEqual(at('end'));
    expect(fault({ start: '1001', end: '1000' })).toEqual(at('start'));
  });
});

describe('the timeline', () => {
  it('begins with the day of start, and never before 2019 [#472]', () => {
    const from = (start?: string): unknown => timelineStart(start);
    expect(from()).toEqual({ ok: true, value: Date.UTC(2019, 0, 1) });
    expect(from('2018-05-05')).toEqual({ ok: true, value: Date.UTC(2019, 0, 1) });
    expect(from('2024-05-05T13:00:00Z')).toEqual({ ok: true, value: Date.UTC(2024, 4, 5) });
    expect(from('someday')).toMatchObject({ ok: false, error: { status: 422 } });
  });
});
