// Hardhat's EVM ships its binary as optional packages that ask for Node >= 22. npm silently skips optional packages
// whose engines do not match the Node that runs npm, so under Node 20 the binary would be missing even though the
// project itself runs on the Node 24 inside node_modules. Dropping that one field makes `npm ci` install it; the
// integrity hashes stay. The lockfile also holds no download addresses. `--check` only verifies.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const isEdr = (path) => /node_modules\/@nomicfoundation\/edr(-|$)/.test(path)
// Read by the compiler only, which no Node minds; with the field npm would warn on every install.
const isSource = (path) => /node_modules\/@chainlink\/contracts$/.test(path)
const faults = []
for (const [path, entry] of Object.entries(lock.packages)) {
  if ((isEdr(path) || isSource(path)) && entry.engines) {
    faults.push(`${path}: engines`)
    delete entry.engines
  }
  if (entry.resolved && !entry.link) {
    faults.push(`${path}: resolved`)
    delete entry.resolved
  }
}
if (process.argv.includes('--check')) {
  if (faults.length > 0) {
    console.error(`package-lock.json needs \`npm run lock\`:\n${faults.join('\n')}`)
    process.exit(1)
  }
} else {
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
