import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { unpack } from './archive.ts'
import { type Program, runProgram } from './here.ts'
import { expectPinned, pinFile, readPin } from './pin.ts'
import type * as PrintExits from './printExits.ts'

type Line = { readonly words: string; readonly program?: Program; readonly input?: string }

// Nothing listens on port 1.
const nowhere = 'http://127.0.0.1:1'
const question = '§question Is BTC worth $75,000?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
const tampered = (name: string, from: string, to: string) => readPin(name).replace(from, to)

const participant = `participant run --data DATA --address 0x${'cd'.repeat(20)} --json`
const scope = { fundId: `eip155:31337:0x${'ab'.repeat(20)}`, roomId: '7', epochId: 1 }
const mining = {
  taskType: 'mine_claim',
  ...scope,
  sourceSpec: {
    sourceSpecId: 'price',
    sourceRef: 'http://127.0.0.1:1/price',
    extractor: { type: 'jsonpath', recipe: '$.price' },
    freshnessSeconds: 300,
  },
  tokenContext: { symbol: 'BTC', address: `0x${'00'.repeat(20)}` },
}
const verification = {
  taskType: 'verify_claim_or_intent_validity',
  ...scope,
  subjectType: 'CLAIM',
  subjectHash: `0x${'11'.repeat(32)}`,
  subjectPayload: { ...scope, roomId: '8' },
  validationPolicy: { reproducible: true, maxDataAgeSeconds: 600 },
}

/** Calls as people make them: what goes well, wrong words, checks that fail, what is not there, services that do not answer. */
const calls: Readonly<Record<string, Line>> = {
  'no words': { words: '' },
  help: { words: '--help' },
  version: { words: '--version' },
  'an unknown group': { words: 'nonsense --json' },
  'an unknown verb': { words: 'proof nonsense --json' },
  'an unknown option': { words: 'proof verify --nonsense --json' },
  'a missing option': { words: 'proof branch --json' },
  'too many arguments': { words: 'market show 1 2 3 --json' },
  'a value out of range': { words: 'worker start --config x --port 70000 --json' },
  'a file that is not there': { words: 'proof canonical /no/such/file --json' },
  'a config that is not there': { words: 'worker start --config /no/such/file --json' },
  'a gateway config that is not there': { words: 'gateway start --config /no/such/file --json' },
  'a rules config that is not there': { words: 'rules serve --config /no/such/file --json' },
  'a signer config that is not there': { words: 'signer start --config /no/such/file --json' },
  'a config with an unknown key': { words: 'worker start --config BAD --json' },
  'input that is right': { words: 'proof canonical', input: '{"input":"[1]"}' },
  'input that is wrong': { words: 'proof canonical', input: '{' },
  'input that is empty': { words: 'proof canonical --json' },
  'lines of which one is wrong': { words: 'proof canonical', input: '{"input":"1"}\n{\n' },
  'lines of which one is wrong, strictly': { words: 'proof canonical --strict', input: '{"input":"1"}\n{\n' },
  'a proof that holds': { words: 'proof verify --json', input: readPin('aap.proof.json') },
  'a proof that does not hold': {
    words: 'proof verify --json',
    input: tampered('aap.proof.json', '75120.5', '76120.5'),
  },
  'a round that holds': { words: 'round verify ROUND --json' },
  'a round that does not hold': {
    words: 'round verify - --json',
    input: tampered('aap.round.json', '"outcome":"YES"', '"outcome":"NO"'),
  },
  'a file that is not a round': { words: 'round verify - --json', input: '{}' },
  'a question that is valid': { words: 'aap validate --json', input: question },
  'a question that is not': { words: 'aap validate --json', input: '§question' },
  'a market without rules, which is understood as such': { words: 'rules parse', input: '{"question":"Q?"}' },
  'a worker that does not answer': { words: `worker check ${nowhere} --json` },
  'a worker without an address': { words: 'worker check notaurl --json' },
  'a chain that does not answer': { words: `market show 1 --rpc-url ${nowhere} --json` },
  'a network that is not configured': { words: 'market show 1 --network nowhere --json' },
  'an agent on a chain that does not answer': { words: `agent show 0 --rpc-url ${nowhere} --json` },
  'a deployment to a chain that does not answer': { words: `deploy --rpc-url ${nowhere} --json` },
  'a DON that does not answer': { words: `don trigger --url ${nowhere} --json` },
  'a rules service that does not answer': { words: `rules review --url ${nowhere} --json` },
  'nothing to attest': { words: 'participant attest --signer /no/such/socket --json', input: '{}' },
  'a task that no participant does': { words: participant, input: '{}' },
  'a task whose source may not be asked': { words: participant, input: JSON.stringify(mining) },
  'a task about another room': { words: participant, input: JSON.stringify(verification) },
  'Moltbook: help': { program: 'market', words: '--help' },
  'Moltbook: no words': { program: 'market', words: '' },
  'Moltbook: an unknown verb': { program: 'market', words: 'nonsense --json' },
  'Moltbook: a missing argument': { program: 'market', words: 'comment --json' },
  'Moltbook: an unknown choice': { program: 'market', words: 'browse --sort sideways --json' },
  'Moltbook: no credentials': { program: 'market', words: 'status --home EMPTY --json' },
  'Moltbook: a server that does not answer': {
    program: 'market',
    words: `browse --home HOME --base-url ${nowhere} --json`,
  },
  'Moltbook: a file that is not there': {
    program: 'market',
    words: 'migrate /no/such/file --home EMPTY --json',
  },
}

