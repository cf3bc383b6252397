/** Registry of the kinds of blocks. */

import type { BlockKind } from '@barograph/store';
import { say, type Io } from '../io.ts';
import { codeVersion } from './code-version.ts';
import { bytesOf, valueOf, type Kind, type OpenedKind } from './kind.ts';

/** Kind with unknown types. */
type AnyKind = Kind<unknown, unknown, unknown>;

export type KindName = 'pull' | 'walk-forward';

/** Modules by name. */
const KINDS: Readonly<Record<KindName, () => Promise<unknown>>> = {
  pull: async () => (await import('../pull/pull-block.ts')).PULL_BLOCK,
  'walk-forward': async () => (await import('./walk-forward-block.ts')).WALK_FORWARD_BLOCK,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a batch names a kind and has the inputs of that kind
const loadKind = async (name: KindName): Promise<AnyKind> => (await KINDS[name]()) as AnyKind;

const versionOf = (kind: AnyKind, code: string): string => `${kind.version}, ${code}`;

/** Version that workers must have. */
export async function kindVersion(name: KindName): Promise<string> {
  return versionOf(await loadKind(name), await codeVersion());
}

/** All kinds as a worker runs them, and a function that closes what the last batch opened. */
export async function workerKinds(io: Io): Promise<{
  readonly kinds: ReadonlyMap<string, BlockKind>;
  readonly close: () => Promise<void>;
}> {
  const code = await codeVersion();
  let last: { readonly shared: Uint8Array; readonly opened: OpenedKind<unknown, unknown> } | undefined;
  const close = async (): Promise<void> => {
    await last?.opened.close?.();
    last = undefined;
  };
  const kinds = new Map<string, BlockKind>();
  for (const name of Object.keys(KINDS)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the registry
    const kind = await loadKind(name as KindName);
    kinds.set(name, {
      version: versionOf(kind, code),
      run: async (shared, bytes, block) => {
        const input = valueOf<unknown>(bytes);
        const fault = kind.fault(input);
        if (fault !== undefined) throw new Error(fault);
        say(io, `${block}: begun`);
        if (last?.shared !== shared) {
          await close();
          last = { shared, opened: await kind.open(io, valueOf(shared)) };
        }
        const result = bytesOf(await last.opened.run(input));
        say(io, `${block}: done, ${result.length} bytes`);
        return result;
      },
    });
  }
  return { kinds, close };
}
