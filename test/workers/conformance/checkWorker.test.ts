import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import { Address } from '../../../protocol/index.ts'
import {
  checkWorker,
  formatReport,
  formatResult,
  InvalidUrlError,
  rules,
} from '../../../workers/conformance/index.ts'
import { IncompleteQuestionError } from '../../../workers/conformance/Options.ts'
import { plain } from '../../../workers/conformance/plain.ts'
import * as questions from '../../../workers/conformance/questions.ts'
import { budget } from '../../helpers/budget.ts'
import { agentId, signer, startWorker, type Twist, type Worker } from './conformingWorker.ts'

const timeouts = { resolve: 20_000, challenge: 20_000, other: 20_000 }

describe('checkWorker', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })
  const start = async (twist: Twist = {}): Promise<Worker> => {
    const worker = await startWorker(twist)
    open.push(worker)
    return worker
  }
  const listen = async (server: Server | ReturnType<typeof createTcpServer>): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(server)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('S1-3: where nobody listens, one rule fails and the rest waits for it', async () => {
    const server = createServer()
    const url = await listen(server)
    server.close()
    const report = await checkWorker(url, { timeouts })
    expect(report.ok).to.equal(false)
    expect(report.counts).to.deep.equal({ pass: 0, warn: 0, fail: 1, skip: rules.length - 1 })
    expect(report.rules[0]).to.include({ id: 'resolve-reply', status: 'fail' })
    expect(report.rules[0]!.seen).to.match(/ECONNREFUSED/)
  })

  it('tells rule after rule while it runs', async () => {
    const { url } = await start()
    const [started, ended]: [string[], string[]] = [[], []]
    await checkWorker(
      url,
      { timeouts },
      { onStart: ({ id }) => started.push(id), onResult: ({ id }) => ended.push(id) },
    )
    const ids = rules.map(({ id }) => id)
    expect(started).to.deep.equal(ids)
    expect(ended).to.deep.equal(ids)
  })

  it('C3: whose signature it is depends on the agent, which /health or the caller names', async () => {
    const silent = await start({ health: () => ({ status: 'ok' }) })
    const statusOf = async (url: string, options: object = {}) => {
      const report = await checkWorker(url, { timeouts, signer, ...options })
      return report.rules.find(({ id }) => id === 'signature')!
    }
    expect(await statusOf(silent.url)).to.include({ status: 'skip' })
    expect((await statusOf(silent.url)).todo).to.match(/agent_id/)
    expect(await statusOf(silent.url, { agentId })).to.include({ status: 'pass' })
    expect(await statusOf((await start()).url, { agentId: agentId + 1 })).to.include({ status: 'fail' })
  })

  it('with strict, a warning is a failure', async () => {
    const { url } = await start({ answer: ({ citations, ...reply }) => ({ ...reply, sources: [] }) })
    expect((await checkWorker(url, { timeouts })).ok).to.equal(true)
    expect((await checkWorker(url, { timeouts, strict: true })).ok).to.equal(false)
  })

  it('C54: a worker that honestly answers INVALID conforms; there is only less to see', async () => {
    const doubt = { determination: false, confidence: 0, outcome: 'INVALID' as const }
    const rule_check = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' as const }
    const { url } = await start({
      answer: ({ por, citations, ...reply }) => ({
        ...reply,
        ...doubt,
        sources: [],
        ...(reply.rule_check === undefined ? {} : { rule_check }),
      }),
    })
    const report = await checkWorker(url, { timeouts, strict: true })
    expect(report.ok).to.equal(true)
    const skipped = report.rules.flatMap(({ id, status }) => (status === 'skip' ? [id] : []))
    expect(skipped).to.include.members([
      ...['sources-present', 'auto-comparison', 'auto-window', 'other-request', 'por-valid'],
    ])
  })

  it('waits for a worker that says it is busy', async () => {
    let calls = 0
    const { url } = await start({
      take: (_, response) => {
        if (calls++ % 7 !== 0) return false
        response.writeHead(429, { 'retry-after': '0' }).end('{}')
        return true
      },
    })
    expect((await checkWorker(url, { timeouts, strict: true })).ok).to.equal(true)
  })

  it('a worker that knows only its own market is not blamed for that, unless its market is named', async () => {
    const market = Address.of(`0x${'cd'.repeat(20)}`)
    const { url } = await start({ parts: (parts) => ({ ...parts, chain_id: 1, market, round: 7 }) })
    const statusOf = async (options: object) => {
      const report = await checkWorker(url, { timeouts, ...options })
      return report.rules.find(({ id }) => id === 'por-market')!.status
    }
    expect(await statusOf({})).to.equal('skip')
    expect(await statusOf({ market, chainId: 1 })).to.equal('fail')
  })

  it('asks the worker under its path', async () => {
    const paths: string[] = []
    const { url } = await start({
      take: ({ path }, response) => {
        paths.push(path)
        response.writeHead(404).end()
        return true
      },
    })
    await checkWorker(`${url}/agents/7/?x=1#y`, { timeouts })
    expect(paths).to.include('/agents/7/a2a/resolve')
    expect(paths).to.include('/agents/7/health')
    expect(paths.every((path) => path.startsWith('/agents/7/') && !path.includes('?'))).to.equal(true)
  })

  describe('own question', () => {
    const own = { question: questions.auto.question, deadline: questions.auto.deadline }
    const real = { chainId: 1, market: `0x${'AB'.repeat(20)}`, marketId: 5, round: 3 }

    it('C3: is asked for its own market and round, and its signature is what counts', async () => {
      const asked: string[] = []
      const { url } = await start({
        signed: (reply, request) => {
          asked.push(`${request.market_id} ${request.context ?? ''}`)
          // Signs nothing but what exists.
          const { attestation, ...rest } = reply
          return request.market_id === 5 ? reply : rest
        },
      })
      const report = await checkWorker(url, { timeouts, ...own, ...real, signer })
      expect(report.rules.filter(({ status }) => status === 'fail')).to.deep.equal([])
      expect(report.rules.find(({ id }) => id === 'signature')!.status).to.equal('pass')
      const mine = asked.filter((one) => one.startsWith('5 '))
      expect(new Set(mine).size).to.equal(1)
      expect(mine[0])
        .to.include('"round":3')
        .and.include(`"market":"0x${'ab'.repeat(20)}"`)
    })

    it('is never challenged, and nothing else is asked about its market: what is signed there counts', async () => {
      const bodies: string[] = []
      const { url } = await start({
        take: ({ body }) => {
          bodies.push(body)
          return false
        },
      })
      await checkWorker(url, { timeouts, ...own, ...real, signer })
      const about = bodies.filter((body) => /"market_id":\s*5\b/.test(body))
      expect(new Set(about).size).to.equal(1)
      expect(about[0]).to.not.include('challenges')
    })

    it('of words takes the place of the manual one', async () => {
      const { url } = await start()
      const report = await checkWorker(url, {
        timeouts,
        question: 'Was version 16.0 of the Unicode Standard published?',
        deadline: 1,
      })
      expect(report.ok).to.equal(true)
    })

    it('error: needs its times, and must be one a market would take', async () => {
      const { question } = own
      const rejected = async (input: object) => {
        const result = await checkWorker('http://127.0.0.1:1', input).catch((error: Error) => error)
        return result instanceof Error ? result : undefined
      }
      expect(await rejected({ question })).to.be.instanceOf(IncompleteQuestionError)
      const high = question.replace('price_usd', 'price_usd_high')
      expect(await rejected({ ...own, question: high })).to.be.instanceOf(IncompleteQuestionError)
      expect((await rejected({ ...own, question: '§question Why?' }))?.name).to.equal('Question.InvalidError')
      expect((await rejected({ signer: '0x12' }))?.name).to.equal('Schema.MismatchError')
    })
  })

  describe('behavior: the worker is hostile', () => {
    it('follows no redirect', async () => {
      let visits = 0
      const elsewhere = await listen(
        createServer((_, response) => {
          visits++
          response.end('{}')
        }),
      )
      const { url } = await start({
        take: (_, response) => {
          response.writeHead(307, { location: `${elsewhere}/a2a/resolve` }).end()
          return true
        },
      })
      await checkWorker(url, { timeouts })
      expect(visits).to.equal(0)
    })

    it('fetches no proof from another origin, however it is written', async () => {
      let visits = 0
      const elsewhere = await listen(
        createServer((_, response) => {
          visits++
          response.end('{}')
        }),
      )
      const host = elsewhere.slice('http:'.length)
      const uris = [
        `${elsewhere}/por`,
        `${host}/por`,
        `\\\\${host.slice(2)}/por`,
        'file:///etc/hosts',
        'data:,{}',
      ]
      for (const uri of uris) {
        const { url } = await start({
          answer: (reply) => (reply.por === undefined ? reply : { ...reply, por: { ...reply.por, uri } }),
        })
        const report = await checkWorker(url, { timeouts })
        expect(report.rules.find(({ id }) => id === 'por-fetch')!.status, uri).to.equal('skip')
      }
      expect(visits).to.equal(0)
    })

    it('shows its words without what a terminal would obey', async () => {
      const evil = '\x1b[2J\x1b]0;owned\x07\u202egnp.exe\u0085\u2028\r\nPASS'
      const { url } = await start({ answer: (reply) => ({ ...reply, outcome: evil }) })
      const report = await checkWorker(url, { timeouts })
      const shown = formatReport(report, { colour: false })
      expect(shown).to.include('owned')
      expect(shown.replaceAll('\n', '')).to.not.match(/[\p{C}\p{Zl}\p{Zp}]/u)
      expect(shown.split('\n').filter((line) => line.startsWith('PASS'))).to.deep.equal([])
    })

    it('plain: any text becomes one short line', () => {
      expect(plain(`${'x'.repeat(299)}😀😀`)).to.equal(`${'x'.repeat(299)}😀…`)
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
          const shown = plain(text)
          expect([...shown].length).to.be.at.most(301)
          expect(shown).to.not.match(/[\p{C}\p{Zl}\p{Zp}]/u)
        }),
      )
    })

    it('whatever bytes it sends, the check ends with a report', async () => {
      const garbage = fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc
          .string()
          .map((text) => Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`)),
        fc.json().map((text) => Buffer.from(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${text}`)),
        fc
          .record({
            determination: fc.anything(),
            confidence: fc.double(),
            evidence: fc.string({ unit: 'binary' }),
            sources: fc.array(fc.string()),
            responses: fc.array(fc.string()),
            rule_check: fc.anything(),
            por: fc.record({ root: fc.constant(`0x${'00'.repeat(32)}`), uri: fc.webPath() }),
          })
          .map((value) => {
            const text = JSON.stringify({ ...value, determination: true }, (_, one) =>
              typeof one === 'bigint' ? Number(one) : one,
            )
            return Buffer.from(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${text}`)
          }),
      )
      await fc.assert(
        fc.asyncProperty(garbage, async (bytes) => {
          const server = createTcpServer((socket) => {
            socket.on('error', () => {})
            socket.once('data', () => socket.end(bytes))
          })
          const url = await listen(server)
          const report = await checkWorker(url, {
            timeouts: { resolve: 3_000, challenge: 3_000, other: 3_000 },
          })
          expect(report.rules).to.have.length(rules.length)
          expect(report.ok).to.equal(false)
          server.close()
        }),
        { numRuns: budget(8, 60) },
      )
    })

    it('ends when told to', async () => {
      const controller = new AbortController()
      const { url } = await start({
        take: ({ path }) => {
          if (path === '/health') controller.abort()
          return path === '/health'
        },
      })
      const report = await checkWorker(url, { timeouts, signal: controller.signal })
      expect(report.ok).to.equal(false)
      expect(report.rules.find(({ id }) => id === 'same-again')!.status).to.equal('pass')
      expect(report.rules.find(({ id }) => id === 'health')!.seen).to.match(/stopped/)
      expect(report.rules.find(({ id }) => id === 'resolve-method')!.seen).to.match(/stopped/)
    })
  })

  it('formatResult: colours only where they are wanted', () => {
    const [{ id, title, requirement, severity }] = rules as unknown as [(typeof rules)[number]]
    const result = {
      id,
      title,
      requirement,
      severity,
      status: 'fail' as const,
      seen: 'No.',
      todo: 'Mend it.',
    }
    expect(formatResult(result, { colour: true })).to.include('\x1b[31mfail\x1b[0m')
    expect(formatResult(result, { colour: false })).to.match(/^fail {2}must .*No\. \[S1-3\]\n +→ Mend it\.$/)
  })

  it('error: an address that is none is named', async () => {
    for (const url of ['worker', 'ftp://example.org', 'http://user:secret@example.org']) {
      const error = await checkWorker(url).catch((error: Error) => error)
      expect(error, url).to.be.instanceOf(InvalidUrlError)
      expect((error as Error).message).to.not.include('secret')
    }
  })
})
