import { expect } from 'chai'
import * as Manifest from '../../../protocol/cournot/Manifest.ts'
import * as Parts from '../../../protocol/cournot/Parts.ts'
import * as Source from '../../../protocol/cournot/SourceJson.ts'
import { edited, packFiles } from '../../helpers/cournotPack.ts'

describe('Parts', () => {
  const readAll = (files: Manifest.Files) => {
    const said: string[] = []
    const manifest = Manifest.read(files, () => {})!
    const parts = Parts.read(manifest, files, (code, file) => said.push(`${code} ${file}`))
    return { parts, said }
  }

  it('reads the artifacts that a proof is made of, by the names that the manifest gives their files', () => {
    const { parts, said } = readAll(packFiles())
    expect(said).to.deep.equal([])
    expect(Object.keys(parts)).to.deep.equal([
      'prompt_spec',
      'evidence_bundle',
      'reasoning_trace',
      'verdict',
      'por_bundle',
    ])
    expect(Source.text(parts.verdict!.value, 'outcome')).to.equal('YES')
  })

  it('error: names what is not listed, no JSON or no object', () => {
    const unlisted = edited(packFiles(), 'manifest.json', (text) => text.replace('"verdict":{', '"other":{'))
    expect(readAll(unlisted).said).to.deep.equal(['MISSING_FILE manifest.json'])
    expect(readAll(edited(packFiles(), 'verdict.json', () => 'YES')).said).to.deep.equal([
      'NOT_JSON verdict.json',
    ])
    expect(readAll(edited(packFiles(), 'verdict.json', () => '["YES"]')).said).to.deep.equal([
      'SCHEMA verdict.json',
    ])
  })
})
