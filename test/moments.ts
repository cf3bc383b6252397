/** One law over all answers: what an answer was made from is not younger than the answer, and the answer not than now. */

/** Fields that say when a part was known, beside `generated_at`. */
const PARTS = ['as_of', 'price_as_of', 'prices_as_of', 'funding_oi_as_of'];

const momentOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : NaN;

/**
 * Faults of the moments of an answer, one a line.
 *
 * @param now epoch ms, of the clock that the service goes by.
 */
export function momentFaults(body: unknown, now: number): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((one: unknown) => momentFaults(one, now));
  if (typeof body !== 'object' || body === null) return [];
  const of = new Map<string, unknown>(Object.entries(body));
  const inner = [...of.values()].flatMap((one) => momentFaults(one, now));
  const built = momentOf(of.get('generated_at'));
  if (Number.isNaN(built)) return inner;
  const late = PARTS.filter((name) => momentOf(of.get(name)) > built).map(
    (name) => `${name} ${String(of.get(name))} is after generated_at ${String(of.get('generated_at'))}`,
  );
  return [
    ...inner,
    ...late,
    ...(built > now ? [`generated_at ${String(of.get('generated_at'))} is after ${now}`] : []),
  ];
}
