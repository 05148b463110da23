import { compile, version } from './compile.ts'

/**
 * `solc` as a command, as far as slither calls it: `--version`, and `--combined-json` of one file. The analyser reads syntax trees,
 * so no code is made.
 */
const args = process.argv.slice(2)

if (args.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else if (args.includes('--combined-json')) {
  process.stdout.write(combined(args.find((word) => word.endsWith('.sol'))!))
} else {
  process.stderr.write('This solc knows --version and --combined-json only.\n')
  process.exitCode = 2
}

function combined(file: string): string {
  const output = compile({
    language: 'Solidity',
    sources: { [file]: { urls: [file] } },
    settings: {
      outputSelection: { '*': { '*': ['abi', 'userdoc', 'devdoc', 'evm.methodIdentifiers'], '': ['ast'] } },
    },
  })
  for (const { severity, formattedMessage } of output.errors ?? [])
    if (severity === 'error') process.stderr.write(formattedMessage)
  const noCode = { bin: '', 'bin-runtime': '', srcmap: '', 'srcmap-runtime': '' }
  const contracts = Object.entries(output.contracts ?? {}).flatMap(([path, ones]) =>
    Object.entries(ones).map(([name, { abi, userdoc, devdoc, evm }]) => [
      `${path}:${name}`,
      { abi, userdoc, devdoc, hashes: evm.methodIdentifiers, ...noCode },
    ]),
  )
  const sources = Object.entries(output.sources ?? {}).map(([path, { ast }]) => [path, { AST: ast }])
  return JSON.stringify({
    contracts: Object.fromEntries(contracts),
    sources: Object.fromEntries(sources),
    sourceList: Object.keys(output.sources ?? {}),
    version,
  })
}
