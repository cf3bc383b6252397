/** Frames of events: encoded once; the same bytes are written to every client. */

import { datasetOfWire, eventOfLog } from '@barograph/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { StoredEvent } from '@barograph/store';
import type { Frame } from '@barograph/runtime';

const compiled = new WeakMap<TSchema, Validator>();

/** Checks a value against a schema that is compiled at first use: interpreting it costs more than the frame. */
function isOf(schema: TSchema, value: unknown): boolean {
  let validator = compiled.get(schema);
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)));
  return validator.Check(value);
}

/**
 * Encodes a stored event.
 * @throws {UsageError} when the log contains an event that is not of this version.
 */
export function frameOf(stored: StoredEvent): Frame {
  const wire = eventOfLog(stored, isOf);
  const head = `id: ${stored.id}\ndata: `;
  const bytes = Buffer.from(`${head}${JSON.stringify(wire)}\n\n`);
  const { id, ts, recvTs, usd } = stored;
  const { type, symbol } = wire;
  const dataset = datasetOfWire(wire);
  return { id, ts, recvTs, type, symbol, usd, dataset, bytes, json: [head.length, bytes.length - 2] };
}

/** A message that is not a log event: it has a name and no id. */
export function message(event: string, data: object): Buffer {
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** The JSON text of a frame's event. */
export function jsonOf({ bytes, json }: Frame): string {
  return bytes.toString('utf8', ...json);
}

/**
 * Joins frames of one log. Clients at the same position request the same frames one after the other, so the last join
 * is cached. Ids have no gaps: first id, last id and count identify the frames.
 */
export function createJoiner(): (frames: readonly Frame[]) => Buffer {
  let firstId = 0;
  let lastId = 0;
  let bytes = Buffer.alloc(0);
  return (frames) => {
    const [first, last] = [frames[0]!, frames.at(-1)!];
    if (frames.length === 1) return first.bytes;
    if (last.id - first.id + 1 !== frames.length) return Buffer.concat(frames.map((frame) => frame.bytes));
    if (first.id !== firstId || last.id !== lastId) {
      [firstId, lastId] = [first.id, last.id];
      bytes = Buffer.concat(frames.map((frame) => frame.bytes));
    }
    return bytes;
  };
}
