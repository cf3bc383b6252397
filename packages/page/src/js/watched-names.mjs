/** Watched symbols as stored by a browser. */

/** Most coins that are kept. */
export const MOST = 100;
const LONGEST = 40;

/** Parses a stored list of names; empty when invalid. */
export function namesOf(text) {
  try {
    const names = JSON.parse(text);
    const isName = (name) => typeof name === 'string' && name !== '' && name.length <= LONGEST;
    return Array.isArray(names) ? [...new Set(names.filter(isName))].slice(0, MOST) : [];
  } catch {
    return [];
  }
}
