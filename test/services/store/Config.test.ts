import { expect } from 'chai'
import { config, storeOptions } from '../../../services/store/Config.ts'

describe('config of a store', () => {
  const url = 'postgres://user:password@localhost/cresolver'

  it('names a server by the variable that holds its URL', () => {
    const chosen = storeOptions(config.parse({ urlEnv: 'AGENT_DB', poolSize: 3 }), 'agent', {
      env: { AGENT_DB: url },
    })
    expect(chosen).to.deep.equal({ url, schema: 'agent', poolSize: 3 })
  })

  it('takes the server of DATABASE_URL where nothing is named, else the folder of the service', () => {
    const folder = 'data/agent'
    expect(storeOptions(undefined, 'agent', { folder, env: { DATABASE_URL: url } })).to.include({ url })
    expect(storeOptions(undefined, 'agent', { folder, env: {} })).to.deep.equal({ folder, schema: 'agent' })
    expect(storeOptions({ folder: 'mine' }, 'rules', { folder, env: { DATABASE_URL: url } })).to.deep.equal({
      folder: 'mine',
      schema: 'rules',
    })
  })

  it('says which variable is empty, and refuses two places at once', () => {
    expect(() => storeOptions({ urlEnv: 'AGENT_DB' }, 'agent', { env: {} })).to.throw('AGENT_DB')
    expect(() => storeOptions({ urlEnv: 'AGENT_DB', folder: 'x' }, 'agent')).to.throw('Keep one of them.')
  })

  it('refuses keys it does not know, such as a URL with its password', () => {
    expect(config.safeParse({ url }).success).to.equal(false)
  })
})
