import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Command } from 'commander'
import { hashTypedData } from 'viem'
import { register } from '../../../cli/commands/worker/check.ts'
import {
  attestAnswer,
  attestDefence,
  checkHash,
  hash,
  responseHash,
  typedData,
} from '../../../examples/worker/sign.ts'
import { Admission, type Bytes, Docket, Eip712, Question, Wire } from '../../../protocol/index.ts'
import { checkWorker, rules, rulesOf } from '../../../workers/conformance/index.ts'
import { keyOf, signerOf } from '../../helpers/round.ts'
import { skipFor } from '../../helpers/skip.ts'
import { examples, isThere, root, startExample } from './examples.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const guide = read('docs/write-a-worker.md')

type Block = { mark: string | undefined; language: string; text: string }
const blocks: Block[] = [...guide.matchAll(/(?:<!-- (.+) -->\n)?```(\w+)\n([\s\S]*?)\n```/g)].map(
  ([, mark, language, text]) => ({ mark, language: language!, text: text! }),
)
const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'))

/** Not `spawnSync`: nothing here may keep the event loop from serving. */
const shell = (command: string): Promise<{ status: number | null; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], { cwd: root })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })

describe('docs/write-a-worker.md', () => {
  for (const name of Object.keys(examples) as (keyof typeof examples)[]) {
    describe(name, () => {
      let child: ChildProcess | undefined
      let url = ''
      before(async function () {
        if (!isThere(examples[name])) skipFor(this, `${examples[name]} is not installed`)
        ;({ child, url } = await startExample(name))
      })
      after(() => child?.kill())

      it('S1-3 … S1-15: conforms to the seed, also strictly, and to all else but signatures', async () => {
        const report = await checkWorker(url, { strict: true })
        const broken = report.rules.flatMap(({ id, status }) =>
          status === 'fail' || status === 'warn' ? [id] : [],
        )
        expect(broken, 'it has no key').to.deep.equal(['signed'])
        expect(report.counts.pass).to.be.greaterThan(60)
        expect((await checkWorker(url, { strict: true, profile: 'seed' })).ok).to.equal(true)
      })

      it('answers the calls of the guide in the form of the guide', async function () {
        if (!isThere('curl')) skipFor(this, 'curl is not installed')
        const calls = blocks.flatMap(({ text }, i) =>
          text.startsWith('curl') && text.includes('/a2a/') ? [{ text, expected: blocks[i + 1]! }] : [],
        )
        expect(calls).to.have.length(2)
        for (const { text, expected } of calls) {
          const { stdout, stderr } = await shell(text.replace('http://127.0.0.1:4001', url))
          const said = JSON.parse(expected.text)
          if (name === 'worker.ts') expect(JSON.parse(stdout), stderr).to.deep.equal(said)
          else expect(JSON.parse(stdout), stderr).to.have.all.keys(...Object.keys(said))
        }
      })
    })
  }

  it('worker.ts has at most 25 lines', () => {
    expect(read('examples/worker/worker.ts').trimEnd().split('\n').length).to.be.at.most(25)
  })

  it('C3: worker.ts signs with the key it is given, and keeps its answers in the folder it is given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'worker-'))
    const env = { WORKER_KEY: keyOf(0), WORKER_DATA: folder }
    const { child, url } = await startExample('worker.ts', env)
    try {
      const report = await checkWorker(url, { strict: true, signer: signerOf(0) })
      expect(report.rules.filter(({ status }) => status === 'fail' || status === 'warn')).to.deep.equal([])
      const signed = ['signed', 'signature', 'signs-once', 'defence-signed', 'defence-signed-once']
      const passed = report.rules.filter(({ id, status }) => signed.includes(id) && status === 'pass')
      expect(passed).to.have.length(signed.length)
      expect(readdirSync(join(folder, 'lasting'))).to.not.be.empty
    } finally {
      child.kill()
      rmSync(folder, { recursive: true })
    }
  })

  it('its library example runs', async () => {
    const { child, url } = await startExample('worker.ts')
    const [{ text }] = blocks.filter(({ mark }) => mark === 'run') as [Block]
    const code = text.replace('http://127.0.0.1:4001', url)
    const { status, stdout, stderr } = await shell(
      `'${process.execPath}' --input-type=module -e '${code.replaceAll("'", `'"'"'`)}'`,
    )
    child.kill()
    expect(status, stdout + stderr).to.equal(0)
    expect(stdout).to.include('conforms to seed 001 (strict)')
  })

  it('quotes its examples as they are', () => {
    const quoted = blocks.filter(({ mark }) => mark?.startsWith('examples/'))
    expect(quoted).to.have.length(2)
    for (const { mark, text } of quoted) expect(read(mark!)).to.include(text)
  })

  it('names every rule, in order, with what it asks', () => {
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \| (must|should) \| (.+) \| (.+) \|$/gm)].map(
      ([, id, severity, title, requirement]) => ({ id, severity, title, requirement }),
    )
    expect(rows).to.deep.equal(
      rules.map(({ id, severity, title, requirement }) => ({ id, severity, title, requirement })),
    )
  })

  it('C143: names the rules of the seed’s profile', () => {
    const [, listed = ''] = /The profile `seed`\nhas ([^.]+)\./.exec(guide) ?? []
    const named = [...listed.matchAll(/`([\w-]+)`/g)].map(([, id]) => id)
    expect(named).to.deep.equal(rulesOf('seed').map(({ id }) => id))
  })

  it('its links lead somewhere', () => {
    const links = [...guide.matchAll(/\]\(([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link]) => link!)
    expect(links).to.not.be.empty
    for (const link of links) expect(() => read(`docs/${link}`), link).to.not.throw()
  })

  describe('commands', () => {
    const calls = commands.flatMap((line) => {
      const [, words] = /npx cresolver ([^>|]+)/.exec(line) ?? []
      return words === undefined ? [] : [words.trim().split(/\s+/)]
    })
    // A verb is two words, but for the groups that are one themselves.
    const nameOf = (words: readonly string[]) => words.slice(0, words[0] === 'score' ? 1 : 2)

    it('each one and each of its flags is real', () => {
      const helps = new Map<string, string>()
      const worker = new Command('worker')
      register(worker)
      helps.set('worker check', worker.commands[0]!.helpInformation())
      expect(calls.length).to.be.greaterThan(12)
      for (const words of calls) {
        const name = nameOf(words)
        const key = name.join(' ')
        const help = helps.get(key) ?? helpOf(name)
        helps.set(key, help)
        expect(help, key).to.include(`Usage: ${key === 'worker check' ? key : `cresolver ${key}`}`)
        for (const flag of words.filter((word) => word.startsWith('--')))
          expect(help, `${key} ${flag}`).to.match(new RegExp(`${flag}\\b`))
      }
    })

    const helpOf = (name: readonly string[]) =>
      spawnSync(process.execPath, ['cli/bin/cresolver.mjs', ...name, '--help'], {
        cwd: root,
        encoding: 'utf8',
      }).stdout

    it('those that need no chain and no file run', async () => {
      const piped = commands.filter((line) => line.startsWith('echo'))
      expect(piped).to.have.length(2)
      for (const line of piped) {
        const command = line.replace('npx cresolver', `'${process.execPath}' cli/bin/cresolver.mjs`)
        const { status, stdout, stderr } = await shell(command)
        expect(status, stderr).to.equal(0)
        expect(stdout).to.match(/"outcome":"YES"|composite/)
      }
    })
  })

  describe('signing', () => {
    const [{ text }] = blocks.filter(({ mark }) => mark === 'vector') as [Block]
    const vector = JSON.parse(text)
    const { key, agentId, request, reply, attestation } = vector
    const who = { agentId, key }
    const statement: Wire.Statement = {
      marketId: request.market_id,
      agentId,
      round: JSON.parse(request.context).round,
      phase: 'resolve',
      requestHash: vector.requestHash,
      responseHash: vector.responseHash,
      checkHash: vector.checkHash,
    }
    const { chain_id, market } = JSON.parse(request.context)
    const separator = Eip712.separator(Wire.domain(chain_id, market))

    it('SPEC §6 C3: the worked example is what the protocol computes', () => {
      const read = Wire.readAnswer(JSON.stringify({ ...reply, attestation }))
      expect(read.reason).to.equal(null)
      expect(Wire.requestHash(request)).to.equal(vector.requestHash)
      expect(Wire.responseHash(reply)).to.equal(vector.responseHash)
      expect(Docket.checkHash(Wire.docketCheck(reply))).to.equal(vector.checkHash)
      expect(Wire.attestationDigest(separator, statement)).to.equal(vector.digest)
      expect(Eip712.recover(vector.digest, attestation.signature)).to.equal(attestation.signer.toLowerCase())
    })

    it('SPEC §6: its request is the one that a round sends', () => {
      const { market_id: marketId, question, deadline } = request
      const asked = { chainId: chain_id, market, marketId, round: statement.round, question, deadline }
      expect(Wire.toResolveRequest(Question.pose(asked))).to.deep.equal(request)
    })

    it('C3: examples/worker/sign.ts computes the same, step by step', async () => {
      const hashes = {
        requestHash: hash(request),
        responseHash: responseHash(reply),
        checkHash: checkHash(reply),
      }
      expect(hashes).to.deep.equal({
        requestHash: vector.requestHash,
        responseHash: vector.responseHash,
        checkHash: vector.checkHash,
      })
      const data = typedData(agentId, request, 1, hashes)
      expect(hashTypedData(data)).to.equal(vector.digest)
      expect(await attestAnswer(who, request, reply)).to.deep.equal(attestation)
      const shown = blocks.find(({ text }) => text.includes('primaryType'))!
      expect(JSON.parse(shown.text).types).to.deep.equal(data.types)
    })

    it('C3: and its attestations are admitted: with and without check and proof, and for a defence', async () => {
      const proven = { ...reply, por: { root: `0x${'ab'.repeat(32)}` as Bytes.Hex, uri: '/por/1' } }
      const { rule_check, outcome, ...bare } = reply
      const worker = { agentId, signer: attestation.signer.toLowerCase() }
      const terms = {
        separator,
        marketId: request.market_id,
        round: statement.round,
        requestHash: vector.requestHash,
        rule: null,
        requireSignature: true,
      }
      const url = 'https://pages.example/minutes'
      const citations = [{ url, quote: 'The council approved it on 12 May.' }]
      const cited = { ...bare, sources: [url], citations }
      for (const one of [reply, proven, bare, cited, { ...bare, determination: false, confidence: 0.0001 }]) {
        const signed = { ...one, attestation: await attestAnswer(who, request, one) }
        const { answer } = Admission.admit(Wire.readAnswer(JSON.stringify(signed)), worker, terms)
        expect(answer, JSON.stringify(one)).to.not.equal(null)
      }
      const challenged = Wire.toChallengeRequest(request, ['Why?', 'Wäre §1 anders?'], reply, citations)
      const replied = { responses: ['Because.', 'Nein.'], reproductions: 'p' }
      const defence = {
        ...replied,
        attestation: await attestDefence(
          who,
          request,
          { ...challenged, request_id: challenged.request_id as Bytes.Hex },
          replied,
        ),
      }
      const read = Wire.readDefence(JSON.stringify(defence))
      expect(Admission.defend(read, worker, challenged, terms)).to.include({
        asked: 2,
        answered: 2,
        reproductions: 'p',
      })
    })
  })
})
