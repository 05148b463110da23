import { type Fault, faultKinds } from '../../../don/faults.ts'
import { UsageError } from '../../terminal/failure.ts'

/** `1=byzantine`, `2=slow:500`: what is wrong with which node. */
export function faultsOf(texts: readonly string[], nodes: number): Record<number, Fault> {
  return Object.fromEntries(texts.map((text) => faultOf(text, nodes)))
}

function faultOf(text: string, nodes: number): [number, Fault] {
  const [, node, kind, ms] = /^(\d{1,3})=([a-z]+)(?::(\d{1,6}))?$/.exec(text) ?? []
  const known = faultKinds.find((one) => one === kind)
  if (node === undefined || known === undefined || (known === 'slow') !== (ms !== undefined)) {
    throw new UsageError(`--fault ${text} is not understood.`, {
      metaMessages: ['Give a node and its fault: 1=byzantine, 1=silent, 1=restarting, 1=slow:500.'],
    })
  }
  if (Number(node) >= nodes) throw new UsageError(`There is no node ${node}: they are counted from 0.`)
  return [Number(node), known === 'slow' ? { kind: known, ms: Number(ms) } : { kind: known }]
}
