/** One field of the host's configuration: its flag, its variable, what it takes, and what it means. */

/** One field of the table. */
export interface Field<Value> {
  readonly flag: string;
  readonly env: string;
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

/** @param name as the configuration has it; the flag and the variable follow from it. */
export function field<Value>(name: string, rest: Omit<Field<Value>, 'flag' | 'env'>): Field<Value> {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { flag: `--${words}`, env: `BAROGRAPH_${words.replaceAll('-', '_').toUpperCase()}`, ...rest };
}
