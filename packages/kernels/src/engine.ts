/** WebAssembly of this engine, and a module of it from text. */

import { bytesOf } from './hexadecimal.ts';

/** Memory of an instance. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** Address of a column in the memory. */
export interface Address {
  readonly value: number;
}

/** As much of the global as is used: the language's own library has no types of it. */
export interface Engine {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly memory: Memory } };
}

declare const WebAssembly: Engine;

/** @internal exported for tests. @throws {ReferenceError} where there is no WebAssembly. */
export const engineHere = (): Engine => WebAssembly;

/**
 * Exports of a new instance of a module.
 *
 * @param text its bytes in hexadecimal.
 * @throws where the engine has no WebAssembly, or refuses the module for want of SIMD or by a policy.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a caller knows what its module exports
export function exportsOf<T>(engine: () => Engine, text: string): T & { readonly memory: Memory } {
  const { Module, Instance } = engine();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module of this text exports them
  return new Instance(new Module(bytesOf(text))).exports as T & { readonly memory: Memory };
}
