/** Archive files in a bucket of S3 or a compatible server. The client is loaded on first use. */

import type { S3Client } from '@aws-sdk/client-s3';
import { checkedName, type Blobs } from './blobs.ts';

/** Bucket and prefix of `s3://bucket/prefix`; undefined for other texts. */
export function bucketOf(place: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(place);
  if (match === null) return undefined;
  const prefix = match[2] ?? '';
  return { bucket: match[1]!, prefix: prefix === '' ? '' : `${prefix}/` };
}

/**
 * Files below a prefix of a bucket. Keys, region and endpoint come from the standard environment variables of S3 clients:
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`.
 */
export function bucketBlobs(
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  env: Readonly<Record<string, string | undefined>>,
): Blobs {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  const own =
    accessKeyId === undefined || secretAccessKey === undefined ? {} : { credentials: { accessKeyId, secretAccessKey } };
  let opened: Promise<S3Client> | undefined;
  const client = async (): Promise<S3Client> => {
    opened ??= import('@aws-sdk/client-s3').then(
      (sdk) =>
        new sdk.S3Client({
          ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
          region: env['AWS_REGION'] ?? 'us-east-1',
          ...own,
          // Servers other than Amazon's store the trailer of an unknown checksum as part of the file.
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
        }),
    );
    return opened;
  };
  return {
    place: `s3://${bucket}/${prefix}`,
    put: async (name, bytes) => {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      const Key = `${prefix}${checkedName(name)}`;
      await (await client()).send(new PutObjectCommand({ Bucket: bucket, Key, Body: bytes }));
    },
    get: async (name, signal) => {
      const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3');
      const Key = `${prefix}${checkedName(name)}`;
      const how = signal === undefined ? {} : { abortSignal: signal };
      try {
        const { Body } = await (await client()).send(new GetObjectCommand({ Bucket: bucket, Key }), how);
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
