import { parseArray } from './parseArray.ts'

/** How values read, by the OID of their type; a type that is not here reads as PostgreSQL's own text. */
export type Parser = (text: string) => unknown

const asText: Parser = (text) => text

const scalars: readonly (readonly [oid: number, arrayOid: number, parse: Parser])[] = [
  [16, 1000, (text) => text === 't'],
  // A copy of its own: Buffer's pool would share memory with other values, and a Buffer is not equal to plain bytes.
  [17, 1001, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
  [20, 1016, BigInt],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, (text) => JSON.parse(text)],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1083, 1183, asText],
  [1114, 1115, asText],
  // The session's time zone is UTC: `2026-02-20 23:59:00.5+00`.
  [1184, 1185, (text) => new Date(`${text.slice(0, -3).replace(' ', 'T')}Z`)],
  [1186, 1187, asText],
  [1700, 1231, asText],
  [2950, 2951, asText],
  [3802, 3807, (text) => JSON.parse(text)],
]

export const resultParsers: Readonly<Record<number, Parser>> = Object.fromEntries(
  scalars.flatMap(([oid, arrayOid, parse]) => [
    [oid, parse],
    [arrayOid, (text: string) => parseArray(text, parse)],
  ]),
)

/** What both kinds of session are set to, so that the texts above are the only ones. */
export const sessionSettings = (schema: string): string => `
  set search_path to ${schema};
  set time zone 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set bytea_output to 'hex';
  set extra_float_digits to 1;
  set default_transaction_isolation to 'read committed';
  set client_min_messages to warning;
`
