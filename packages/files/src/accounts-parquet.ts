/** Reads positions from Parquet: a row per position, known columns only. */

import { err, shown, type DataProblem, type Result } from '@barograph/core';
import type { AsyncBuffer } from 'hyparquet';
import { ACCOUNT_FIELDS, accountField, type AccountField } from './account-fields.ts';
import { AccountRows, type AccountCells } from './account-rows.ts';
import type { AccountsFile } from './accounts-file.ts';
import { parquetProblem } from './parquet-fault.ts';
import { readFooter } from './parquet-footer.ts';
import { groupsOf, readGroup } from './parquet-groups.ts';

/** Reads a Parquet file. A file that cannot be decoded is a problem. */
export async function readAccountsParquet(
  buffer: AsyncBuffer,
  file: string,
): Promise<Result<AccountsFile, DataProblem>> {
  try {
    const rows = new AccountRows();
    const problem = await addGroups(buffer, rows);
    return problem === undefined ? rows.finish(file, { time: null, coins: [] }) : err({ file, ...problem });
  } catch (error) {
    return err({ file, ...parquetProblem(error, 'damaged rows') });
  }
}

async function addGroups(buffer: AsyncBuffer, rows: AccountRows): Promise<DataProblem | undefined> {
  const { metadata, elements } = await readFooter(buffer);
  const columns = elements.map(({ name }) => name);
  const used = columns.flatMap((name) => {
    const field = accountField(name);
    return field === undefined ? [] : [{ name, field }];
  });
  const problem = wrongHeader(
    used.map(({ field }) => field),
    columns,
  );
  if (problem !== undefined) return problem;
  const names = used.map(({ name }) => name);
  for (const place of groupsOf(metadata)) {
    const data = await readGroup(buffer, metadata, place, names, { whole: names });
    for (let i = 0; i < place.end - place.start; i++) {
      const cells: Partial<Record<AccountField, unknown>> = {};
      for (const [at, { field }] of used.entries()) cells[field] = data[at]![i] ?? null;
      const wrong = rows.add(cells satisfies AccountCells);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

function wrongHeader(fields: readonly AccountField[], columns: readonly string[]): DataProblem | undefined {
  const got = shown(columns.join(', '));
  const missing = ACCOUNT_FIELDS.find((field) => !fields.includes(field));
  if (missing !== undefined) {
    const expected = `columns ${ACCOUNT_FIELDS.join(', ')}`;
    return { code: 'missing_column', column: missing, expected, got };
  }
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice === undefined) return undefined;
  return { code: 'missing_column', column: twice, expected: 'a column there once', got };
}
