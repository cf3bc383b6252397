/** Distinctive values of answers, which can be recognised in other answers. */

/** A value with its place in the answer: indexes of lists are `[]`. */
export interface Placed {
  readonly path: string;
  readonly value: string;
}

/** Digits from which on a number is taken for one of its own. */
const DIGITS = 7;
/** Whole numbers from here on may be moments, epoch ms. */
const MOMENTS = 1e11;

/** Shares of few: 92 of 365 days, in parts or percent, stand in many answers by chance. */
const FEW = 1000;

function isShareOfFew(value: number): boolean {
  return [value, value / 100].some((share) => {
    for (let few = 1; few <= FEW; few++) if (Math.abs(share * few - Math.round(share * few)) < 1e-10 * few) return true;
    return false;
  });
}

/** A number of many digits that is no moment and no share of few, or a hash or an address; undefined: it may stand anywhere by chance. */
export function distinctive(value: unknown): string | undefined {
  if (typeof value === 'string') return /^(?:0x)?[0-9a-f]{16,}$/i.test(value) ? value.toLowerCase() : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (Number.isInteger(value) && Math.abs(value) >= MOMENTS) return undefined;
  const digits = Math.abs(value).toExponential().replace(/e.*/, '').replace('.', '');
  return digits.length < DIGITS || isShareOfFew(value) ? undefined : String(Math.abs(value));
}

/** Distinctive values of a JSON answer. Their sign means nothing: a short is a negative long. */
export function valuesOf(json: unknown, path = ''): readonly Placed[] {
  if (Array.isArray(json)) return json.flatMap((one) => valuesOf(one, `${path}[]`));
  if (typeof json === 'object' && json !== null) {
    return Object.entries(json).flatMap(([name, one]) => [
      // names of records may be addresses
      ...(distinctive(name) === undefined ? [] : [{ path: `${path}.#`, value: name.toLowerCase() }]),
      ...valuesOf(one, `${path}.${/^[a-z][a-z0-9_]*$/.test(name) ? name : '*'}`),
    ]);
  }
  const value = distinctive(json);
  return value === undefined ? [] : [{ path, value }];
}

/** Place of all values of a text. */
export const TEXT = '(text)';

/** Distinctive values of a text: CSV, NDJSON, Markdown, HTML. */
export function valuesOfText(text: string): readonly Placed[] {
  const found = text.match(/0x[0-9a-f]{16,}|(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])/gi) ?? [];
  return found.flatMap((word) => {
    const value = distinctive(word.toLowerCase().startsWith('0x') ? word : Number(word));
    return value === undefined ? [] : [{ path: TEXT, value }];
  });
}

/** Values that occur once. */
export function onceIn(placed: readonly Placed[]): readonly Placed[] {
  const counts = new Map<string, number>();
  for (const { value } of placed) counts.set(value, (counts.get(value) ?? 0) + 1);
  return placed.filter(({ value }) => counts.get(value) === 1);
}
