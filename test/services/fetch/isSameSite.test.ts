import { expect } from 'chai'
import { isSameSite } from '../../../services/fetch/isSameSite.ts'

describe('isSameSite', () => {
  const same = [
    ['sec.gov', 'www.sec.gov'],
    ['www.sec.gov', 'data.sec.gov'],
    ['WWW.Example.org.', 'example.org'],
    ['news.bbc.co.uk', 'bbc.co.uk'],
    ['me.github.io', 'me.github.io'],
    ['pages.example', 'www.pages.example'],
    ['8.8.8.8', '8.8.8.8'],
    ['localhost', 'localhost'],
  ] as const
  for (const [one, other] of same)
    it(`SPEC §6: ${one} and ${other} are one site`, () => expect(isSameSite(one, other)).to.equal(true))

  const others = [
    ['sec.gov', 'sec.gov.example.org'],
    ['sec.gov', 'notsec.gov'],
    ['bbc.co.uk', 'itv.co.uk'],
    ['one.github.io', 'two.github.io'],
    ['one.example', 'two.example'],
    ['8.8.8.8', '8.8.4.4'],
    ['8.8.8.8', '1.8.8.8'],
    ['[2606:4700::1111]', '[2606:4700::1001]'],
    ['example.org', '8.8.8.8'],
    ['co.uk', 'org.uk'],
    ['', ''],
  ] as const
  for (const [one, other] of others)
    it(`SPEC §6: ${one} and ${other} are two`, () => expect(isSameSite(one, other)).to.equal(false))
})
