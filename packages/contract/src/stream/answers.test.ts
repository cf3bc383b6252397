import { describe, expect, it } from 'vitest';
import { joinStreamDelayed, joinStreamRecent } from './answers.ts';

describe('the answers of the stream', () => {
  it('join events as they are, with the last id of the stream [#298]', () => {
    const text = joinStreamRecent(['{"id":3}', '{"id":5}'], {
      lastId: 6,
      gaps: [{ source: 'perpdex', feed: 'openInterest', from: 1, to: null }],
      dataSource: 'simulated',
    });
    expect(JSON.parse(text)).toEqual({
      count: 2,
      last_id: 6,
      gaps: [{ source: 'perpdex', feed: 'open_interest', from: 1, to: null }],
      events: [{ id: 3 }, { id: 5 }],
      data_source: 'simulated',
      source: 'simulated',
    });
  });

  it('say which window they show, and its rate [#271]', () => {
    const head = { now: 10, delayMs: 4, windowStart: 0, windowEnd: 180_000, inWindow: 6, dataSource: 'files' } as const;
    expect(JSON.parse(joinStreamDelayed([], head))).toEqual({
      server_now: 10,
      delay_ms: 4,
      window_start: 0,
      window_end: 180_000,
      events_per_min: 2,
      count: 0,
      events: [],
      data_source: 'files',
      source: 'files',
    });
  });
});
