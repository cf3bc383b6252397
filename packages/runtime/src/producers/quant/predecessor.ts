/** Backfills history from an older listing of the coin. */

import { joinProvenance } from '@barograph/contract';
import type { NowcastHistory } from '@barograph/nowcast';
import { firstPublished, type Past } from './past.ts';

/**
 * Prepends the predecessor's past: hours of the predecessor up to the first that the past may publish, then the past itself.
 * Each part uses bars of one listing, so no feature spans the seam, where volumes have a different
 * scale.
 *
 * @returns only the past when its predecessor has no publishable hour before it.
 */
export function joinedPast(predecessor: Past | undefined, past: Past): Past {
  const from = firstPublished(past);
  const start = predecessor === undefined ? undefined : firstPublished(predecessor);
  if (predecessor === undefined || start === undefined || from === undefined || start >= from) return past;
  const count = predecessor.rows.time.findIndex((time) => time >= from);
  const before = count === -1 ? predecessor.rows.length : count;
  const own = past.published.indexOf(1);
  const numbers = (name: Table, width: number): Float64Array => {
    const [left, right] = [predecessor.rows[name].subarray(0, before * width), past.rows[name].subarray(own * width)];
    const all = new Float64Array(left.length + right.length);
    all.set(left);
    all.set(right, left.length);
    return all;
  };
  const bytes = <Column extends Int8Array | Uint8Array>(all: Column, left: Column, right: Column): Column => {
    all.set(left.subarray(0, before));
    all.set(right.subarray(own), before);
    return all;
  };
  const length = before + past.rows.length - own;
  const width = past.rows.now.length / past.rows.length;
  const rows: NowcastHistory = {
    length,
    time: numbers('time', 1),
    label: bytes(new Int8Array(length), predecessor.rows.label, past.rows.label),
    confidence: numbers('confidence', 1),
    rawConfidence: numbers('rawConfidence', 1),
    now: numbers('now', width),
    h4: numbers('h4', width),
    h24: numbers('h24', width),
  };
  return {
    rows,
    published: bytes(new Uint8Array(length), predecessor.published, past.published),
    provenance: joinProvenance([...past.provenance, ...predecessor.provenance]),
  };
}

type Table = 'time' | 'confidence' | 'rawConfidence' | 'now' | 'h4' | 'h24';
