import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { types } from '../../../adapters/participant/extract/Recipe.ts'
import { participantConfig } from '../../../adapters/participant/Participant.ts'
import * as Reason from '../../../adapters/participant/Reason.ts'
import { readTask } from '../../../adapters/participant/Task.ts'

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url)), 'utf8')

describe('docs/participant.md', () => {
  const page = read('participant.md')

  it('S3-30 explains every reason and every extractor', () => {
    for (const reason of [...Reason.failures, ...Reason.findings]) expect(page).to.include(`\`${reason}\``)
    for (const type of types) expect(page).to.include(`| \`${type}\` |`)
  })

  it('has tasks and a config that are right', () => {
    const tasks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => readTask(JSON.parse(text!)))
    expect(tasks.map(({ taskType }) => taskType)).to.deep.equal([
      'mine_claim',
      'verify_claim_or_intent_validity',
    ])
    const [, config] = /```yaml\n([\s\S]*?)```/.exec(page)!
    const filled = config!.replaceAll('0x…', `0x${'11'.repeat(20)}`)
    expect(participantConfig.safeParse(parse(filled).participant).error).to.equal(undefined)
  })
})

describe('the skill file', () => {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read('skills/participant/SKILL.md'))!

  it('has a name and a description that a runtime can load', () => {
    const { name, description } = parse(head!)
    expect(name).to.equal('participant')
    expect(description).to.have.length.within(50, 1_024)
  })

  it('S3-37 C88 asks for no key', () => {
    expect(head).not.to.match(/key|secret|env/i)
    expect(body).to.include('never touch a private key')
  })
})
