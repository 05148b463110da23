import { create, toBinary } from '@bufbuild/protobuf'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import { ConsensusError } from './disagreement.ts'
import { median } from './median.ts'
import { Sdk } from './sdk.ts'
import * as Value from './value.ts'

/** How N observations become one outcome, as CRE's consensus capability does it. Pure: every node computes it for itself. */
export type Inputs = SDK_PB.SimpleConsensusInputs

/**
 * The outcome of at least 2f + 1 observations. What the nodes were asked to agree on must itself be agreed on by f + 1; nodes
 * that say otherwise are left out. A default replaces any failure.
 */
export function outcomeOf(observations: readonly Inputs[], f: number): Value.Value {
  if (observations.length < 2 * f + 1)
    throw new ConsensusError('insufficient observations to reach consensus')
  const asked = agreedTerms(observations, f)
  const counted = observations.filter((one) => termsKey(one) === termsKey(asked))
  const errors = counted.flatMap(({ observation }) =>
    observation.case === 'error' ? [observation.value] : [],
  )
  const values = counted.flatMap(({ observation }) =>
    observation.case === 'value' ? [observation.value] : [],
  )
  try {
    if (errors.length >= f + 1) {
      const said = errors.join('; ')
      throw new ConsensusError(`received ${errors.length} errors which is >= f+1 (${f + 1}): ${said}`)
    }
    if (asked.descriptors === undefined) throw new ConsensusError('no consensus descriptor')
    return Value.sorted(aggregate(values, asked.descriptors, asked.default, f))
  } catch (error) {
    if (error instanceof ConsensusError && isSet(asked.default)) return Value.sorted(asked.default)
    throw error
  }
}

const isSet = (value: Value.Value | undefined): value is Value.Value => value?.value.case !== undefined

/** Descriptor and default of an observation in one spelling. */
const termsKey = ({ descriptors, default: fallback }: Inputs): string =>
  Buffer.from(
    toBinary(
      Sdk.SimpleConsensusInputsSchema,
      create(Sdk.SimpleConsensusInputsSchema, {
        ...(descriptors === undefined ? {} : { descriptors: sortedDescriptor(descriptors) }),
        ...(isSet(fallback) ? { default: Value.sorted(fallback) } : {}),
      }),
    ),
  ).toString('hex')

function sortedDescriptor(descriptor: SDK_PB.ConsensusDescriptor): SDK_PB.ConsensusDescriptor {
  const { descriptor: what } = descriptor
  if (what.case !== 'fieldsMap') return descriptor
  const entries = Object.entries(what.value.fields).sort(([a], [b]) => (a < b ? -1 : 1))
  const fields = Object.fromEntries(entries.map(([key, field]) => [key, sortedDescriptor(field)]))
  return create(Sdk.ConsensusDescriptorSchema, { descriptor: { case: 'fieldsMap', value: { fields } } })
}

// With n ≤ 3f + 1 two groups of f + 1 are possible; as in the real one, the order of nodes then decides, the same for all.
function agreedTerms(observations: readonly Inputs[], f: number): Inputs {
  const found = observations.find(
    (one) => observations.filter((other) => termsKey(other) === termsKey(one)).length >= f + 1,
  )
  if (found === undefined) throw new ConsensusError('the nodes do not agree on what to agree on')
  return found
}

function aggregate(
  values: readonly Value.Value[],
  descriptor: SDK_PB.ConsensusDescriptor,
  fallback: Value.Value | undefined,
  f: number,
): Value.Value {
  const { descriptor: what } = descriptor
  if (what.case === 'fieldsMap') return byFields(values, what.value.fields, fallback, f)
  if (what.case !== 'aggregation') throw new ConsensusError('unknown consensus descriptor type')
  switch (what.value) {
    case Sdk.AggregationType.MEDIAN:
      return median(values, f)
    case Sdk.AggregationType.IDENTICAL:
      return identical(values, f)
    case Sdk.AggregationType.COMMON_PREFIX:
      return commonPrefix(values, f)
    case Sdk.AggregationType.COMMON_SUFFIX:
      return reversed(commonPrefix(values.map(reversed), f))
    case Sdk.AggregationType.FREQUENCY_LIST:
      return frequencies(values, f)
    default:
      throw new ConsensusError(`unknown aggregation type: ${what.value}`)
  }
}

