/** Versions that a replica runs: an earlier commit, the present build, and builds that would come after it. */

import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../../apart.ts';
import { runCommand } from '../../run-command.ts';
import { writeTree } from '../../upgrades/tree.ts';

/** A change of the text of a built module. */
export interface Edit {
  readonly from: string;
  readonly to: string;
}

/** A built host. */
export interface Build {
  /** Name in the record: the commit, or `present`. Newer versions serve as the present one does. */
  readonly name: string;
  /** Folder of its repository. */
  readonly root: string;
  /** Edits of the modules that it loads. */
  readonly edits: readonly Edit[];
}

/** The market clock of all replicas begins with the run, also for a replica that starts later. */
const CLOCK_EDIT: Edit = {
  from: 'monotonic = () => performance.now() } = options;\n  const began = monotonic();',
  to: 'monotonic = () => performance.now() } = options;\n  const began = speed === 1 ? monotonic() : globalThis.historiesBegan;',
};
/** Coins of a run, two with forced closes. More coins would cost time and add no interleavings. */
const COINS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'AVAX', 'AAVE', 'ARB'] as const;
const SMALL_MARKET: Edit = {
  from: '  version: "simulator/2",\n',
  to: `  version: "simulator/2",
  coins: SIMULATOR_V1.coins.filter(({ coin }) => ${JSON.stringify(COINS)}.includes(coin)),
  listings: SIMULATOR_V1.listings.filter(({ coin }) => ${JSON.stringify(COINS)}.includes(coin)),
`,
};
/** Edits of every run; those of a plant follow. */
export const OWN_EDITS: readonly Edit[] = [CLOCK_EDIT, SMALL_MARKET];

/** Tables that newer versions widen in turn. */
const WIDENED = ['keys', 'events', 'webhooks', 'slots', 'payments', 'usage', 'snapshots'] as const;

/** Name of the migration that a newer version adds. @param version 1 for the first version after the present build. */
export const migrationOf = (version: number): string => `9${String(version).padStart(3, '0')}-joined`;

/** Adds the migrations of a newer version to the present build: each adds a nullable column, which older versions ignore. */
export function newerEdit(version: number): Edit {
  const start = 'var OF_SERVICE = {\n';
  const migrations = Array.from({ length: version }, (_, i) => {
    const table = WIDENED[i % WIDENED.length];
    const add = `db.schema.alterTable("${table}").addColumn("joined_${i + 1}", "text").execute()`;
    return `  "${migrationOf(i + 1)}": { up: async (db) => ${add} },\n`;
  });
  return { from: start, to: [start, ...migrations].join('') };
}

/** Builds an earlier commit. @param folder an absent folder. */
export async function buildCommit(commit: string, folder: string): Promise<Build> {
  writeTree(commit, folder);
  const libraries = join(await installed('payments'), 'node_modules');
  if (!existsSync(join(folder, 'payments', 'node_modules'))) {
    symlinkSync(libraries, join(folder, 'payments', 'node_modules'));
  }
  const args = [join('.ci', 'prepare.mjs'), '--no-install'];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: folder });
  if (code !== 0) throw new Error(`expected the sources of ${commit} to build, got ${stdout}${stderr}`);
  return { name: commit, root: folder, edits: OWN_EDITS };
}
