import { posix } from 'node:path'
import { folderOf, type SourceFile, type Violation } from './files.ts'
import { importsOf } from './imports.ts'

/** What Solidity may import, by folder: paths of the project, and packages. dependency-cruiser reads no Solidity. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contracts: ['contracts/', '@openzeppelin/'],
  // The forwarder that a local chain needs is Chainlink's.
  'contracts/local': ['contracts/', '@openzeppelin/', '@chainlink/'],
}

/** Imports of contracts that lead to tests, to another package, or from a contract to what only local chains have. */
export function solidityArrows(files: readonly SourceFile[]): Violation[] {
  const contracts = files.filter(({ path }) => path.endsWith('.sol') && folderOf(path) === 'contracts')
  return contracts.flatMap((file) => {
    const isLocal = file.path.startsWith('contracts/local/')
    const room = isLocal ? 'contracts/local' : 'contracts'
    return importsOf(file).flatMap(({ target = '', line }) => {
      const to = target.startsWith('.') ? posix.join(posix.dirname(file.path), target) : target
      const isAllowed = allowed[room]!.some((start) => to.startsWith(start))
      const isKeptApart = isLocal || !to.startsWith('contracts/local/')
      if (isAllowed && isKeptApart) return []
      return [{ path: file.path, line, rule: 'arrow', message: `${room}/ must not import ${to}` }]
    })
  })
}
