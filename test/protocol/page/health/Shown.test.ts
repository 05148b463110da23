import { expect } from 'chai'
import { PageText } from '../../../../protocol/index.ts'
import { lengthOf, plain, shownOf } from '../../../../protocol/page/health/Shown.ts'

describe('Shown', () => {
  const shown = (raw: string) => shownOf(PageText.read(raw, 'text/html'))
  const texts = (parts: readonly { text: string }[]) => parts.map(({ text }) => text)

  it('the main text has no menus, banners and hidden parts; class names only count where asked', () => {
    const { all, main, marked, noscript } = shown(
      '<nav>Home</nav><h1>A</h1><p>One <b hidden>two</b> three</p><p hidden>x</p><div class="cookies"><p>We use cookies</p></div><noscript><p>Use JavaScript</p></noscript>',
    )
    expect(texts(all)).to.deep.equal(['Home', 'A', 'One three', 'We use cookies'])
    expect(texts(marked)).to.deep.equal(['A', 'One three', 'We use cookies'])
    expect(texts(main)).to.deep.equal(['A', 'One three'])
    expect(noscript).to.equal('use javascript')
    expect(lengthOf(main)).to.equal(10)
  })

  it('a page speaks in its title, the parts of its title and its first headings', () => {
    const { voice, opening } = shown(
      '<title>Not Found | Harbour</title><h1>Lost?</h1><h3>No</h3><p>It’s gone.</p>',
    )
    expect(voice).to.deep.equal(['not found | harbour', 'not found', 'harbour', 'lost?'])
    expect(opening).to.equal("it's gone.")
  })

  it('compares in lower case with plain apostrophes', () => {
    expect(plain(' Can’t ')).to.equal("can't")
  })
})
