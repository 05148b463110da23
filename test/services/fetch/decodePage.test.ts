import { expect } from 'chai'
import { decodePage } from '../../../services/fetch/decodePage.ts'

describe('decodePage', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const both = (type: string, bytes: Uint8Array) => decodePage(bytes, type)

  it('takes UTF-8 where nothing else is said, and forgives broken bytes', () => {
    expect(both('text/html', Buffer.from('Brücke'))).to.equal('Brücke')
    expect(both('', Buffer.from('Brücke'))).to.equal('Brücke')
    expect(both('text/html', latin1('Br\xfccke'))).to.equal('Br\uFFFDcke')
  })

  it('believes the header, then the page itself', () => {
    expect(both('text/html; charset=ISO-8859-1', latin1('Br\xfccke'))).to.equal('Brücke')
    expect(both('text/html', latin1('<meta charset="windows-1252">Br\xfccke'))).to.include('Brücke')
    expect(both('text/html; charset=utf-8', Buffer.from('<meta charset=latin1>Brücke'))).to.include('Brücke')
  })

  it('believes a byte order mark before either, and does not show it', () => {
    expect(both('text/html; charset=latin1', Buffer.from('\uFEFFBrücke'))).to.equal('Brücke')
    expect(both('text/plain', Buffer.from('\uFEFFBrücke', 'utf16le'))).to.equal('Brücke')
  })

  it('takes UTF-8 where a charset has a name that nobody knows', () => {
    expect(both('text/html; charset=klingon', Buffer.from('Brücke'))).to.equal('Brücke')
  })

  it('reads a charset in a page only where pages say it: at their beginning, in markup', () => {
    const far = Buffer.from(`<p>${' '.repeat(2_000)}</p><meta charset=latin1>Brücke`)
    expect(both('text/html', far)).to.include('Brücke')
    expect(both('text/plain', Buffer.from('charset=latin1 Brücke'))).to.include('Brücke')
  })
})
