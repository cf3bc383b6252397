/** Stream addresses below a base URL. */

/** Replaces `http` by `ws` and appends a path. @param url base URL, `http` or `https`. @param path begins with a slash. */
export function streamBelow(url: string, path: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}${path}`;
}
