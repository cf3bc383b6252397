import { QuantError, type DataProblem, type Result } from '@barograph/core';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import * as files from './index.ts';

type Read = (...args: readonly unknown[]) => Promise<unknown>;

const readers = Object.entries(files).flatMap(([name, value]): readonly (readonly [string, Read])[] =>
  /^read(?!Deadline)/.test(name) && typeof value === 'function' ? [[name, value as Read]] : [],
);
const twins = new Map(readers.filter(([name]) => name.endsWith('OrThrow')));
const plain = readers.filter(([name]) => !name.endsWith('OrThrow'));

describe('the readers that throw', () => {
  it('are one for each reader that returns a result', () => {
    expect(plain.length).toBeGreaterThan(10);
    expect([...twins.keys()].toSorted()).toEqual(plain.map(([name]) => `${name}OrThrow`).toSorted());
  });

  it.each(plain)('%s: throws what the result says', async (name, read) => {
    const source = () => (name.includes('Stream') ? Readable.from(['nothing of the kind\n']) : 'no-such-place');
    const entry = { id: 'nowcast', version: '1', file: 'x', sha256: '', bytes: 1, schema: 's' };
    const second = name === 'readArtifact' ? entry : name.includes('Stream') ? 'stdin' : undefined;
    const result = (await read(source(), second)) as Result<unknown, DataProblem>;
    const twin = twins.get(`${name}OrThrow`)!;
    if (result.ok) {
      // this one has nothing to say of a file that it cannot read
      expect([name, await twin(source(), second)]).toEqual(['readTakerBuy', result.value]);
    } else {
      await expect(twin(source(), second)).rejects.toBeInstanceOf(QuantError);
      await expect(twin(source(), second)).rejects.toMatchObject({ code: result.error.code });
    }
  });

  it('give the value', async () => {
    const stream = Readable.from(['timestamp,open,high,low,close,volume\n2024-01-01,1,2,1,2,9\n']);
    expect(await files.readBarsStreamOrThrow(stream, 'stdin')).toMatchObject({ rows: 1 });
  });
});
