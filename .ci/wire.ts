/** Digests of the wire: what a release froze, and what the frozen OpenAPI document says now. */

import { createHash } from 'node:crypto';

/** Structure of an OpenAPI document. */
export interface WireDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** A digest for each path and each component, by name. */
export type WireDigests = Readonly<Record<string, string>>;

/** The digests of a document, so that a difference has a name. Its version alone is no difference. */
export function wireDigests({ paths, components }: WireDocument): WireDigests {
  const digested = (kind: string, parts: Readonly<Record<string, object>>): [string, string][] =>
    Object.entries(parts).map(([name, part]) => [
      `${kind} ${name}`,
      createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 16),
    ]);
  return Object.fromEntries([
    ...digested('path', paths),
    ...Object.entries(components).flatMap(([kind, parts]) => digested(kind, parts)),
  ]);
}

/** Names that differ between two wires, in order. */
export function wireDifference(one: WireDigests, other: WireDigests): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]).sort();
}
