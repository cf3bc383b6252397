/// <reference types="node" />

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, daily, run, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

describe('--out', () => {
  it('writes the file whole, and nothing to standard output', async () => {
    const path = put('X.csv', csv(daily));
    const args = ['signum', path, '--rows', 'all', '--format', 'csv'];
    const target = put('scores.csv', 'what was there before');
    const { code, out } = await run([...args, '--out', target]);
    expect([code, out]).toStrictEqual([0, '']);
    expect(readFileSync(target, 'utf8')).toBe((await run(args)).out);
    expect(readdirSync(folder.path()).sort()).toStrictEqual(['X.csv', 'scores.csv']);
  });

  it('leaves what was there when the input is bad', async () => {
    const target = put('scores.csv', 'what was there before');
    const { code } = await run(['signum', put('X.csv', 'nonsense'), '--out', target]);
    expect(code).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('what was there before');
    expect(readdirSync(folder.path()).sort()).toStrictEqual(['X.csv', 'scores.csv']);
  });

  it('says when the file cannot be written, and leaves no half of it', async () => {
    const path = put('X.csv', csv(daily));
    const nowhere = folder.path('nowhere', 'scores.csv');
    expect(await run(['signum', path, '--out', nowhere])).toStrictEqual({
      code: 2,
      out: '',
      err: `error: ${nowhere}: expected a file that can be written, got ENOENT\n`,
    });
    mkdirSync(folder.path('taken'));
    const taken = await run(['signum', path, '--out', folder.path('taken')]);
    expect(taken).toMatchObject({ code: 2, out: '' });
    expect(readdirSync(folder.path()).sort()).toStrictEqual(['X.csv', 'taken']);
  });
});
