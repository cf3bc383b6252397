/** The repository as its tests see it: packages, manifests and files. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = dirname(dirname(fileURLToPath(import.meta.url)));

export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  /** By import path: `.` and `./sub`. */
  readonly exports?: Readonly<
    Record<string, { readonly source: string; readonly types: string; readonly default: string }>
  >;
  readonly main?: string;
  readonly types?: string;
  readonly typesVersions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

export interface Workspace {
  /** Name of the folder below `packages/`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
}

/** Every package, by folder name. */
export function workspaces(): readonly Workspace[] {
  return readdirSync(join(ROOT, 'packages'))
    .filter((folder) => existsSync(join(ROOT, 'packages', folder, 'package.json')))
    .toSorted()
    .map((folder) => ({ folder, manifest: readManifest(`packages/${folder}/package.json`) }));
}

/** Files below `folder` whose names end with `ending`, as paths from the root with forward slashes; not those of others. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path, ending);
      return path.endsWith(ending) ? [path] : [];
    });
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
