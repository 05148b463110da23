import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import type { VALUES_PB } from '@chainlink/cre-sdk/pb'
import { Values } from './sdk.ts'

/** What nodes agree on: CRE's own value messages, with one spelling each. */
export type Value = VALUES_PB.Value

export const make = (value: MessageInitShape<typeof Values.ValueSchema>['value']): Value =>
  create(Values.ValueSchema, value === undefined ? {} : { value })

export const list = (fields: Value[]): Value => make({ case: 'listValue', value: { fields } })
export const map = (fields: Record<string, Value>): Value => make({ case: 'mapValue', value: { fields } })
export const int64 = (value: bigint): Value => make({ case: 'int64Value', value })

/** The one spelling of a value. Maps are written in the order their keys were set, so keys are sorted first. */
export const bytesOf = (value: Value): Uint8Array => toBinary(Values.ValueSchema, sorted(value))

export const keyOf = (value: Value): string => Buffer.from(bytesOf(value)).toString('hex')

export function sorted(value: Value): Value {
  switch (value.value.case) {
    case 'mapValue': {
      const entries = Object.entries(value.value.value.fields).sort(([a], [b]) => (a < b ? -1 : 1))
      return map(Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)])))
    }
    case 'listValue':
      return list(value.value.value.fields.map(sorted))
    default:
      return value
  }
}

/** The value as plain data, for people and JSON: whole numbers and bytes as text. */
export function plainOf({ value }: Value): unknown {
  switch (value.case) {
    case undefined:
      return null
    case 'mapValue':
      return Object.fromEntries(
        Object.entries(value.value.fields).map(([key, field]) => [key, plainOf(field)]),
      )
    case 'listValue':
      return value.value.fields.map(plainOf)
    case 'bytesValue':
      return `0x${Buffer.from(value.value).toString('hex')}`
    case 'int64Value':
    case 'uint64Value':
      return String(value.value)
    case 'bigintValue':
      return `${value.value.sign < 0n ? '-' : ''}0x${Buffer.from(value.value.absVal).toString('hex') || '0'}`
    case 'decimalValue':
    case 'timeValue':
      return JSON.parse(
        JSON.stringify(value.value, (_, one) => (typeof one === 'bigint' ? String(one) : one)),
      )
    default:
      return value.value
  }
}
