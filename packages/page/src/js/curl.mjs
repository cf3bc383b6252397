/** A question of the page as a terminal command. It never contains the reader's key. */

/** Placeholder of the key, which the shell expands. */
export const KEY_PLACE = '$BAROGRAPH_KEY';

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Builds the command.
 *
 * @param base address of the page, whose settings and secrets are dropped; @param path of the operation below
 * `/api/v1`, or absolute with a leading `/`
 */
export function curlOf(base, path) {
  const { origin, pathname } = new URL(base);
  const folder = origin + pathname.replace(/[^/]*$/, '');
  if (path.startsWith('/')) return `curl ${quoted(folder + path.slice(1))}`;
  return `curl -H "X-Api-Key: ${KEY_PLACE}" ${quoted(`${folder}api/v1/${path}`)}`;
}

/** Copies a text. @returns whether it worked: a page on an insecure origin has no clipboard */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
