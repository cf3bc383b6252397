/** Rule for all answers: inputs are not newer than the answer, and the answer is not newer than now. */

/** Fields with the time of a part, besides `generated_at`. */
const PARTS = ['as_of', 'price_as_of', 'prices_as_of', 'funding_oi_as_of'];

const momentOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : NaN;

/**
 * Violations of the time rule in an answer, one per line.
 *
 * @param now time of the service's clock, epoch ms.
 */
export function momentFaults(body: unknown, now: number): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((item: unknown) => momentFaults(item, now));
  if (typeof body !== 'object' || body === null) return [];
  const fields = new Map<string, unknown>(Object.entries(body));
  const inner = [...fields.values()].flatMap((item) => momentFaults(item, now));
  const built = momentOf(fields.get('generated_at'));
  if (Number.isNaN(built)) return inner;
  const late = PARTS.filter((name) => momentOf(fields.get(name)) > built).map(
    (name) => `${name} ${String(fields.get(name))} is after generated_at ${String(fields.get('generated_at'))}`,
  );
  return [
    ...inner,
    ...late,
    ...(built > now ? [`generated_at ${String(fields.get('generated_at'))} is after ${now}`] : []),
  ];
}
