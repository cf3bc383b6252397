/** Formats numbers and times for axes. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Formats a number with at most `digits` decimals, in groups of three, with a true minus sign. */
export function plain(value: number, digits: number = 2): string {
  const [whole = '', part = ''] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const decimals = part.replace(/0+$/, '');
  const text = decimals === '' ? grouped : `${grouped}.${decimals}`;
  return value < 0 && text !== '0' ? `−${text}` : text;
}

/** Formats a price with the digits that distinguish neighbours at its size. */
export function price(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  return plain(value, size >= 1000 ? 0 : size >= 1 ? 2 : Math.min(12, 2 - Math.floor(Math.log10(size))));
}

/** Formats dollars in a short unit: `1.2 M`. */
export function dollars(value: number): string {
  const units = [
    [1e12, ' T'],
    [1e9, ' B'],
    [1e6, ' M'],
    [1e3, ' k'],
  ] as const;
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${plain(value / size, Math.abs(value / size) >= 100 ? 0 : 1)}${unit}`;
}

/** Formats a share as percent. */
export function percent(share: number): string {
  return `${plain(100 * share, 1)} %`;
}

/** Formats a day: `2024-08-05`. */
export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Formats a UTC time: `2024-08-05 12:00`, or only the day at midnight. */
export function moment(time: number): string {
  const text = new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith('00:00') ? text.slice(0, 10) : text;
}

/** Steps between ticks of a time axis; at 28 days and above they are months. */
const STEPS = [
  HOUR / 4,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  10 * DAY,
  30 * DAY,
  91 * DAY,
  182 * DAY,
  365 * DAY,
  730 * DAY,
  1826 * DAY,
  3652 * DAY,
] as const;

/** Tick of a time axis: two lines, the second with the larger unit where that starts. */
export interface TimeTick {
  readonly time: number;
  readonly text: string;
}

/** Ticks of a UTC time axis, at most `most`, at round times. */
export function timeTicks(from: number, to: number, most: number): readonly TimeTick[] {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? STEPS.at(-1)!;
  const times =
    step < 28 * DAY ? momentsBetween(from, to, step) : monthsBetween(from, to, Math.round(step / (30.4 * DAY)));
  return times.map((time, i) => ({ time, text: tickText(time, step, times[i - 1]) }));
}

/** Times between two bounds. Days restart with each month, so that ticks fall on the same days of each. */
function momentsBetween(from: number, to: number, step: number): readonly number[] {
  const times: number[] = [];
  if (step < 2 * DAY) {
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) times.push(time);
    return times;
  }
  const days = step / DAY;
  for (let time = Math.ceil(from / DAY) * DAY; time <= to; time += DAY) {
    const date = new Date(time).getUTCDate();
    if ((date - 1) % days === 0 && date + days / 2 <= 31) times.push(time);
  }
  return times;
}

function monthsBetween(from: number, to: number, months: number): readonly number[] {
  const times: number[] = [];
  const first = new Date(from);
  const start = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months;
  for (let month = start; ; month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12);
    if (time > to) return times;
    if (time >= from) times.push(time);
  }
}

function tickText(time: number, step: number, before: number | undefined): string {
  const at = new Date(time);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const last = before === undefined ? undefined : new Date(before);
  const isNewYear = last?.getUTCFullYear() !== year;
  if (step >= 360 * DAY) return String(year);
  if (step >= 28 * DAY) return `${MONTHS[month]!}${isNewYear ? `\n${year}` : ''}`;
  if (step >= DAY) return `${date} ${MONTHS[month]!}${isNewYear ? `\n${year}` : ''}`;
  const clock = at.toISOString().slice(11, 16);
  const isNewDay = last?.getUTCDate() !== date;
  return `${clock}${isNewDay ? `\n${date} ${MONTHS[month]!}${isNewYear ? ` ${year}` : ''}` : ''}`;
}
