/** WebAssembly of this engine, and instances of a module from text. */

import { bytesOf } from './hexadecimal.ts';

/** Memory of an instance. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** Address of a column in memory. */
export interface Address {
  readonly value: number;
}

/** The part of the global `WebAssembly` in use: the language's own library has no types for it. */
export interface Engine {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly memory: Memory } };
}

declare const WebAssembly: Engine;

/** @internal exported for tests. @throws {ReferenceError} without WebAssembly. */
export const engineHere = (): Engine => WebAssembly;

/**
 * Instantiates a module and returns its exports.
 *
 * @param text module bytes in hexadecimal.
 * @throws when the engine has no WebAssembly, lacks SIMD, or a policy forbids it.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the exports of its module
export function exportsOf<T>(engine: () => Engine, text: string): T & { readonly memory: Memory } {
  const { Module, Instance } = engine();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module of this text exports them
  return new Instance(new Module(bytesOf(text))).exports as T & { readonly memory: Memory };
}
