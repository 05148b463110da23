import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('{adapters,gateway,keeper,workers}/**/examples/*.yaml', { cwd: root })

/** Where a service that starts with an example would write. */
function placesIn(config: ReturnType<typeof parse>): string[] {
  const { store, socket, audit, killSwitch, files: outputs = [] } = config
  const paths: (string | undefined)[] = [
    store?.folder,
    socket,
    audit,
    killSwitch?.file,
    ...outputs.map((output: { path: string }) => output.path),
  ]
  return paths.filter((path) => path !== undefined)
}

describe('example configs', () => {
  it('are found', () => {
    expect(files).to.include.members([
      'gateway/examples/gateway.yaml',
      'keeper/examples/keeper.yaml',
      'adapters/signer/examples/signer.yaml',
    ])
  })

  for (const file of files)
    it(`write only where git does not look: ${file}`, () => {
      const places = placesIn(parse(readFileSync(join(root, file), 'utf8')))
      expect(places).to.not.deep.equal([])
      for (const place of places)
        expect(relative(root, resolve(root, dirname(file), place)), place).to.match(/^build\//)
    })
})
