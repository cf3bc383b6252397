/** Archive files for purchase and download: found by parameters, opened by an expiring signed link. */

import {
  ARCHIVE_EDGE_V1,
  ARCHIVE_FILE_TYPES,
  ARCHIVE_TYPES,
  problem,
  unknownLink,
  type ArchiveFile,
  type ArchiveFiles,
  type FileAsked,
  type FileTicket,
  type LinkedFiles,
} from '@barograph/contract';
import type { Clock } from '@barograph/sources';
import type { LinkSigner } from '../producers/link-secret.ts';
import type { ArchivedFile, Rates } from '@barograph/store';
import type { ArchiverConfig } from './config.ts';
import { yesterday } from './days.ts';
import { hasEnded, hasMade, madeFile, type MakerParts } from './made-files.ts';
import { isSecondName, whole } from './snapshot-day.ts';
import type { SnapshotType } from './snapshot-types.ts';
import { signalOf } from './cancelled.ts';
import { readVerified } from './verified.ts';

const PATH = '/api/v1/backtesting/archives/file';

export interface FilesParts extends MakerParts {
  readonly types: ReadonlyMap<string, SnapshotType>;
  readonly signer: LinkSigner;
  /** Machine time, by which links expire, epoch ms. */
  readonly wall: Clock;
  readonly publicUrl: () => string;
  /** Rate limit of a link, like that of a key. */
  readonly rates: Pick<Rates, 'take'>;
  readonly config: ArchiverConfig;
}

const formatOf = (file: string): 'parquet' | 'json' => (file.endsWith('.json') ? 'json' : 'parquet');

/** Files and the bytes behind their links. */
export function createFiles(parts: FilesParts): ArchiveFiles & LinkedFiles {
  const { archives, timeline, types, signer, rates, wall, config } = parts;
  const signed = ({ file, expires }: { readonly file: string; readonly expires: number }): string =>
    `${PATH}|${file}|${expires}`;

  /** File of one day, as written. */
  const dayFile = async ({ type, parameters }: FileAsked): Promise<ArchivedFile | undefined> => {
    const { exchange = '', date = '', snapshot_type: kind } = parameters;
    const symbol = kind === undefined ? parameters.symbol : isSecondName(types, kind) ? whole(types, kind) : kind;
    if (!hasEnded(date, parts.now())) return undefined;
    const [file] = await archives.list({ timeline, type, exchange, symbol, from: date, to: date });
    return file;
  };
  const isMade = ({ type }: FileAsked): boolean => {
    const { parameters }: { readonly parameters: readonly string[] } = ARCHIVE_TYPES[type];
    return !parameters.includes('symbol') && type !== 'snapshots' ? true : parameters.includes('month');
  };

  const isOpen = async ({ file, expires, signature }: FileTicket): Promise<boolean> =>
    (await signer.isSigned(signed({ file, expires }), signature)) && expires * 1000 > wall.now();

  return {
    has: async (request) => (isMade(request) ? hasMade(parts, request) : (await dayFile(request)) !== undefined),
    find: async (request, cancelled): Promise<ArchiveFile | undefined> => {
      const file = isMade(request) ? await madeFile(parts, request, signalOf(cancelled)) : await dayFile(request);
      if (file === undefined) return undefined;
      const { file: name, bytes, rows, sha256 } = file;
      return { name, bytes, rows, sha256, format: formatOf(name) };
    },
    newest: async (type) => {
      const date = (await archives.days(timeline, type, yesterday(parts.now()))).at(-1);
      if (date === undefined) return undefined;
      const [file] = await archives.list({ timeline, type, from: date, to: date });
      if (file === undefined) return undefined;
      const { exchange, symbol } = file;
      const own: Readonly<Record<string, string>> = { exchange, symbol, date, snapshot_type: symbol };
      const { parameters } = ARCHIVE_TYPES[type];
      return { type, parameters: Object.fromEntries(parameters.map((name) => [name, own[name]])) };
    },
    link: async ({ name: file }) => {
      const expires = Math.floor(wall.now() / 1000) + config.linkSeconds;
      const signature = await signer.sign(signed({ file, expires }));
      const query = new URLSearchParams({ file, expires: String(expires), signature });
      const base = parts.publicUrl().replace(/\/$/, '');
      return { url: `${base}${PATH}?${query.toString()}`, expiresAt: expires * 1000 };
    },
    refuse: async (ticket) => {
      if (!(await isOpen(ticket))) return unknownLink();
      const taken = await rates.take(`link ${ticket.signature}`, ARCHIVE_EDGE_V1, wall.now());
      if (taken.ok) return undefined;
      const message = 'This link was used too often at once.';
      return problem('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(taken.waitMs / 1000)) });
    },
    open: async (ticket, cancelled) => {
      if (!(await isOpen(ticket))) return undefined;
      const { file: name } = ticket;
      const file = await archives.named(timeline, name);
      if (file === undefined) return undefined;
      const bytes = await readVerified(parts.blobs, file, signalOf(cancelled));
      const format = formatOf(name);
      const packed = format === 'parquet' ? ({ isPacked: true } as const) : {};
      return { kind: 'bytes', bytes, type: ARCHIVE_FILE_TYPES[format], ...packed };
    },
  };
}
