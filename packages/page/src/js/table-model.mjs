/** Rows of a table: sorted, filtered, and as CSV. A column has `key`, `name` and `value(row)`: number, text or null. */

/** Comparisons of a filter. */
const COMPARE = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
};
const CONDITION = /^([a-z0-9_]+)(>=|<=|>|<|=)(-?\d+(?:\.\d+)?)$/;

const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);

/** Rows sorted by a column; unknown values are last in either direction, equal ones keep their order. */
export function sorted(rows, { value }, isDescending) {
  const sign = isDescending ? -1 : 1;
  const compare = (a, b) =>
    typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b)) : a - b;
  const known = rows.filter((row) => isKnown(value(row)));
  const unknown = rows.filter((row) => !isKnown(value(row)));
  return [...known.sort((a, b) => sign * compare(value(a), value(b))), ...unknown];
}

/** Test of rows for one word of a filter: a condition such as `adx>30` if that column exists, otherwise a substring. */
function testOf(word, columns) {
  const [, key, sign, number] = CONDITION.exec(word) ?? [];
  const column = columns.find((one) => one.key === key);
  if (column !== undefined)
    return (row) => isKnown(column.value(row)) && COMPARE[sign](column.value(row), Number(number));
  return (row) =>
    columns.some(({ value }) => {
      const own = value(row);
      return typeof own === 'string' && own.toLowerCase().includes(word);
    });
}

/** Rows that match every word of a filter. */
export function filtered(rows, columns, text) {
  const tests = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => testOf(word, columns));
  return rows.filter((row) => tests.every((test) => test(row)));
}

/**
 * CSV cell. A text that a spreadsheet would read as a formula gets a leading apostrophe; a number stays a number.
 *
 * @source https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value) {
  if (!isKnown(value)) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = String(value);
  const safe = /^[\s\0]*[=+\-@|%]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV, with the keys of the columns as its head. @source RFC 4180 */
export function csvOf(columns, rows) {
  const lines = [
    columns.map(({ key }) => cell(key)),
    ...rows.map((row) => columns.map(({ value }) => cell(value(row)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
