import { create, fromJson } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { Restrictions } from '../../don/restrictions.ts'
import { ConfidentialHttp, Sdk } from '../../don/sdk.ts'

type Json = Parameters<typeof fromJson<typeof Sdk.RestrictionsSchema>>[1]
const of = (json: Json) => new Restrictions(fromJson(Sdk.RestrictionsSchema, json))
const http = { id: 'http-actions@1.0.0-alpha', method: 'SendRequest' }
const consensus = { id: 'consensus@1.0.0-alpha', method: 'Simple' }
const takes = (restrictions: Restrictions, call: { id: string; method: string }) => {
  try {
    restrictions.takeCall(call)
    return true
  } catch {
    return false
  }
}
const times = (many: number, work: () => boolean) => Array.from({ length: many }, work)
const closed = 'CAPABILITY_RESTRICTION_TYPE_CLOSED'
const open = 'CAPABILITY_RESTRICTION_TYPE_OPEN'
const method = (maxCalls: number) => ({ method: { ...http, maxCalls } })

describe('what a pre-hook leaves to its handler', () => {
  it('is everything where it speaks of nothing', () => {
    const free = of({})
    expect(takes(free, http)).to.equal(true)
    expect(free.takeSecret({ id: 'KEY', namespace: 'main' })).to.equal(true)
  })

  it('is so many calls of a method, and of no other where it is closed', () => {
    const bound = of({ capabilities: { type: closed, maxTotalCalls: 9, restrictions: [method(2)] } })
    expect(times(3, () => takes(bound, http))).to.deep.equal([true, true, false])
    expect(takes(bound, consensus)).to.equal(false)
  })

  it('is every other method as well where it is open', () => {
    const bound = of({ capabilities: { type: open, maxTotalCalls: 9, restrictions: [method(0)] } })
    expect([takes(bound, http), takes(bound, consensus)]).to.deep.equal([false, true])
  })

  it('is so many calls in all, none where it gives no number', () => {
    const two = of({ capabilities: { type: open, maxTotalCalls: 2 } })
    expect(times(3, () => takes(two, consensus))).to.deep.equal([true, true, false])
    expect(takes(of({ capabilities: { type: open } }), consensus)).to.equal(false)
  })

  it('is the stricter of two words about one method', () => {
    const bound = of({ capabilities: { maxTotalCalls: 9, restrictions: [method(5), method(1), method(4)] } })
    expect(times(2, () => takes(bound, http))).to.deep.equal([true, false])
  })

  it('says what was denied', () => {
    expect(() => of({ capabilities: { maxTotalCalls: 0 } }).takeCall(http)).to.throw(
      'call denied by user pre-hook restrictions: http-actions@1.0.0-alpha SendRequest',
    )
  })

  const secret = (id: string, namespace = 'main') => ({ id, namespace })

  it('is secrets by name, so many in all', () => {
    const bound = of({
      secrets: { maxSecrets: 2, restrictions: [{ exactSecret: secret('A') }, { exactSecret: secret('B') }] },
    })
    expect(bound.takeSecret(secret('C'))).to.equal(false)
    expect(bound.takeSecret(secret('A', 'other'))).to.equal(false)
    expect(['A', 'B', 'A'].map((id) => bound.takeSecret(secret(id)))).to.deep.equal([true, true, false])
  })

  it('is secrets by how their names begin, so many of each beginning', () => {
    const prefixed = (prefix: string, maxSecrets: number) => ({
      prefixedSecret: { prefix, namespace: 'main', maxSecrets },
    })
    const bound = of({
      secrets: { maxSecrets: 9, restrictions: [prefixed('API_', 2), prefixed('API_X', 1)] },
    })
    const taken = ['API_X1', 'API_X2', 'API_1', 'API_2', 'OTHER'].map((id) => bound.takeSecret(secret(id)))
    expect(taken).to.deep.equal([true, false, true, false, false])
  })

  it('counts secrets that a confidential request is filled with', () => {
    const schema = ConfidentialHttp.ConfidentialHTTPRequestSchema
    const call = (key: string) => ({
      id: 'confidential-http@1.0.0-alpha',
      method: 'SendRequest',
      payload: anyPack(schema, create(schema, { vaultDonSecrets: [{ key, namespace: 'main' }] })),
    })
    const bound = of({
      capabilities: { type: open, maxTotalCalls: 9 },
      secrets: { maxSecrets: 1, restrictions: [{ exactSecret: secret('A') }] },
    })
    expect(['B', 'A', 'A'].map((key) => takes(bound, call(key)))).to.deep.equal([false, true, false])
  })
})
