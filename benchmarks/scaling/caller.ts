/** Calls of one replica in a process of its own, so that every replica has a caller as fast as the others'. */

import { run } from '../http/load.ts';
import { tell } from '../http/process.ts';

const [url = '', keys = '', first = '0', count = '1'] = process.argv.slice(2);
const headers = Array.from({ length: Number(count) }, (_, i) => ({ 'x-api-key': `${keys}${Number(first) + i}` }));
tell({ url }, async ({ connections, ms }) => {
  const of = new URL(url);
  const load = { url: of.origin, path: `${of.pathname}/recent?limit=1`, headers, status: 200 };
  return run({ ...load, connections: Number(connections), ms: Number(ms) });
});
