/** The index of archive files: what there is to download, and how to check it. */

import type { Kysely } from 'kysely';
import type { ArchivesTable, Tables } from './schema.ts';

export type ArchiveFile = ArchivesTable;

export interface Archives {
  /** Adds a file, or replaces what is said of it. */
  put(file: ArchiveFile): Promise<void>;
  /** Files of a type within dates (`2026-11-21`, both included), in order of date and name. */
  list(type: string, from?: string, to?: string): Promise<readonly ArchiveFile[]>;
}

export function createArchives(db: Kysely<Tables>): Archives {
  return {
    put: async (file) => {
      const { sha256, bytes, rows } = file;
      await db
        .insertInto('archives')
        .values(file)
        .onConflict((conflict) => conflict.columns(['type', 'date', 'file']).doUpdateSet({ sha256, bytes, rows }))
        .execute();
    },
    list: async (type, from, to) => {
      let query = db.selectFrom('archives').selectAll().where('type', '=', type).orderBy('date').orderBy('file');
      if (from !== undefined) query = query.where('date', '>=', from);
      if (to !== undefined) query = query.where('date', '<=', to);
      return query.execute();
    },
  };
}
