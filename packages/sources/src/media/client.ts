/** Requests of the source of media volume. */

import type { Upstream } from '../upstream/ask.ts';
import type { Answered } from '../upstream/payload/parsed.ts';
import { textPayload } from '../upstream/payload/text-payload.ts';
import type { MediaConfig } from './config.ts';
import { mentionsReader, newestFile, pathOfFile } from './payloads.ts';

/** Requests the text that names the newest file. */
export async function askNewest(on: Upstream): Promise<Answered<string>> {
  return on.request({
    path: '/lastupdate.txt',
    weight: 1,
    priority: 'live',
    format: 'text',
    schema: textPayload,
    maxBytes: 16_384,
    refusalOf: (body) => (newestFile(body) === undefined ? String(body).slice(0, 80) : undefined),
  });
}

/** Requests a file. @param isNew whether it is the newest file, which takes priority over past files. */
export async function askFile(
  on: Upstream,
  time: number,
  isNew: boolean,
  config: MediaConfig,
): Promise<Answered<string>> {
  return on.request({
    path: pathOfFile(time),
    weight: 1,
    priority: isNew ? 'live' : 'bulk',
    schema: textPayload,
    reader: () => mentionsReader(config),
    maxBytes: config.maxBytes,
  });
}
