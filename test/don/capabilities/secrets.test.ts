import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { awaitSecrets } from '../../../don/capabilities/secrets.ts'
import { Sdk } from '../../../don/sdk.ts'

const asking = (...ids: string[]): Uint8Array =>
  toBinary(
    Sdk.GetSecretsRequestSchema,
    create(Sdk.GetSecretsRequestSchema, { requests: ids.map((id) => ({ id, namespace: 'main' })) }),
  )
const awaiting = (...ids: number[]): Uint8Array =>
  toBinary(Sdk.AwaitSecretsRequestSchema, create(Sdk.AwaitSecretsRequestSchema, { ids }))

describe('secrets of the vault', () => {
  const asked = new Map([
    [1, asking('TOKEN', 'KEY')],
    [2, asking('OTHER')],
  ])
  const get = (...ids: number[]) => {
    const bytes = awaitSecrets(awaiting(...ids), asked, { TOKEN: 'abc', KEY: '' })
    return fromBinary(Sdk.AwaitSecretsResponseSchema, bytes).responses
  }

  it('come by the id of the call, in the order in which they were asked for', () => {
    const [token, key] = get(1)[1]!.responses
    expect(token!.response).to.deep.include({ case: 'secret' })
    expect(token!.response.value).to.include({ id: 'TOKEN', namespace: 'main', value: 'abc' })
    // Empty is a value.
    expect(key!.response.value).to.include({ id: 'KEY', value: '' })
  })

  it('one that is not there is an error of its own', () => {
    const [other] = get(2)[2]!.responses
    expect(other!.response.case).to.equal('error')
    expect(other!.response.value).to.include({ id: 'OTHER', error: 'secret OTHER is not there' })
  })

  it('several calls are answered at once, and only those that are waited for', () => {
    expect(Object.keys(get(1, 2))).to.deep.equal(['1', '2'])
    expect(Object.keys(get(2))).to.deep.equal(['2'])
  })

  it('a call that was never made has no secrets', () => {
    expect(get(9)[9]!.responses).to.deep.equal([])
  })
})
