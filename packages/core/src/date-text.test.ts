import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOrder, needsOrder, parseDate, type DateOrder } from './date-text.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const two = (value: number): string => String(value).padStart(2, '0');
const minute = fc
  .integer({ min: Date.UTC(2009, 0, 1) / 6e4, max: Date.UTC(2099, 11, 31) / 6e4 })
  .map((each) => each * 6e4);

/** Spellings of a minute, UTC. */
const SPELLINGS: Readonly<Record<string, (date: Date) => string>> = {
  ISO: (date) => date.toISOString(),
  slashes: (d) =>
    `${d.getUTCFullYear()}/${d.getUTCMonth() + 1}/${d.getUTCDate()} ${d.getUTCHours()}:${two(d.getUTCMinutes())}`,
  dots: (d) =>
    `${d.getUTCFullYear()}.${two(d.getUTCMonth() + 1)}.${two(d.getUTCDate())} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:00`,
  compact: (d) => d.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
  digits: (d) => d.toISOString().replaceAll(/[-:T]|\.\d+Z/g, ''),
  mail: (d) => d.toUTCString(),
  American: (d) =>
    `${MONTHS[d.getUTCMonth()]} ${d.getUTCDate()}, ${d.getUTCFullYear()} ${d.getUTCHours() % 12 || 12}:${two(d.getUTCMinutes())} ${d.getUTCHours() < 12 ? 'AM' : 'PM'}`,
  British: (d) =>
    `${d.getUTCDate()} ${MONTHS[d.getUTCMonth()]!.slice(0, 3)} ${d.getUTCFullYear()} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`,
  Oracle: (d) =>
    `${two(d.getUTCDate())}-${MONTHS[d.getUTCMonth()]!.slice(0, 3).toUpperCase()}-${d.getUTCFullYear()} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:00`,
  'with a zone': (d) => `${new Date(d.getTime() + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')} +0530`,
  'with nanoseconds': (d) => d.toISOString().replace('Z', '000000'),
  'UTC behind it': (d) => `${d.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
};

describe('parseDate', () => {
  it.each(Object.entries(SPELLINGS))('reads %s', (_, spell) => {
    fc.assert(
      fc.property(minute, (time) => {
        expect(parseDate(spell(new Date(time)))).toBe(time);
      }),
    );
  });

  it('reads the hours of CryptoDataDownload', () => {
    expect(parseDate('2020-01-01 12-AM')).toBe(Date.UTC(2020, 0, 1));
    expect(parseDate('2020-01-01 03-PM')).toBe(Date.UTC(2020, 0, 1, 15));
  });

  it('reads days and months as numbers in the order that it is told, and not without one', () => {
    fc.assert(
      fc.property(
        minute,
        fc.constantFrom<DateOrder>('dmy', 'mdy'),
        fc.constantFrom('/', '.', '-'),
        (time, order, mark) => {
          const d = new Date(time);
          const [day, month] = [two(d.getUTCDate()), two(d.getUTCMonth() + 1)];
          const parts = order === 'dmy' ? [day, month] : [month, day];
          const text = `${[...parts, d.getUTCFullYear()].join(mark)} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`;
          expect(needsOrder(text)).toBe(true);
          expect(parseDate(text, order)).toBe(time);
          expect(parseDate(text)).toBeNaN();
          expect(dateOrder([text])).toBe(d.getUTCDate() > 12 ? order : undefined);
        },
      ),
    );
  });

  it('knows no order of dates that contradict each other', () => {
    expect(dateOrder(['13/01/2024', '01/13/2024'])).toBeUndefined();
  });

  it.each([
    '',
    'soon',
    '2024',
    '2024-13-01',
    '30 Feb 2024',
    '20240230',
    '2024-01-01 25:00',
    'Foo 12, 2024',
    '2024-01-01 13:00 PM',
    '2024-01-01 12:00 EST',
    '31/31/2024',
  ])('does not read %j', (text) => {
    expect(parseDate(text, 'dmy')).toBeNaN();
  });
});
