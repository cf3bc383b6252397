/** One field of a host's configuration: its flag, its variable, what it takes, and what it means. */

/** A field before it has a name. */
export interface FieldSpec<Value> {
  /** Notation of the value in the help; a field without one is a switch. */
  readonly shape: string | undefined;
  readonly fallback: Value;
  /** The default in words, where the value itself says too little. */
  readonly fallbackText?: string;
  readonly meaning: string;
  /** Never shown: it carries a password. */
  readonly isSecret?: boolean;
  /** Expected values; part of the error message. */
  readonly expected: string;
  /** undefined when the text is not what is expected. */
  readonly parse: (text: string) => Value | undefined;
}

/** One field of the table. */
export interface Field<Value> extends FieldSpec<Value> {
  readonly flag: string;
  readonly env: string;
}

/** The fields of a configuration. */
export type FieldsOf<Config> = { readonly [Name in keyof Config]: Field<Config[Name]> };

/** The fields of a configuration before they have names. */
export type SpecsOf<Config> = { readonly [Name in keyof Config]: FieldSpec<Config[Name]> };

/**
 * Defines a configuration field.
 * @param name as the configuration has it; the flag and the variable follow from it.
 */
export function field<Value>(name: string, spec: FieldSpec<Value>): Field<Value> {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { flag: `--${words}`, env: `BAROGRAPH_${words.replaceAll('-', '_').toUpperCase()}`, ...spec };
}

/** Fields with the names that they have in the configuration. */
export function named<Config extends object>(specs: SpecsOf<Config>): FieldsOf<Config> {
  const entries = Object.entries<FieldSpec<unknown>>(specs).map(([name, spec]) => [name, field(name, spec)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, each with a name in addition
  return Object.fromEntries(entries) as FieldsOf<Config>;
}
