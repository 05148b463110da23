import { readFileSync } from 'node:fs'
import type { Abi } from 'viem'
import type { Bytecode } from '../../deployments/bytecode/Bytecode.ts'
import { BaseError } from '../../protocol/index.ts'
import { contracts, libraries } from './contracts.ts'

export type Compiled = Bytecode & { readonly abi: Abi }

/** A contract as the compiler left it in artifacts/. */
export function readCompiled(name: string): Compiled {
  const source = contracts[name] ?? libraries[name]
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
