import { expect } from 'chai'
import * as Authorities from '../../../protocol/citation/Authorities.ts'
import { domainOf } from '../../../protocol/citation/Domain.ts'

describe('Authorities', () => {
  const lists = { ...Authorities } as unknown as Record<string, readonly string[]>
  const named = ['statistics', 'banks', 'registries', 'agencies'].flatMap((name) => lists[name]!)

  it('SPEC §4: the list is written down, each name once, in small letters, as a host', () => {
    const all = [...Authorities.suffixes, ...named]
    expect(new Set(named).size).to.equal(named.length)
    expect(new Set(Authorities.suffixes).size).to.equal(Authorities.suffixes.length)
    for (const name of all) expect(name, name).to.match(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
    expect(all.length).to.be.greaterThan(150)
  })

  it('a host below a name on the list belongs to it; one that only looks like it does not', () => {
    for (const host of [
      'www.bls.gov',
      'data.ecb.europa.eu',
      'reuters.com',
      'www.reuters.com',
      'ons.gov.uk',
      'who.int',
    ])
      expect(Authorities.isAuthority(host), host).to.equal(true)
    for (const host of [
      'bls.gov.example',
      'notreuters.com',
      'reuters.com.co',
      'gov',
      'int',
      'gov.example',
      'example.com',
    ])
      expect(Authorities.isAuthority(host), host).to.equal(false)
  })

  it('no name on the list is one that anybody can have a page under', () => {
    for (const name of named) expect(domainOf(`x.${name}`), name).not.to.equal(`x.${name}`)
  })
})
