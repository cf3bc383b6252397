import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { DAY_MS } from './interval.ts';
import { zoneMoment, type Zone } from './zone-moment.ts';

const NAMES: Readonly<Record<Zone, string>> = { new_york: 'America/New_York', frankfurt: 'Europe/Berlin' };

function wallOf(zone: Zone, time: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: NAMES[zone],
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return format.format(time);
}

describe('zoneMoment', () => {
  it('is the moment at which the time zone database shows that time, 2007 to 2037', () => {
    const days = fc.integer({ min: Date.UTC(2007, 0) / DAY_MS, max: Date.UTC(2037, 11) / DAY_MS });
    const zones = fc.constantFrom<Zone>('new_york', 'frankfurt');
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 0, max: 1439 }), (zone, number, minutes) => {
        const date = new Date(number * DAY_MS).toISOString().slice(0, 10);
        // The hour of a change is there twice, or not at all.
        fc.pre(minutes < 60 || minutes >= 180);
        const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        expect(wallOf(zone, zoneMoment(zone, number * DAY_MS, minutes))).toBe(`${date} ${clock}`);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[Zone, string, readonly (readonly [number, string])[]]>([
    // The hour from 02:00 is skipped: it maps to the hour after.
    [
      'new_york',
      '2026-03-08',
      [
        [119, '06:59'],
        [120, '06:00'],
        [179, '06:59'],
        [180, '07:00'],
      ],
    ],
    [
      'frankfurt',
      '2026-03-29',
      [
        [119, '00:59'],
        [120, '00:00'],
        [179, '00:59'],
        [180, '01:00'],
      ],
    ],
    // The hour before 02:00, in Frankfurt before 03:00, occurs twice: the first is that of summer.
    [
      'new_york',
      '2026-11-01',
      [
        [59, '04:59'],
        [60, '05:00'],
        [119, '05:59'],
        [120, '07:00'],
      ],
    ],
    [
      'frankfurt',
      '2026-10-25',
      [
        [119, '23:59'],
        [120, '00:00'],
        [179, '00:59'],
        [180, '02:00'],
      ],
    ],
  ])('%s turns its clocks on %s at the minute of the law', (zone, date, moments) => {
    const utc = (minutes: number): string => new Date(zoneMoment(zone, Date.parse(date), minutes)).toISOString();
    expect(moments.map(([minutes]) => utc(minutes).slice(11, 16))).toEqual(moments.map(([, moment]) => moment));
  });

  it.each<[Zone, string, number, string]>([
    ['new_york', '2026-03-07', 510, '2026-03-07T13:30'],
    ['new_york', '2026-03-08', 510, '2026-03-08T12:30'],
    ['new_york', '2026-11-01', 840, '2026-11-01T19:00'],
    ['frankfurt', '2026-03-28', 960, '2026-03-28T15:00'],
    ['frankfurt', '2026-03-29', 960, '2026-03-29T14:00'],
    ['frankfurt', '2026-10-25', 960, '2026-10-25T15:00'],
  ])('%s on %s at minute %i', (zone, date, minutes, moment) => {
    expect(new Date(zoneMoment(zone, Date.parse(date), minutes)).toISOString().slice(0, 16)).toBe(moment);
  });
});
