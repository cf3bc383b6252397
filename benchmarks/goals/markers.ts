/** Generated parts of documents. */

const begin = (name: string): string => `<!-- ${name}: begin -->`;
const end = (name: string): string => `<!-- ${name}: end -->`;

/**
 * Replaces the text between the markers of a name.
 *
 * @throws when a marker is missing, occurs twice, or the markers are in the wrong order.
 */
export function between(document: string, name: string, lines: readonly string[]): string {
  const [from, to] = [begin(name), end(name)];
  const isOnce = [from, to].every((marker) => document.split(marker).length === 2);
  if (!isOnce || document.indexOf(from) > document.indexOf(to)) throw new Error(`expected ${from} and ${to} once each`);
  const [head, tail] = [document.split(from)[0]!, document.split(to)[1]!];
  return `${head}${from}\n\n${lines.join('\n')}\n\n${to}${tail}`;
}
