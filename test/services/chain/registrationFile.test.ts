import { expect } from 'chai'
import { Address } from '../../../protocol/index.ts'
import {
  makeRegistrationFile,
  registrationFile,
  toDataUri,
} from '../../../services/chain/registrationFile.ts'

const registry = Address.of(`0x${'8004'.repeat(10)}`)
const options = { agentId: 22, endpoint: 'https://ada.example', chainId: 1, registry }

describe('the registration file of ERC-8004', () => {
  it('AUDIT D3: has every field that registration-v1 asks for', () => {
    const file = makeRegistrationFile(options)
    expect(registrationFile.parse(file)).to.deep.equal(file)
    expect(file.type).to.equal('https://eips.ethereum.org/EIPS/eip-8004#registration-v1')
    expect(file.services).to.deep.equal([{ name: 'A2A', endpoint: 'https://ada.example', version: '1.0' }])
    expect(file.registrations).to.deep.equal([{ agentId: 22, agentRegistry: `eip155:1:${registry}` }])
    expect(file.image).to.match(/^data:image\/svg\+xml,/)
  })

  it('takes words of its owner, and names no registry that it does not know', () => {
    const more = { name: 'Ada', description: 'Reads.', image: 'https://ada.example/a.png', registry: null }
    const { registrations, name, description, image } = makeRegistrationFile({ ...options, ...more })
    expect({ name, description, image, registry: null }).to.deep.equal(more)
    expect(registrations).to.deep.equal([])
  })

  it('AUDIT D3: lies on-chain as a whole in base64, as ERC-8004 asks', () => {
    const file = makeRegistrationFile({ ...options, name: 'Ada – “reads”' })
    const [head, body] = toDataUri(file).split(',')
    expect(head).to.equal('data:application/json;base64')
    expect(JSON.parse(Buffer.from(body!, 'base64').toString('utf8'))).to.deep.equal(file)
  })
})
