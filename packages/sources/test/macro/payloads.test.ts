/** Answers of the publishers of moods and macro series: recorded ones, and what must not get through. */

import { DAY_MS } from '@barograph/core';
import { MACRO_TERMS_V1, soundDays, type DayValue } from '@barograph/files';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEcb } from '../../src/macro/ecb.ts';
import { parseFredCsv } from '../../src/macro/fred.ts';
import { isoDay } from '../../src/macro/iso-day.ts';
import { alternativePayload, cmcPayload, moodRefusal, parseMood } from '../../src/mood/payloads.ts';
import { parseReleaseDates, releaseDatesPayload } from '../../src/macro/release-dates.ts';
import { parseTreasury } from '../../src/macro/treasury.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';

const FOLDER = '../shared/data/api';
const without = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 600;
const NOW = Date.UTC(2026, 10, 22);
const recorded = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function mood(body: unknown, drift: string[] = []) {
  const made = shape(alternativePayload, structuredClone(body), (field) => void drift.push(field));
  return made.ok ? parseMood(made.value) : undefined;
}
function taken<T>(made: { ok: true; value: T } | { ok: false; error: string }): T {
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const written = {
  name: 'Fear and Greed Index',
  data: [
    { value: '69', value_classification: 'Greed', timestamp: '1788825600', time_until_update: '2723' },
    { value: '71', value_classification: 'Greed', timestamp: '1788739200' },
  ],
  metadata: { error: null },
};

describe('an index of fear and greed', () => {
  it('is of texts and seconds; what cannot be is reported', () => {
    const drift: string[] = [];
    expect(mood(written, drift)).toEqual({
      rows: [
        [1_788_825_600_000, 69],
        [1_788_739_200_000, 71],
      ],
      fault: undefined,
    });
    expect(drift).toEqual([]);
    const bad = mood({ data: [{ value: '101', timestamp: '1' }, { value: 'x', timestamp: '1' }, { value: '5' }] })!;
    expect(bad.rows).toEqual([]);
    expect(bad.fault).toContain('data[0].value expected a number within 0…100, got "101"');
    expect(mood({ data: {} })).toBeUndefined();
    expect(moodRefusal({ data: [], metadata: { error: 'slow down' } })).toBe('"slow down"');
    expect(moodRefusal({ status: { error_code: '1001', error_message: 'no key' } })).toBe('no key');
    expect(moodRefusal({ status: { error_code: 0 } })).toBeUndefined();
    expect(moodRefusal(written)).toBeUndefined();
    const cmc = shape(
      cmcPayload,
      { data: [{ timestamp: '1726617600', value: 38, value_classification: 'Fear' }] },
      () => undefined,
    );
    expect(cmc.ok && parseMood(cmc.value).rows).toEqual([[1_726_617_600_000, 38]]);
  });

  it.skipIf(without)('is read from the recorded answers', () => {
    expect(
      mood(JSON.parse(recorded('alternative_me/fng_limit2__2026-09-08.json')))!.rows.map(([, value]) => value),
    ).toEqual([69, 71]);
    const many = mood(JSON.parse(recorded('alternative_me/RECONSTRUCTED_fng_limit30.json')))!;
    expect(many.fault).toBeUndefined();
    expect(many.rows).toHaveLength(30);
  });

  it('of any changed body either is refused or has readings that can be', () => {
    const random = seeded('mood');
    for (let i = 0; i < MUTANTS; i++) {
      for (const [time, value] of mood(mutate(written, random).body)?.rows ?? []) {
        expect(time % 1 === 0 && value >= 0 && value <= 100).toBe(true);
      }
    }
  });
});

const CSV = 'observation_date,DGS10\n2026-11-17,4.10\n2026-11-18,.\n2026-11-19,\n2026-11-20,4.28\n';

describe('a series of FRED', () => {
  it('has dots and empty cells on holidays, and either name of its first column', () => {
    const rows = taken(parseFredCsv(CSV, 'DGS10'));
    expect(rows.map(({ day, value }) => [isoOf(day), value])).toEqual([
      ['2026-11-17', 4.1],
      ['2026-11-20', 4.28],
    ]);
    expect(taken(parseFredCsv('DATE,DGS10\r\n2026-11-17,4.10\r\n', 'DGS10'))).toHaveLength(1);
  });

  it.each([
    ['a page', '<html><body>busy</body></html>'],
    ['another series', CSV.replace('DGS10', 'DGS2')],
    ['nothing', ''],
    ['a third column', 'observation_date,DGS10\n2026-11-17,4.1,5\n'],
  ])('is refused as %s', (_, text) => {
    expect(parseFredCsv(text, 'DGS10').ok).toBe(false);
  });

  it('has dates that exist alone', () => {
    expect(
      [isoDay('2026-02-28'), isoDay('2026-02-30'), isoDay('2026-2-3'), isoDay(' 2026-02-03')].map(Number.isNaN),
    ).toEqual([false, true, true, true]);
    const payload = {
      release_dates: [{ release_id: 10, date: '2027-01-13' }, { date: '2027-01-13' }, { date: 7 }, {}],
    };
    const made = shape(releaseDatesPayload, payload, () => undefined);
    expect(made.ok && parseReleaseDates(made.value)).toEqual(['2027-01-13']);
  });
});

const TREASURY = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns:d="d" xmlns:m="m" xmlns="http://www.w3.org/2005/Atom"><entry><content type="application/xml"><m:properties>
<d:NEW_DATE m:type="Edm.DateTime">2026-08-11T00:00:00</d:NEW_DATE><d:BC_1_5MONTH m:type="Edm.Double">3.82</d:BC_1_5MONTH>
<d:BC_2YEAR m:type="Edm.Double">4.22</d:BC_2YEAR><d:BC_10YEAR m:type="Edm.Double" m:null="true" /></m:properties></content></entry></feed>`;

describe('XML of the Treasury and of the ECB', () => {
  it('is read by its text beside attributes, one entry as well as many', () => {
    expect(taken(parseTreasury(TREASURY))).toEqual({ us_2y: [{ day: Date.UTC(2026, 7, 11), value: 4.22 }] });
  });

  it.skipIf(without)('is read from the recorded answers [#192]', () => {
    const yields = taken(parseTreasury(recorded('us_treasury/daily_treasury_yield_curve__2026-08.xml')));
    expect(Object.keys(yields).toSorted()).toEqual(['us_10y', 'us_2y', 'us_30y', 'us_3m', 'us_5y']);
    expect(yields.us_10y!.map(({ day, value }) => [isoOf(day), value])[0]).toEqual(['2026-08-11', 4.7]);
    expect(yields.us_3m![0]!.value).toBe(3.89);
    expect(taken(parseEcb(recorded('ecb/success.xml')))).toEqual({
      eur_usd: [{ day: Date.UTC(2015, 0, 7), value: 1.1831 }],
    });
    const { eur_usd: past = [] } = taken(parseEcb(recorded('ecb/historical.xml')));
    expect(past.length).toBeGreaterThan(60);
    expect(past[0]).toEqual({ day: Date.UTC(2016, 7, 24), value: 1.1268 });
    let dropped = 0;
    expect(soundDays('eur_usd', past, NOW, () => dropped++)).toHaveLength(past.length);
    expect(dropped).toBe(0);
  });

  it.each([
    ['an entity of its own', `<!DOCTYPE feed [<!ENTITY a "aaaa">]>${TREASURY}`],
    ['many entities', `<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><feed>&c;</feed>`],
    ['a page', '<html><body>busy</body></html>'],
    ['no XML', '{"a":1}'],
    ['nothing', ''],
    ['a depth that would fill the stack', '<a>'.repeat(200_000)],
  ])('is refused with %s', (_, text) => {
    expect(parseTreasury(text).ok).toBe(false);
    expect(parseEcb(text).ok).toBe(false);
  });

  it('of any cut or changed text has values that can be, or none', () => {
    const random = seeded('xml');
    const pieces = ['<', '>', '"', '/', '4', '.', '-', 'e9', '\u0000', ' ', '<entry>', '&lt;', '<![CDATA['];
    for (let i = 0; i < MUTANTS; i++) {
      const at = Math.floor(random() * TREASURY.length);
      const piece = pieces[Math.floor(random() * pieces.length)]!;
      const text = TREASURY.slice(0, at) + piece + TREASURY.slice(at + Math.floor(random() * 9));
      const made = parseTreasury(text);
      if (!made.ok) continue;
      for (const [name, rows] of Object.entries(made.value) as ['us_2y', readonly DayValue[]][]) {
        const [low, high] = MACRO_TERMS_V1.series[name].range;
        for (const { day, value } of soundDays(name, rows, NOW, () => undefined)) {
          expect(day % DAY_MS === 0 && day <= NOW && value >= low && value <= high).toBe(true);
        }
      }
    }
  });
});
