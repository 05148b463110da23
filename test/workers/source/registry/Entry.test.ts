import { expect } from 'chai'
import { kindsOf } from '../../../../workers/source/registry/Entry.ts'
import { loadPublic } from '../../../../workers/source/registry/SourceRegistry.ts'
import { slotsIn } from '../../../../workers/source/registry/template.ts'

describe('registry/Entry', () => {
  it('S2-113: knows the kind of every slot that its URL has', () => {
    for (const entry of loadPublic().entries)
      for (const name of slotsIn(entry.url))
        expect(kindsOf(entry), `${entry.id} {${name}}`).to.have.property(name)
  })
})
