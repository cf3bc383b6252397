/** Digests of the wire: of a release, and of the current OpenAPI document. */

import { createHash } from 'node:crypto';

/** Structure of an OpenAPI document. */
export interface WireDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** A digest for each path and each component, by name. */
export type WireDigests = Readonly<Record<string, string>>;

/** Digests of a document by path and component, which name a difference. The version is excluded. */
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
export function wireDifference(a: WireDigests, b: WireDigests): readonly string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name] !== b[name]).sort();
}
