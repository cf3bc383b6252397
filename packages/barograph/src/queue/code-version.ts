/** Version of the code that computes blocks: Node's version, and a digest of the modules of every Barograph package in use. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Packages beside this one whose code decides the bytes of a result. */
const PACKAGES = [
  'core',
  'files',
  'kernels',
  'indicators',
  'volatility',
  'nowcast',
  'risk',
  'stress',
  'positioning',
  'contract',
  'lab',
  'sources',
  'store',
];

/** Reads every module; two builds of one release differ when their code does. */
export async function codeVersion(): Promise<string> {
  const hash = createHash('sha256');
  for (const url of [import.meta.url, ...PACKAGES.map((name) => urlOf(`@barograph/${name}`))]) {
    const folder = dirname(fileURLToPath(url));
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((one) => /(?<!\.d)\.(?:js|ts)$/.test(one)).toSorted()) {
      hash.update(name.replaceAll('\\', '/')).update(await readFile(join(folder, name)));
    }
  }
  return `node ${process.version}, code ${hash.digest('hex').slice(0, 12)}`;
}

/** Address of the entry of a package. Without an optional package this module's own stands in: no block can use it. */
function urlOf(name: string): string {
  try {
    return import.meta.resolve(name);
  } catch {
    return import.meta.url;
  }
}
