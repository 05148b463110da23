import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../check/files.ts'

const copies: Readonly<Record<string, string>> = {
  '@cresolver/contracts':
    '`bytecode/KeystoneForwarder.json` is compiled from `KeystoneForwarder.sol` of `@chainlink/contracts`, whose header, like those of the Chainlink files it imports, says MIT.',
  cresolver:
    '`adapters/rules/diff/english/english.br` has words of SCOWL; its notice is `SCOWL.txt` in the same folder.',
}

const businessSource = 'BUSL-1.1'
const inProduction =
  'BUSL-1.1 is the Business Source License 1.1: it allows everything but use in production, which needs a grant of the licensor or a licence bought from them until the version becomes MIT on its change date. It holds for whatever has code of such a package in it, a built workflow for one.'

/** Nothing of others is copied into a package but creation code and a list of words; the rest is installed beside it, under its own licence. */
export function noticesOf(
  name: string,
  others: readonly (readonly [name: string, version: string])[],
): string {
  const licences = others.map(([other]) => licenceOf(other))
  const rows = others.map(([other, version], i) => `| ${other} | ${version} | ${licences[i]} |`)
  const copied = Object.hasOwn(copies, name) ? `\n${copies[name]}\n` : ''
  const said = licences.includes(businessSource) ? `\n${inProduction}\n` : ''
  return `# Third-party notices\n\n${name} is installed together with these packages, each under its own licence.\n${copied}${said}
| package | version | licence |
|---|---|---|
${rows.join('\n')}\n`
}

/** What a package that is installed here says of its licence. */
export function licenceOf(name: string): string {
  const { license } = JSON.parse(
    readFileSync(join(projectRoot, 'node_modules', name, 'package.json'), 'utf8'),
  )
  return typeof license === 'string' ? license : 'see its package'
}
