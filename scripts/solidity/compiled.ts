import { readFileSync } from 'node:fs'
import type { Abi } from 'viem'
import type { Bytecode } from '../../deployments/bytecode/Bytecode.ts'
import { BaseError } from '../../protocol/index.ts'
import { contracts, extensions, libraries } from './contracts.ts'

export type Compiled = Bytecode & { readonly abi: Abi }

/** A contract as the compiler left it in artifacts/. */
export const readCompiled = (name: string): Compiled => readFrom(contracts[name] ?? libraries[name], name)

/**
 * Everything that a contract's address answers, emits and reverts with: its own interface, those of the code that it runs on
 * its own storage, and the events and errors of the libraries it is linked with.
 */
export function interfaceOf(name: string): Abi {
  const { abi, linkReferences } = readCompiled(name)
  const linked = Object.values(linkReferences).flatMap((file) => Object.keys(file))
  const items = [
    ...abi,
    ...Object.entries(extensions[name] ?? {}).flatMap(([one, source]) => readFrom(source, one).abi),
    ...linked.flatMap((one) => readCompiled(one).abi.filter(({ type }) => type !== 'function')),
  ]
  return [...new Map(items.map((item) => [signatureOf(item), item])).values()]
}

function signatureOf(item: Abi[number]): string {
  const inputs = 'inputs' in item ? item.inputs.map(({ type }) => type) : []
  return `${item.type} ${'name' in item ? item.name : ''}(${inputs.join()})`
}

function readFrom(source: string | undefined, name: string): Compiled {
  const file = new URL(`../../artifacts/${source}/${name}.json`, import.meta.url)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new NotCompiledError(name, cause)
  }
}

export class NotCompiledError extends BaseError {
  override readonly name = 'Solidity.NotCompiledError'
  constructor(contract: string, cause: unknown) {
    super(`Cannot find a compiled ${contract} in artifacts/.`, {
      metaMessages: ['Run `npm run build` first.'],
      cause,
    })
  }
}
