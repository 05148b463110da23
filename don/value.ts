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
