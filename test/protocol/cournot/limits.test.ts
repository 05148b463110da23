import { expect } from 'chai'
import { claimsIn, limitsOf } from '../../../protocol/cournot/limits.ts'
import * as Manifest from '../../../protocol/cournot/Manifest.ts'
import * as Parts from '../../../protocol/cournot/Parts.ts'
import * as Source from '../../../protocol/cournot/SourceJson.ts'
import { packFiles } from '../../helpers/cournotPack.ts'

describe('limits of a pack', () => {
  it('a file that the manifest does not list is said', () => {
    const files = packFiles().set('note.txt', new Uint8Array())
    const manifest = Manifest.read(files, () => {})!
    const parts = Parts.read(manifest, files, () => {})
    expect(limitsOf(manifest, files, parts)).to.deep.include({
      file: 'note.txt',
      path: '',
      message: 'The manifest does not list it.',
    })
  })

  it('claims are those that are there', () => {
    const claims = (text: string) => claimsIn({ por_bundle: { file: 'b', value: Source.parse(text) } })
    expect(claims('{"signatures":{},"tee_attestation":null}')).to.deep.equal([])
    expect(claims('{"signatures":{"a":1}}').map(({ path }) => path)).to.deep.equal(['/signatures'])
    expect(claimsIn({})).to.deep.equal([])
  })
})
