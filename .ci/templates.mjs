// @ts-check
/** The folder in which a run of the tests keeps the database clusters that its servers begin as. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs once before the tests. @returns what runs after them */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-clusters-'));
  chmodSync(folder, 0o711); // the database of a test that runs as root belongs to another user
  process.env['CLUSTER_TEMPLATES'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
