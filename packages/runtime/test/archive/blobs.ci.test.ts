/** Places of files: a folder, and a bucket of a server that speaks S3. */

import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { library } from '../../../../test/apart.ts';
import { bucketBlobs, bucketOf } from '../../src/archive/bucket-blobs.ts';
import type { Blobs } from '../../src/archive/blobs.ts';
import { folderBlobs } from '../../src/archive/folder-blobs.ts';
import { archivePlace, openBlobs } from '../../src/archive/open-blobs.ts';

let folder: string;
/** The part of s3rver in use. */
interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
let server: S3Server;
const places = new Map<string, Blobs>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barograph-blobs-'));
  const directory = join(folder, 's3');
  const { default: S3rver } = await library<{ readonly default: new (options: object) => S3Server }>(
    '.ci/peers',
    's3rver',
  );
  server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'archive', configs: [] }] });
  const { port } = await server.run();
  const env = {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  places.set('a folder', folderBlobs(join(folder, 'files')));
  places.set('a bucket', bucketBlobs(bucketOf('s3://archive/days')!, env));
  places.set('no bucket', bucketBlobs(bucketOf('s3://nowhere/days')!, env));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe.each(['a folder', 'a bucket'])('files in %s', (name) => {
  it('come back as they were written, and nothing else does', async () => {
    const blobs = places.get(name)!;
    const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 256);
    await blobs.put('klines/perpdex/2026-03-30/k%2FPEPE.abc.parquet', bytes);
    const back = await blobs.get('klines/perpdex/2026-03-30/k%2FPEPE.abc.parquet');
    expect(Buffer.from(back!).equals(bytes)).toBe(true);
    await blobs.put('empty.json', new Uint8Array(0));
    expect((await blobs.get('empty.json'))?.length).toBe(0);
    await blobs.put('empty.json', bytes.slice(0, 9));
    expect((await blobs.get('empty.json'))?.length).toBe(9);
    expect(await blobs.get('klines/nothing.parquet')).toBeUndefined();
    for (const bad of ['../x', 'a/../x', '/x', 'a//b', 'a/.', '']) {
      await expect(blobs.get(bad)).rejects.toThrow('"name" expected a path');
      await expect(blobs.put(bad, bytes)).rejects.toThrow('"name" expected a path');
    }
    await expect(blobs.get('empty.json', AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});

describe('the place of an archive', () => {
  it('fails where its bucket is not there, instead of having no files', async () => {
    await expect(places.get('no bucket')!.get('empty.json')).rejects.toThrow(/bucket/i);
  });

  it('is a folder, a bucket, or nowhere', () => {
    expect(archivePlace('s3://b')).toBeUndefined();
    expect(archivePlace('ftp://bucket/a')).toBeUndefined();
    expect(bucketOf('s3://bucket')).toEqual({ bucket: 'bucket', prefix: '' });
    expect(openBlobs('s3://bucket/a/b/', {})?.place).toBe('s3://bucket/a/b/');
    expect(openBlobs('data/archive', {})?.place).toBe('data/archive');
    expect(openBlobs('off', {})).toBeUndefined();
  });
});
