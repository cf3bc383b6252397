/** Five years of minutes read from CSV and Parquet: processor time of all threads against pandas and DuckDB. */

import { readBars } from '@barograph/files';
import { join } from 'node:path';
import { openDuck } from '../duckdb.ts';
import { inFolder, MINUTES, minutes, writeCsv, writeSnappy } from './minutes.ts';
import { foundPandas, present } from './peers.ts';
import { ratio, type Row } from './row.ts';
import { leastOf, processorHere, type Contender } from './turns.ts';

const ROUNDS = 9;
const UNIT = 'ns a row';

/** The row. */
export const FILES: Row = {
  key: 'files',
  title: 'files in',
  run: async () =>
    inFolder(async (folder) => {
      const [csv, parquet] = [join(folder, 'minutes.csv'), join(folder, 'minutes.parquet')];
      const duck = await openDuck().catch(() => undefined);
      const { peers, missing } = present({ pandas: foundPandas() });
      const pandas = peers.get('pandas');
      await writeCsv(csv, minutes());
      await writeSnappy(parquet, csv, duck);
      const contenders: Contender[] = [ours('CSV', csv), ours('Parquet', parquet)];
      if (pandas !== undefined) {
        contenders.push({ name: 'CSV, pandas', once: async () => (await pandas.ask(`csv ${csv}`))[0]! });
      }
      if (duck !== undefined) {
        contenders.push(
          processorHere('CSV, DuckDB', async () => duck.readBars(`read_csv('${csv}')`, MINUTES)),
          processorHere('Parquet, DuckDB', async () => duck.readBars(`'${parquet}'`, MINUTES)),
        );
      }
      const least = await leastOf(contenders, MINUTES, ROUNDS);
      await pandas?.close();
      duck?.close();
      const against = (name: string, peer: string): number | undefined => ratio(least.get(name), least.get(peer));
      return {
        lines: [
          { title: 'CSV in, processor time against pandas', before: 1.2, goal: 0.5, now: against('CSV', 'CSV, pandas'), unit: '×' }, // prettier-ignore
          { title: 'Parquet in, processor time against DuckDB', before: 7.5, goal: 1.5, now: against('Parquet', 'Parquet, DuckDB'), unit: '×' }, // prettier-ignore
        ],
        figures: [...least].map(([name, value]) => ({ name, value, unit: UNIT })),
        missing: duck === undefined ? [...missing, 'DuckDB: its package does not load'] : missing,
      };
    }),
};

/** Reads twice and times the second read: the peers are warm, and our reader ends after two idle seconds. */
function ours(name: string, path: string): Contender {
  const read = async (): Promise<void> => {
    const bars = await readBars(path);
    if (!bars.ok || bars.value.rows !== MINUTES) throw new Error(`expected ${MINUTES} bars of ${path}`);
  };
  const { once } = processorHere(name, read);
  return { name, once: async () => (await read(), once()) };
}
