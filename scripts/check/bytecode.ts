import { compiler as recorded } from '../../deployments/bytecode/compiler.ts'
import { sourcesHash } from '../solidity/sources.ts'

/** Whether deployments/bytecode was made from the contracts as they are. A test compiles them and compares the bytes. */
if (sourcesHash() === recorded.sources) {
  console.log('deployments/ belongs to the contracts as they are')
} else {
  console.error(
    'contracts/ or the compiler has changed since deployments/bytecode was written: run `npm run abi`.',
  )
  process.exitCode = 1
}
