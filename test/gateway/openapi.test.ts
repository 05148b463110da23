import { expect } from 'chai'
import { makeApp } from '../../gateway/app.ts'
import { routes } from '../../gateway/openapi.ts'
import { allowedBy, servedBy } from '../helpers/servedBy.ts'

describe('the gateway’s operations', () => {
  it('are all served, and no others are', () => {
    const metrics = { readyFrom: () => {} }
    const gateway = { limits: { bodyBytes: 1 }, now: () => 0, publicUrl: 'https://gateway.example', metrics }
    const app = makeApp({ gateway } as never)
    // Both phases at once are documented apart, because their reply has another form; one route serves all three.
    const documented = allowedBy(routes).filter((operation) => !operation.endsWith('/replies'))
    expect(documented).to.have.length(allowedBy(routes).length - 1)
    expect(servedBy(app)).to.have.members(documented)
  })
})
