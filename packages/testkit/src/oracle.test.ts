import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOracles } from './oracle.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-oracle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const whole = { oracle: 'pencil 1', tolerance: { rel: 0, abs: 0 }, why: 'whole numbers', input: [1, 2], expected: 3 };

/** Writes a folder of cases and returns its name. */
function written(algo: string, cases: Readonly<Record<string, unknown>>): string {
  mkdirSync(join(folder, algo));
  for (const [file, content] of Object.entries(cases)) writeFileSync(join(folder, algo, file), JSON.stringify(content));
  return algo;
}

describe('loadOracles', () => {
  it('reads the cases of a folder in order, and nothing else that lies there', () => {
    const algo = written('sum', { 'case-b.json': whole, 'case-a.json': whole, 'notes.json': {} });
    expect(loadOracles<number[], number>(algo, folder)).toEqual([
      { ...whole, file: 'case-a.json' },
      { ...whole, file: 'case-b.json' },
    ]);
  });

  it('refuses a folder without cases, and one that is not there', () => {
    expect(() => loadOracles(written('empty', {}), folder)).toThrow(
      /"empty" expected files named case-\*\.json, got none/,
    );
    expect(() => loadOracles('absent', folder)).toThrow(/ENOENT/);
  });

  it('looks below fixtures/oracles of the repository when no folder is named', () => {
    expect(() => loadOracles('absent')).toThrow(/ENOENT.*[\\/]fixtures[\\/]oracles[\\/]absent/);
    expect(() => loadOracles('absent')).not.toThrow(/packages/);
  });

  it.each(['oracle', 'why', 'input', 'expected', 'tolerance'] as const)('refuses a case without "%s"', (key) => {
    const algo = written(`no-${key}`, { 'case-1.json': { ...whole, [key]: undefined } });
    expect(() => loadOracles(algo, folder)).toThrow(new RegExp(`case-1\\.json "${key}" expected a (text|value)`));
  });

  it('refuses a tolerance that leaves out a name', () => {
    const algo = written('half', { 'case-1.json': { ...whole, tolerance: { rel: 0 } } });
    expect(() => loadOracles(algo, folder)).toThrow(/"abs" expected a finite number ≥ 0, got undefined/);
  });
});
