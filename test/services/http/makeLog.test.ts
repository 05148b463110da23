import { Writable } from 'node:stream'
import { expect } from 'chai'
import { type LogLevel, makeLog } from '../../../services/http/makeLog.ts'

describe('a log', () => {
  function logTo(level: LogLevel) {
    const lines: Record<string, unknown>[] = []
    const stream = new Writable({
      write(chunk, _, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    return { log: makeLog(level, { stream }), lines }
  }

  it('is one object a line, with the level in words and the time as ISO 8601', () => {
    const { log, lines } = logTo('info')
    log.info({ market_id: 7 }, 'a round begins')
    expect(lines).to.have.length(1)
    const { time, ...rest } = lines[0]!
    expect(rest).to.deep.equal({ level: 'info', market_id: 7, msg: 'a round begins' })
    expect(new Date(String(time)).toISOString()).to.equal(time)
  })

  it('leaves out what is below its level', () => {
    const { log, lines } = logTo('warn')
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d')
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['c', 'd'])
    const silent = logTo('silent')
    silent.log.fatal('e')
    expect(silent.lines).to.deep.equal([])
  })

  it('takes out keys, tokens and RPC URLs, should they ever be given to it', () => {
    const { log, lines } = logTo('info')
    const secret = { key: 'secret', authorization: 'secret', rpcUrl: 'https://secret' }
    log.info({ ...secret, config: { ...secret, port: 1 } }, 'x')
    expect(JSON.stringify(lines)).not.to.contain('secret')
    expect(lines[0]!.config).to.deep.equal({ port: 1 })
  })

  it('tells errors with their stack', () => {
    const { log, lines } = logTo('info')
    log.error({ err: new TypeError('no') }, 'it failed')
    expect(lines[0]!.err).to.include({ type: 'TypeError', message: 'no' })
    expect((lines[0]!.err as { stack: string }).stack).to.contain('makeLog.test.ts')
  })
})
