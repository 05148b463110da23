import { expect } from 'chai'
import { makeApp } from '../../gateway/app.ts'
import { routes } from '../../gateway/openapi.ts'
import { allowedBy, servedBy } from '../helpers/servedBy.ts'

describe('the gateway’s operations', () => {
  it('are all served, and no others are', () => {
    const gateway = { limits: { bodyBytes: 1 }, now: () => 0, publicUrl: 'https://gateway.example' }
    const app = makeApp({ gateway } as never)
    expect(servedBy(app)).to.have.members(allowedBy(routes))
  })
})
