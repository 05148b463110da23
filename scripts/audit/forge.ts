import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compiler } from '../solidity/compiler.ts'
import { compile } from './compile.ts'

/**
 * `forge build` as a command, as far as halmos calls it: compiles the symbolic tests of a project and writes them as forge would.
 * The prover reads artifacts only, so nothing else of forge is needed.
 */
const folder = 'test/contracts/symbolic'
/** What the proofs are linked with. */
const linked = 'contracts/libraries'
const root = process.argv[process.argv.indexOf('--root') + 1] ?? '.'
const out = join(root, 'build/symbolic')

const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.sol'))
const output = compile({
  language: 'Solidity',
  sources: Object.fromEntries(
    files.map((file) => [`${folder}/${file}`, { content: readFileSync(join(root, folder, file), 'utf8') }]),
  ),
  settings: {
    ...compiler.settings,
    outputSelection: {
      '*': {
        '*': [
          'abi',
          'metadata',
          'storageLayout',
          'evm.bytecode',
          'evm.deployedBytecode',
          'evm.methodIdentifiers',
        ],
        '': ['ast'],
      },
    },
  },
})

const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
for (const { formattedMessage } of errors) process.stderr.write(formattedMessage)
if (errors.length > 0) process.exit(1)

rmSync(out, { recursive: true, force: true })
for (const [path, contracts] of Object.entries(output.contracts)) {
  if (!path.startsWith(folder) && !path.startsWith(linked)) continue
  const to = join(out, basename(path))
  mkdirSync(to, { recursive: true })
  const { id, ast } = output.sources[path]!
  for (const [name, { abi, metadata, evm, storageLayout }] of Object.entries(contracts)) {
    const { bytecode, deployedBytecode, methodIdentifiers } = evm as Record<string, { object: string }>
    const prefixed = (code: { object: string } | undefined) => ({ ...code, object: `0x${code?.object}` })
    writeFileSync(
      join(to, `${name}.json`),
      JSON.stringify({
        ...{ abi, ast, id, methodIdentifiers, storageLayout },
        bytecode: prefixed(bytecode),
        deployedBytecode: prefixed(deployedBytecode),
        metadata: JSON.parse(metadata),
      }),
    )
  }
}
