/// <reference types="node" />

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'barograph-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of the compiler over a project that imports the built package and has no types of Node. */
function errorsOf(options: Readonly<Record<string, unknown>>): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  rmSync(join(folder, 'node_modules/@barograph'), { force: true });
  symlinkSync(join(process.cwd(), 'packages'), join(folder, 'node_modules/@barograph'));
  writeFileSync(
    join(folder, 'uses.ts'),
    "import { readBarsOrThrow, readTrades } from '@barograph/files';\nimport { parquetTable } from '@barograph/files/parquet';\n" +
      "export const length: Promise<number> = readBarsOrThrow('x.csv').then(({ candles }) => candles.length);\n" +
      'export const others = [readTrades, parquetTable];\n',
  );
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
  return stdout;
}

describe('types of @barograph/files (needs a build)', () => {
  it.each([{}, { lib: ['ES2023'] }])('compile without @types/node and with skipLibCheck: false, %j', (options) => {
    expect(errorsOf(options)).toBe('');
  });
});
