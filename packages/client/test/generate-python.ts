/** The operations of the Python client, from the operation table of the contract: methods, routes and kinds of columns. */

import { apiDocument, ENDPOINT_LIST, referenceOf, SERVICE, type Endpoint } from '@barograph/contract';
import { argumentOf, docstring, parametersOf, type Argument } from './python-arguments.ts';
import { listsOf, momentNames } from './python-columns.ts';

/** Names that the client has beside its operations. */
const TAKEN = new Set(['call', 'frame', 'study']);

const HEAD = `"""Every operation of the service.

Generated from the operation table of the contract by the build. Do not edit.
"""

# fmt: off
from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, overload

if TYPE_CHECKING:
    from typing_extensions import Literal

    from ._client import Client
    from ._reply import Reply
    from ._stream import Message

#: A moment: ISO-8601, epoch ms, or a datetime with a time zone.
Moment = Union[str, int, datetime.datetime, datetime.date]
#: A text, or a list that is joined by commas.
Texts = Union[str, Sequence[str]]


@dataclass(frozen=True)
class Route:
    """The way to one operation."""

    method: str
    path: str
    kind: str = "json"
    seconds: float = 0.0
    places: Tuple[str, ...] = ()
    query: Tuple[str, ...] = ()
    body: Tuple[str, ...] = ()
`;

interface Method {
  readonly id: string;
  readonly space: string | undefined;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly arguments: readonly Argument[];
  readonly doc: string;
}

const text = (value: string): string => JSON.stringify(value);
const tuple = (values: readonly string[]): string => `(${values.map((one) => `${text(one)},`).join(' ')})`;
const className = (space: string): string =>
  `${space.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Operations`;

/** Methods in the order of the index. @throws {Error} two operations of one name. */
function methodsOf(): readonly Method[] {
  const { paths } = apiDocument();
  const facts = new Map(
    referenceOf(SERVICE).families.flatMap(({ operations }) => operations.map((one) => [one.id, one] as const)),
  );
  const seen = new Set(TAKEN);
  return ENDPOINT_LIST.map(([id, endpoint]) => {
    const [first = '', ...rest] = id.split('.');
    const space = rest.length === 0 ? undefined : first;
    const name = rest.length === 0 ? first : rest.join('_').replaceAll('.', '_');
    const whole = space === undefined ? name : `${space}.${name}`;
    if (seen.has(whole) || (space !== undefined && seen.has(space) && TAKEN.has(space)))
      throw new Error(`"id" expected a name of its own in Python, got ${id}`);
    seen.add(whole);
    const own = parametersOf(paths[endpoint.path]?.[endpoint.method.toLowerCase()], endpoint);
    const fact = facts.get(id);
    if (fact === undefined) throw new Error(`"id" expected an operation of the reference, got ${id}`);
    return { id, space, name, endpoint, arguments: own, doc: docstring(fact, own) };
  });
}

function kindOf({ streaming, fileType }: Endpoint): 'json' | 'file' | 'stream' {
  return streaming === true ? 'stream' : fileType === undefined ? 'json' : 'file';
}

/** Return types of a method, one signature for each format that can be asked for. */
function returnsOf({ endpoint, arguments: own }: Method): readonly (readonly [string, string | undefined])[] {
  if (endpoint.streaming === true) return [['Iterator[Message]', undefined]];
  if (endpoint.method === 'HEAD') return [['None', undefined]];
  if (endpoint.fileType !== undefined) {
    return [[endpoint.fileType.startsWith('text/') ? 'str' : 'Union[bytes, str, Reply]', undefined]];
  }
  const formats = own.find(({ name }) => name === 'format')?.choices ?? [];
  const texts = formats.filter((one) => one !== 'json' && one !== 'parquet');
  if (texts.length === 0) return [['Reply', undefined]];
  const literal = (values: readonly string[]): string => `Literal[${values.map(text).join(', ')}]`;
  return [
    ['Reply', `Optional[${literal(['json'])}] = None`],
    ['str', literal(texts)],
    ...(formats.includes('parquet') ? [['bytes', literal(['parquet'])] as const] : []),
  ];
}

