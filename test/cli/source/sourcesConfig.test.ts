import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig, readSources, sourcesConfig } from '../../../cli/source/sourcesConfig.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'

describe('a config of sources', () => {
  const folder = temporaryFolder('sources-config')
  after(() => folder.remove())
  const write = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text)
    return join(folder.path, name)
  }

  it('is live and without second providers unless it says otherwise', () => {
    expect(sourcesConfig.parse({})).to.deep.include({ panel: null })
    expect(readSources(write('empty.yaml', '{}')).sources.transport).to.equal('live')
  })

  it('means its folder of recordings from where it is itself', () => {
    mkdirSync(join(folder.path, 'kept'), { recursive: true })
    const config = readSources(write('replay.yaml', 'sources: { transport: replay, fixtures: kept }'))
    expect(config.sources.fixtures).to.equal(join(folder.path, 'kept'))
    const absolute = readSources(
      write('absolute.json', '{"sources": {"transport": "replay", "fixtures": "/kept"}}'),
    )
    expect(absolute.sources.fixtures).to.equal('/kept')
  })

  it('error: a file that is not there or no YAML, and words that it does not know', () => {
    for (const file of [join(folder.path, 'none.yaml'), write('broken.yaml', '{')])
      expect(() => readConfig(file)).to.throw('Cannot read')
    expect(() => readSources(write('odd.yaml', 'nonsense: 1'))).to.throw()
  })
})
