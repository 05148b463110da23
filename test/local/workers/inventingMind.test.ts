import { expect } from 'chai'
import { inventingMind, invention } from '../../../local/workers/inventingMind.ts'
import { Citation, Question, Wire } from '../../../protocol/index.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import type { Resolver } from '../../../workers/pipeline/Resolver.ts'
import { sampleQuestion, sources, taskOf, transportOf } from '../../workers/pipeline/helpers.ts'

describe('an invention', () => {
  const usual: Resolver = aap({ collectorId: 'agent-0', sources, transport: transportOf({}) })
  const question = '§question Did the council approve it?\n§rule\nsource:manual'
  const ask = (text: string, mind: Resolver) => {
    const task = taskOf()
    const request = { ...task.request, question: text }
    return mind.resolve({ ...task, request, parsed: Question.parse(text) })
  }

  it('AUDIT B1: says NO where words decide, sure of itself, with a page that the wire takes', async () => {
    const { reply } = await ask(
      question,
      inventingMind(usual, () => true),
    )
    expect(reply).to.include({ determination: false, outcome: 'NO', confidence: 0.99 })
    expect(reply.citations).to.deep.equal([invention])
    expect(Citation.fault(reply.citations!, reply.sources)).to.equal(null)
    expect(Wire.readAnswer(JSON.stringify(reply)).reason).to.equal(null)
  })

  it('is told only in the markets it is for, and never where a number decides', async () => {
    const doubt = await ask(
      question,
      inventingMind(usual, () => false),
    )
    expect(doubt.reply).to.include({ outcome: 'INVALID' })
    const counted = await ask(
      sampleQuestion,
      inventingMind(usual, () => true),
    )
    expect(counted.reply).to.include({ outcome: 'INVALID' }).and.not.have.property('citations')
  })
})