function methodText(method: Method): string {
  const { id, name, endpoint, arguments: own, doc } = method;
  const signature = (returns: string, format?: string): string => {
    const parts = own.map((one) =>
      one.name === 'format' && format !== undefined ? `format: ${format}` : argumentOf(one),
    );
    const places = own.filter(({ where }) => where === 'path').length;
    const keywords = parts.length > places ? ['*', ...parts.slice(places)] : [];
    return `def ${name}(${['self', ...parts.slice(0, places), ...keywords].join(', ')}) -> ${returns}:`;
  };
  const returns = returnsOf(method);
  const overloads =
    returns.length === 1 ? [] : returns.map(([type, format]) => `@overload\n${signature(type, format)} ...`);
  const given = own.map(({ python }) => `${python}=${python}`);
  const call = `self._client.${endpoint.streaming === true ? '_follow' : 'call'}(${[text(id), ...given].join(', ')})`;
  const whole = returns.length === 1 ? signature(returns[0]![0]) : signature('Any');
  const body = `${doc}\n${endpoint.method === 'HEAD' ? call : `return ${call}`}`;
  return [...overloads, `${whole}\n${indented(body)}`].join('\n');
}

const indented = (block: string): string => block.replaceAll(/^(?=.)/gm, '    ');

function classText(space: string, methods: readonly Method[]): string {
  const stream = methods.find(({ endpoint }) => endpoint.streaming === true);
  const parts = [
    `"""Operations of \`\`${space}\`\`."""\n`,
    'def __init__(self, client: Client) -> None:\n    self._client = client\n',
    ...methods.map((one) => `${methodText(one)}\n`),
    // the stream itself is what is asked for most: client.stream(types=["liquidation"])
    ...(stream === undefined ? [] : [`__call__ = ${stream.name}\n`]),
  ];
  return `class ${className(space)}:\n${indented(parts.join('\n'))}`;
}

function routeText({ id, endpoint, arguments: own }: Method): string {
  const names = (where: Argument['where']): string =>
    tuple(own.filter((one) => one.where === where).map(({ name }) => name));
  const { method, path, timeoutSeconds } = endpoint;
  const parts = [
    text(method),
    text(path),
    `kind=${text(kindOf(endpoint))}`,
    ...(timeoutSeconds === undefined ? [] : [`seconds=${timeoutSeconds + 5}`]),
    `places=${names('path')}`,
    `query=${names('query')}`,
    `body=${names('body')}`,
  ];
  return `    ${text(id)}: Route(${parts.filter((one) => !one.endsWith('=()')).join(', ')}),`;
}

/** The generated module of the Python client. */
export function generatedPython(): string {
  const methods = methodsOf();
  const spaces = [...new Set(methods.flatMap(({ space }) => space ?? []))];
  const alone = methods.filter(({ space }) => space === undefined);
  const entry = [
    '"""Operations by their name; the client is one of these."""\n',
    `def __init__(self, client: Client) -> None:\n    self._client = client\n${spaces
      .map((space) => `    self.${space} = ${className(space)}(client)`)
      .join('\n')}\n`,
    ...alone.map((one) => `${methodText(one)}\n`),
  ];
  const lists = methods.flatMap(({ id, endpoint }) => {
    const found = Object.entries(listsOf(endpoint)).map(([name, kinds]) => `${text(name)}: ${text(kinds)}`);
    return found.length === 0 ? [] : [`    ${text(id)}: {${found.join(', ')}},`];
  });
  return [
    HEAD,
    ...spaces.map(
      (space) =>
        `\n${classText(
          space,
          methods.filter((one) => one.space === space),
        )}`,
    ),
    `\nclass Operations:\n${indented(entry.join('\n'))}`,
    `\n#: Method, path and parameters of every operation.\nROUTES: Dict[str, Route] = {\n${methods.map(routeText).join('\n')}\n}\n`,
    `#: Kinds of the columns of every list: see \`\`_frame\`\`.\nLISTS: Dict[str, Dict[str, str]] = {\n${lists.join('\n')}\n}\n`,
    `#: Columns of rows that hold epoch ms.\nMOMENTS = frozenset({${momentNames().map(text).join(', ')}})\n`,
  ].join('\n');
}
