/** Unlock schedules of the static data set. No recorded answer was found: the form is that of the vendor's OpenAPI document. */

import { DAY_MS } from '@barograph/core';
import { unlockDays } from '@barograph/stress';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createManualClock } from '../../src/clock.ts';
import { UNLOCKS_V1 } from '../../src/unlocks/config.ts';
import { parseProtocols, parseSchedule, schedulePayload } from '../../src/unlocks/payloads.ts';
import { createUnlocksSource } from '../../src/unlocks/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';
import { settled } from '../deadlines.ts';

const NOW = Date.UTC(2026, 8, 20);
const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 600;
const event = (seconds: unknown, tokens: unknown, more: object = {}) => ({
  description: 'A cliff of {tokens[0]} tokens was unlocked from Funds on {timestamp}',
  timestamp: seconds,
  noOfTokens: tokens,
  category: 'noncirculating',
  unlockType: 'cliff',
  ...more,
});
const written = {
  gecko_id: 'whitebit',
  documentedData: { data: [] },
  metadata: {
    total: 400,
    events: [
      event(1_659_657_600, [120]),
      event('1675555200', [60], { unlockType: 'step' }),
      event(1_675_555_200, [5, 7]),
      event(1_675_555_200, [5], { unlockType: 'linear' }),
      event(1_675_555_200, [-5]),
      event('soon', [5]),
      event(1_675_555_200, 5),
    ],
  },
};

function parsed(body: unknown) {
  const made = shape(schedulePayload, structuredClone(body), () => undefined);
  return made.ok ? parseSchedule(made.value, 'slug') : undefined;
}

describe('a schedule', () => {
  it('has dated tranches; changes of a rate are none, and what cannot be is reported', () => {
    const { rows, fault } = parsed(written)!;
    expect(rows.coin).toBe('whitebit');
    expect(rows.tranches.map(({ time, tokens, kind }) => [time, tokens, kind])).toEqual([
      [1_659_657_600_000, 120, 'cliff'],
      [1_675_555_200_000, 60, 'step'],
    ]);
    expect(fault).toContain('events[4].noOfTokens[0] expected a number above 0');
    expect(parsed({ ...written, gecko_id: null })!.rows.coin).toBe('slug');
    expect(parsed({ metadata: {} })).toBeUndefined();
  });

  it('of any changed body either is refused or has days that can be', () => {
    const random = seeded('unlocks');
    for (let i = 0; i < MUTANTS; i++) {
      const made = parsed(mutate(written, random).body);
      if (made === undefined) continue;
      for (const { day, tokens } of unlockDays(made.rows)) {
        expect(day % DAY_MS).toBe(0);
        expect(tokens > 0 && tokens < Infinity).toBe(true);
      }
    }
  });

  it('is of a slug that is a name and no path', () => {
    expect(parseProtocols(['arbitrum', 'a/b', '..', '', 7, 'arbitrum', 'sui'])).toMatchObject({
      rows: ['arbitrum', 'sui'],
      fault: expect.stringContaining('[1] expected a slug') as string,
    });
  });
});

describe('the source of schedules', () => {
  it('asks for the list and then for each; a schedule that changed is known from then on [#605]', async () => {
    let tokens = 120;
    const server = await listen((request, response) => {
      if (request.url === '/emissionsProtocolsList') return json(response, ['whitebit', 'gone']);
      if (request.url === '/emissions/whitebit') {
        return json(response, { ...written, metadata: { events: [event(1_800_000_000, [tokens])] } });
      }
      return json(response, {}, 404);
    });
    const clock = createManualClock(NOW);
    const steady = createManualClock(0);
    const source = createUnlocksSource({
      url: server.baseUrl,
      clock,
      steady,
      log: createLog('silent'),
      meter: createUpstreamMeter('unlocks'),
      config: { ...UNLOCKS_V1, budget: 1000 },
    });
    onEnd(async () => source.close());
    const step = async (): Promise<void> => {
      const before = server.asked.length;
      steady.moveTo(steady.now() + DAY_MS);
      await vi.waitFor(() => expect(server.asked.length).toBeGreaterThan(before));
      await settled();
    };
    const unlocks = source.feeds.unlocks!;
    const known = async (asOf: number): Promise<unknown> => {
      const answer = await unlocks.pull({ asOf });
      return answer.ok
        ? answer.value.rows.schedules.map(({ coin, knownAt, tranches }) => [coin, knownAt, tranches[0]!.tokens])
        : answer.error;
    };
    expect(await known(NOW)).toMatchObject({ code: 'stale_source', isWarming: true });
    await source.start();
    await vi.waitFor(() => expect(server.asked).toHaveLength(1));
    await settled();
    await step();
    await step();
    expect(await known(NOW)).toEqual([['whitebit', NOW, 120]]);
    expect(await known(NOW - 1)).toEqual([]);
    clock.moveTo(NOW + DAY_MS);
    await step();
    await step();
    // The same as before: known since the first time.
    expect(await known(NOW + DAY_MS)).toEqual([['whitebit', NOW, 120]]);
    tokens = 99;
    for (let i = 0; i < 3; i++) await step();
    expect(await known(NOW + DAY_MS)).toEqual([['whitebit', NOW + DAY_MS, 99]]);
    expect(server.asked.map(({ url }) => url)).toContain('/emissions/gone');
  });
});
