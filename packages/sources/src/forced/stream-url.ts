/** Address of a stream that stands below the base of the requests. */

/** @param url base of the requests, `http` or `https`. @param path begins with a slash. */
export function streamBelow(url: string, path: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}${path}`;
}
