/// <reference types="node" />

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timelineOf } from '../src/timeline.ts';

const NONE = { liveUrl: undefined, data: undefined, spot: undefined, repair: false, seed: 'a' };
let folder = '';

describe('the timeline', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'barograph-timeline-'));
    writeFileSync(join(folder, 'BTC.csv'), 'x');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('of a venue is that of its address', async () => {
    const live = { ...NONE, liveUrl: 'http://venue' };
    expect(await timelineOf(live)).toMatch(/^live-[\da-f]{16}$/);
    expect(await timelineOf(live)).toBe(await timelineOf({ ...live, seed: 'b' }));
    expect(await timelineOf(live)).not.toBe(await timelineOf({ ...live, liveUrl: 'http://other' }));
  });

  it('of the simulator is that of its seed', async () => {
    expect(await timelineOf(NONE)).toBe(await timelineOf({ ...NONE, repair: true }));
    expect(await timelineOf(NONE)).not.toBe(await timelineOf({ ...NONE, seed: 'b' }));
    expect(await timelineOf(NONE)).toMatch(/^simulated-[\da-f]{16}$/);
  });

  it('of simulator/2 is not that of simulator/1, whose states are of other bars', async () => {
    expect(await timelineOf(NONE)).not.toBe('simulated-ac8d8342bbb2362d');
  });

  it('of files is theirs until one of them changes, and depends on where they are used', async () => {
    const files = { ...NONE, data: folder };
    const before = await timelineOf(files);
    expect(await timelineOf({ ...files, seed: 'b' })).toBe(before);
    expect(await timelineOf({ ...NONE, spot: folder })).not.toBe(before);
    expect(await timelineOf({ ...files, repair: true })).not.toBe(before);
    expect(await timelineOf({ ...files, layout: 'klines' })).not.toBe(before);
    appendFileSync(join(folder, 'BTC.csv'), 'y');
    expect(await timelineOf(files)).not.toBe(before);
  });
});
