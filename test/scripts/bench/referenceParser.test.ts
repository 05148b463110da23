import { expect } from 'chai'
import {
  benchReferenceParser,
  extractReference,
  referenceExamples,
} from '../../../scripts/bench/referenceParser.ts'
import { skipFor } from '../../helpers/skip.ts'
import { withFiles } from './staged.ts'

const document = '000-aap-v2.md'
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`

describe('extractReference', () => {
  it('says why there is nothing to run', () => {
    expect(extractReference(undefined)).to.deep.equal({ skipped: 'CRESOLVER_SEEDS is not set' })
    expect(extractReference('')).to.deep.equal({ skipped: 'CRESOLVER_SEEDS is not set' })
    withFiles({}, (folder) => {
      expect(extractReference(folder)).to.deep.equal({ skipped: `there is no ${document} in ${folder}` })
    })
  })

  it('takes the block of Python that has the parser, and says where there is none', function () {
    const other = block('python', 'print(1)')
    const parser = 'def parse_question(text):\n    return {}\n'
    const found = withFiles({ [document]: `# A\n${other}text\n${block('python', parser)}` }, extractReference)
    if ('skipped' in found) skipFor(this, found.skipped)
    expect(found.code).to.equal(`${parser}\n`)
    expect(withFiles({ [document]: other }, extractReference)).to.deep.equal({
      skipped: `${document} holds no parser`,
    })
  })
})

describe('benchReferenceParser', () => {
  it('reads no texts in no time', () => {
    expect(benchReferenceParser('/nowhere', [])).to.deep.equal({ skipped: 'there are no texts to read' })
  })

  it('says how the parser failed, by the last line of what it wrote', function () {
    const parser = 'def parse_question(text):\n    raise ValueError("no " + text)'
    const result = withFiles({ [document]: block('python', parser) }, (folder) =>
      benchReferenceParser(folder, ['thanks']),
    )
    if ('skipped' in result && result.skipped === 'there is no python3') skipFor(this, result.skipped)
    expect(result).to.deep.equal({ skipped: 'the original parser failed: ValueError: no thanks' })
  })
})

describe('referenceExamples', () => {
  it('takes the questions of the document, and not its templates', () => {
    const text = [
      block('', '§question A?\n§rule\nsource:manual'),
      block('', '§question <text>'),
      block('python', '§question B?'),
      block('', '§question C?'),
    ].join('\n')
    expect(withFiles({ [document]: text }, referenceExamples)).to.deep.equal([
      '§question A?\n§rule\nsource:manual',
      '§question C?',
    ])
  })

  it('has none where there is no document', () => {
    expect(referenceExamples('/nowhere')).to.deep.equal([])
    expect(referenceExamples(undefined)).to.deep.equal([])
  })
})
