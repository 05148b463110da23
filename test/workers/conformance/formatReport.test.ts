import { expect } from 'chai'
import { Vote } from '../../../protocol/index.ts'
import { formatReport, formatResult } from '../../../workers/conformance/formatReport.ts'
import * as Report from '../../../workers/conformance/Report.ts'

const result: Report.Result = {
  ...{ id: 'resolve-json', title: 'JSON', requirement: 'S1-29', severity: 'must' },
  ...{ status: 'pass', seen: 'A JSON object.', todo: null },
}

describe('how a report is shown', () => {
  it('C143: a rule of the seed with its words, any other with what asks for it', () => {
    const words = '**Return valid JSON** matching the schemas above.'
    const shown = formatResult({ ...result, seed: words }, { colour: false })
    expect(shown).to.match(/A JSON object\. \[seed 001: Return valid JSON matching the schemas above\.\]$/)
    expect(formatResult(result, { colour: false })).to.match(/A JSON object\. \[S1-29\]$/)
  })

  it('C143: ends with what the answers come to in a round, where anything was asked', () => {
    const prospect = {
      by: 'words',
      heard: 'asked directly',
      vote: Vote.none('late'),
      lossBps: 5_000,
    } as const
    const of = (prospects: Report.Report['prospects']) =>
      formatReport(
        Report.of('http://a.example/', { profile: 'cresolver', strict: false }, [result], prospects),
        {
          colour: false,
        },
      ).split('\n')
    expect(of([prospect]).slice(-2)).to.deep.equal([
      'http://a.example/ conforms: of 1 rules 1 passed, 0 warned, 0 failed, 0 skipped.',
      'In a round that ends Yes or No, of its stake: words asked directly: not counted (late), −50 %.',
    ])
    expect(of([]).at(-1)).to.match(/^http/)
  })
})