describe('pin: exits', function () {
  this.timeout(180_000)
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-exits-'))
  after(() => rmSync(folder, { recursive: true }))
  const env = { CRESOLVER_KEY: '', DATABASE_URL: '', DEBUG: '' }

  const callOf = ({ words, program = 'cresolver', input = '' }: Line): PrintExits.Call => {
    const places: Record<string, string> = {
      DATA: `${folder}/data`,
      BAD: `${folder}/bad.yaml`,
      EMPTY: `${folder}/empty`,
      HOME: folder,
      ROUND: pinFile('aap.round.json'),
    }
    const list = words.split(' ').filter((word) => word !== '')
    return { program, words: list.map((word) => places[word] ?? word), input }
  }

  before(() => {
    // A database that is there already: making one takes seconds.
    unpack(readFileSync(pinFile('database.tar.br')), `${folder}/data`)
    writeFileSync(`${folder}/bad.yaml`, 'agentId: 1\npersonality: aap\nnonsense: 1\n')
    writeFileSync(`${folder}/credentials.json`, '{"api_key":"moltbook_test"}', { mode: 0o600 })
  })

  it('calls end with their pinned exit codes and errors', () => {
    const file = `${folder}/calls.json`
    writeFileSync(file, JSON.stringify(Object.values(calls).map(callOf)))
    const printed = execFileSync(process.execPath, [pinFile('printExits.ts'), file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    const ends: { exit: number; stdout: string }[] = JSON.parse(printed)
    const lines = Object.entries(calls).map(([name, { program = 'cresolver', words }], i) => [
      name,
      { call: `${program} ${words}`.trim(), exit: ends[i]!.exit, error: errorIn(ends[i]!.stdout) },
    ])
    expectPinned('exits', Object.fromEntries(lines))
  })

  it('the programs themselves end as their entries do', async () => {
    const pinned: Record<string, { exit: number; error: string | null }> = JSON.parse(readPin('exits.json'))
    const some = ['version', 'a missing option', 'a config with an unknown key', 'a round that does not hold']
    await Promise.all(
      [...some, 'Moltbook: no credentials'].map(async (name) => {
        const { program, words, input } = callOf(calls[name]!)
        const { status, stdout } = await runProgram(words, { program: program as Program, input, env })
        const { exit, error } = pinned[name]!
        expect({ exit: status, error: errorIn(stdout) }, name).to.deep.equal({ exit, error })
      }),
    )
  })
})

/** The code of the error that the last line says, for programs; the sentence beside it may change. */
function errorIn(stdout: string): string | null {
  try {
    const { error } = JSON.parse(stdout.trim().split('\n').at(-1)!)
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}
