import { expect } from 'chai'
import * as Html from '../../../services/fetch/Html.ts'

describe('Html', () => {
  it('gives one line for each block, and nothing that is hidden', () => {
    const html =
      '<h1>A &amp; B</h1><SCRIPT>x</SCRIPT><style>y</style><p>one<br>two   three</p><noscript>n</noscript><!-- c --><template>t</template>'
    expect(Html.toText(html)).to.equal('A & B\none\ntwo three')
    expect(Html.toText(html, 'p')).to.equal('one\ntwo three')
  })

  it('hides the rest behind what is never closed', () => {
    for (const open of ['<!-- ', '<script>', '<style>', '<!', '<?'])
      expect(Html.toText(`<p>a</p>${open}<p>b`), open).to.satisfy(
        (text: string) => text === 'a' || text === 'a\nb',
      )
    expect(Html.toText('<p>a</p><!-- <p>b</p>')).to.equal('a')
    expect(Html.toText('<scripted>seen</scripted>')).to.equal('seen')
  })

  it('is done soon with pages made to be slow', () => {
    const slow = [
      '<!--',
      '<div>',
      '<div></x>',
      '<b><a></b></a>',
      '<li><p>',
      '<div a="<">',
      '<script',
      '</div>',
      '<a ',
      '<',
      '<p>',
    ]
    for (const text of slow) {
      try {
        Html.toText(text.repeat(Math.floor(300_000 / text.length)))
      } catch (error) {
        expect(error, text).to.be.instanceOf(Html.TooDeepError)
      }
    }
    // Not deep by themselves, but each element costs the parser the depth at which it stands.
    const many = `${'<div>'.repeat(500)}${'<p>x'.repeat(50_000)}`
    expect(() => Html.toText(many)).to.throw(Html.TooDeepError)
  }).timeout(20_000)

  it('takes pages whose elements are closed as people close them', () => {
    const list = `<ul>${'<li>x'.repeat(5_000)}</ul>`
    expect(Html.toText(list).split('\n')).to.have.length(5_000)
    expect(Html.toText('<svg><path d="M0"/></svg><p>x'.repeat(5_000)).length).to.be.above(5_000)
  })
})