/** Field by field, in the order of their names; a field that fails takes its own default, or fails the whole. */
function byFields(
  values: readonly Value.Value[],
  fields: Readonly<Record<string, SDK_PB.ConsensusDescriptor>>,
  fallback: Value.Value | undefined,
  f: number,
): Value.Value {
  if (values.length < f + 1) throw new ConsensusError('insufficient observations to reach consensus')
  const fieldOf = (value: Value.Value | undefined, key: string) =>
    value?.value.case === 'mapValue' ? value.value.value.fields[key] : undefined
  const outcome: Record<string, Value.Value> = {}
  for (const key of Object.keys(fields).sort()) {
    const observed = values.flatMap((value) => fieldOf(value, key) ?? [])
    const own = fieldOf(fallback, key)
    try {
      outcome[key] = aggregate(observed, fields[key]!, own, f)
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error
      if (own === undefined) throw new ConsensusError(`aggregation for field failed '${key}': ${error.why}`)
      outcome[key] = own
    }
  }
  return Value.map(outcome)
}

/** The one value that f + 1 nodes spell alike; two such values are as bad as none. */
function identical(values: readonly Value.Value[], f: number): Value.Value {
  const candidates = [...groups(values).values()].filter(({ count }) => count >= f + 1)
  if (candidates.length > 1) throw new ConsensusError('not identical, multiple values with f+1 occurrences')
  if (candidates.length === 0) throw new ConsensusError('no values met f+1 threshold for identical consensus')
  return candidates[0]!.value
}

type Group = { readonly value: Value.Value; readonly count: number }

function groups(values: readonly Value.Value[]): Map<string, Group> {
  const found = new Map<string, Group>()
  for (const value of values.filter(isSet)) {
    const key = Value.keyOf(value)
    found.set(key, { value, count: (found.get(key)?.count ?? 0) + 1 })
  }
  return found
}

/** The longest list that f + 1 nodes began with alike. */
function commonPrefix(values: readonly Value.Value[], f: number): Value.Value {
  let lists = values.flatMap(({ value }) => (value.case === 'listValue' ? [value.value.fields] : []))
  if (lists.length < f + 1) throw new ConsensusError('insufficient observations to reach consensus')
  const common: Value.Value[] = []
  for (;;) {
    const at = common.length
    const present = lists.filter((fields) => fields.length > at)
    const agreed = [...groups(present.map((fields) => fields[at]!)).values()].filter(
      ({ count }) => count >= f + 1,
    )
    if (agreed.length !== 1) return Value.list(common)
    const key = Value.keyOf(agreed[0]!.value)
    lists = present.filter((fields) => Value.keyOf(fields[at]!) === key)
    common.push(agreed[0]!.value)
  }
}

const reversed = (value: Value.Value): Value.Value =>
  value.value.case === 'listValue' ? Value.list([...value.value.value.fields].reverse()) : value

/** Every value with how often it was seen, most frequent first. One node alone can put a value in here. */
function frequencies(values: readonly Value.Value[], f: number): Value.Value {
  const found = [...groups(values)]
  if (values.length < f + 1 || found.length === 0)
    throw new ConsensusError('insufficient observations to reach consensus')
  found.sort(([a, { count: i }], [b, { count: j }]) => j - i || (a < b ? -1 : 1))
  return Value.list(
    found.map(([, { value, count }]) => Value.map({ value, count: Value.int64(BigInt(count)) })),
  )
}
