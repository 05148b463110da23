import { create } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { secretsFor } from '../../../don/capabilities/secrets.ts'
import { Sdk } from '../../../don/sdk.ts'

const asked = (...ids: string[]) =>
  ids.map((id) => create(Sdk.SecretRequestSchema, { id, namespace: 'main' }))

describe('secrets of the vault', () => {
  const get = (ids: string[], isAllowed = (_: { id: string }) => true) =>
    secretsFor(asked(...ids), { TOKEN: 'abc', KEY: '' }, isAllowed).map(({ response }) => response)

  it('come in the order in which they were asked for, several in one call', () => {
    const [token, key] = get(['TOKEN', 'KEY'])
    expect(token).to.deep.include({ case: 'secret' })
    expect(token!.value).to.include({ id: 'TOKEN', namespace: 'main', value: 'abc' })
    // Empty is a value.
    expect(key!.value).to.include({ id: 'KEY', value: '' })
  })

  it('one that is not there is an error of its own, and the others come', () => {
    const [other, token] = get(['OTHER', 'TOKEN'])
    expect(other).to.deep.include({ case: 'error' })
    expect(other!.value).to.include({ id: 'OTHER', error: 'secret OTHER is not there' })
    expect(token!.case).to.equal('secret')
  })

  it('one that a pre-hook denies is an error, whether it is there or not', () => {
    const said = get(['TOKEN', 'OTHER', 'KEY'], ({ id }) => id === 'KEY')
    expect(said.map(({ case: kind }) => kind)).to.deep.equal(['error', 'error', 'secret'])
    expect(said[0]!.value).to.include({
      error: 'secret "TOKEN" in namespace "main" denied by user pre-hook restrictions',
    })
  })
})
