import { expect } from 'chai'
import fc from 'fast-check'
import { keccak256, toBytes } from 'viem'
import { Question, Round, Rule } from '../../protocol/index.ts'
import { decimal } from '../helpers/questions.ts'

/** The rule of these lines, whether it is valid or not. */
const ruleOf = (...lines: string[]): Rule.Rule =>
  Question.parse(['§question Q', '§rule', ...lines].join('\n')).rule
const bitcoin = ['source:coingecko:bitcoin', 'op:gte', 'target:75000']
const manual = ruleOf('source:manual')
const codes = (...lines: string[]) => Rule.problems(ruleOf(...lines)).map(({ code }) => code)
const times = { created: 1_000, deadline: 5_000 }

describe('Rule', () => {
  describe('problems', () => {
    it('S0-17: a source is provider:asset or manual', () => {
      const bad = [
        'bitcoin',
        'Manual',
        'manual:x',
        ':bitcoin',
        'coingecko:',
        'coin gecko:x',
        'coingecko:a b',
        'coingecko:é',
      ]
      for (const source of bad) {
        expect(codes(`source:${source}`, 'op:gte', 'target:1'), source).to.deep.equal(['INVALID_SOURCE'])
      }
      expect(codes('source:coingecko:a:b/c', 'op:gte', 'target:1')).to.deep.equal([])
    })

    it('S0-18: a metric is one word without a colon', () => {
      for (const metric of ['a:b', 'a b', 'é'])
        expect(codes(...bitcoin, `metric:${metric}`)).to.deep.equal(['INVALID_METRIC'])
    })

    it('B8 SPEC §1: a provider that nobody has is refused, with the list of those there are', () => {
      for (const source of ['nonsense:thing', 'kraken:xbt', 'constructor:x', 'coingeck0:bitcoin'])
        expect(codes(`source:${source}`, 'metric:price', 'op:gte', 'target:1'), source).to.deep.equal([
          'UNKNOWN_PROVIDER',
        ])
      const [problem] = Rule.problems(ruleOf('source:nonsense:thing', 'op:gte', 'target:1'))
      for (const name of ['coingecko', 'binance', 'defillama', 'polymarket', 'http', 'web'])
        expect(problem!.message).to.include(name)
      expect(problem).to.include({ key: 'source', severity: 'error' })
    })

    it('B8 S0-80: seed 000’s price_usd, tvl and market_cap are names of the provider’s own', () => {
      for (const [source, metric] of [
        ['coingecko:bitcoin', 'price_usd'],
        ['coingecko:bitcoin', 'market_cap'],
        ['CoinGecko:bitcoin', 'MARKET_CAP_HIGH'],
        ['coingecko:bitcoin', 'market_cap_eur_low'],
        ['defillama:aave', 'tvl'],
        ['defillama:chain:all', 'TVL_low'],
        ['binance:BTCUSDT', 'price_high'],
        ['polymarket:540234', 'resolved_yes'],
        ['polymarket:540234', 'closed'],
        ['http:weather/berlin', 'temperature'],
        ['web:bulletin', 'level_high'],
      ])
        expect(
          codes(`source:${source}`, `metric:${metric}`, 'op:gte', 'target:1'),
          `${source} ${metric}`,
        ).to.deep.equal([])
    })

    it('B8 SPEC §1: a metric that its provider lacks is refused, with the list of those it has', () => {
      for (const [source, metric, has] of [
        ['coingecko:bitcoin', 'tvl', 'market_cap'],
        ['coingecko:bitcoin', 'price', 'price_<currency>'],
        ['coingecko:bitcoin', 'price_high', 'price_<currency>'],
        ['coingecko:bitcoin', 'price_usd_high_high', 'price_<currency>'],
        ['binance:BTCUSDT', 'price_usd', 'price'],
        ['defillama:aave', 'market_cap', 'tvl'],
        ['polymarket:540234', 'price', 'resolved_<outcome>'],
      ]) {
        const rule = ruleOf(`source:${source}`, `metric:${metric}`, 'op:gte', 'target:1')
        const problems = Rule.problems(rule)
        expect(
          problems.map(({ code, key }) => `${code} ${key}`),
          `${source} ${metric}`,
        ).to.deep.equal(['UNKNOWN_METRIC metric'])
        expect(problems[0]!.message).to.include(has!)
      }
    })

    it('B8 SPEC §1: such a rule written on a chain directly is treated as manual', () => {
      const docket = (...lines: string[]) => {
        const question = ['§question Q', '§rule', ...lines, 'op:gte', 'target:1'].join('\n')
        return Round.docketRule(Question.pose({ question, createdAt: 1_000, deadline: 5_000 }))
      }
      expect(docket('source:nonsense:thing', 'metric:x')).to.equal(null)
      expect(docket('source:coingecko:bitcoin', 'metric:tvl')).to.equal(null)
      expect(docket('source:coingecko:bitcoin', 'metric:market_cap')).to.include({ from: 5_000, to: 8_900 })
    })

    it('S0-19: an op is one of five', () => {
      for (const op of ['GTE', '>=', 'ne', 'tostring']) {
        expect(codes('source:coingecko:x', `op:${op}`, 'target:1'), op).to.deep.equal(['INVALID_OP'])
      }
    })

    it('S0-20 C32: a target is a decimal that fits the chain, and is never rounded', () => {
      const withTarget = (target: string) => codes('source:coingecko:x', 'op:gte', `target:${target}`)
      for (const target of [
        '75000',
        '-0.5',
        '0.000000000000000001',
        '1.0000000000000000000',
        '170141183460469231731',
      ]) {
        expect(withTarget(target), target).to.deep.equal([])
      }
      for (const target of ['75,000', '$75000', '1e5', '75k', '+1', '.5']) {
        expect(withTarget(target), target).to.deep.equal(['INVALID_TARGET'])
      }
      expect(withTarget('0.0000000000000000001')).to.deep.equal(['TARGET_PRECISION'])
      expect(withTarget('170141183460469231732')).to.deep.equal(['TARGET_RANGE'])
      expect(withTarget('99999999999999999999')).to.deep.equal([])
    })

    it('C56: a deadline is seconds or an instant in UTC', () => {
      for (const deadline of ['0', '1771631940', '2026-02-20T23:59Z', '2026-02-20T23:59:00Z']) {
        expect(codes('source:manual', `deadline:${deadline}`), deadline).to.deep.equal([])
      }
      const bad = [
        '2026-02-20',
        '2026-02-30T00:00Z',
        '2026-02-20T23:59:00+01:00',
        '1969-12-31T23:59Z',
        '1099511627776',
        '-1',
      ]
      for (const deadline of bad) {
        expect(codes('source:manual', `deadline:${deadline}`), deadline).to.deep.equal(['INVALID_DEADLINE'])
      }
    })

    it('SPEC §1: a tolerance is whole seconds, and leaves time for a report', () => {
      for (const tolerance of ['0', '165600'])
        expect(codes(...bitcoin, `tolerance:${tolerance}`)).to.deep.equal([])
      for (const tolerance of ['165601', '604800', '-1', '1.5', '1h']) {
        expect(codes(...bitcoin, `tolerance:${tolerance}`), tolerance).to.deep.equal(['INVALID_TOLERANCE'])
      }
    })

    it('SPEC §1: validate refuses a question whose tolerance leaves no time for a report', () => {
      const text = (tolerance: number) =>
        ['§question Q', '§rule', ...bitcoin, `tolerance:${tolerance}`].join('\n')
      expect(Question.isValid(text(Rule.maxTolerance))).to.equal(true)
      for (const tolerance of [165_601, 200_000, 604_800])
        expect(() => Question.validate(text(tolerance)), `${tolerance}`).to.throw('INVALID_TOLERANCE')
    })

    it('a manual rule has no use for numbers', () => {
      const problems = Rule.problems(ruleOf('source:manual', 'op:gte', 'target:1', 'metric:x', 'tolerance:1'))
      expect(problems.map(({ code, key, severity }) => `${severity} ${code} ${key}`)).to.deep.equal(
        ['metric', 'op', 'target', 'tolerance'].map((key) => `warning UNUSED_KEY ${key}`),
      )
    })
  })

  describe('metricUsed', () => {
    it('C50: falls back to the provider’s default', () => {
      const used = (source: string, ...more: string[]) => Rule.metricUsed(ruleOf(`source:${source}`, ...more))
      expect(used('coingecko:x')).to.equal('price_usd')
      expect(used('CoinGecko:x')).to.equal('price_usd')
      expect(used('defillama:x')).to.equal('tvl')
      expect(used('binance:x')).to.equal('price')
      expect(used('coingecko:x', 'metric:market_cap')).to.equal('market_cap')
      expect(() => used('polymarket:x')).to.throw(
        Rule.MetricRequiredError,
        'no default metric for polymarket',
      )
      expect(() => used('constructor:x')).to.throw(Rule.MetricRequiredError)
      expect(() => used('manual')).to.throw(Rule.ManualRuleError)
    })
  })

  describe('evaluate', () => {
    it('S0-19: compares as each op says', () => {
      const table: [string, boolean, boolean, boolean][] = [
        ['gte', false, true, true],
        ['lte', true, true, false],
        ['gt', false, false, true],
        ['lt', true, false, false],
        ['eq', false, true, false],
      ]
      for (const [op, below, at, above] of table) {
        const rule = ruleOf('source:coingecko:x', `op:${op}`, 'target:75000')
        const met = (value: string) => Rule.evaluate(rule, value).met
        expect(
          [met('74999.999999999999999999'), met('75000.00'), met('75000.000000000000000001')],
          op,
        ).to.deep.equal([below, at, above])
      }
    })

    it('S0-20: gives what it compared', () => {
      expect(Rule.evaluate(ruleOf(...bitcoin), '75000.0')).to.deep.equal({
        met: true,
        outcome: 'YES',
        metric_used: 'price_usd',
        value: '75000.0',
        target: '75000',
        op: 'gte',
      })
      expect(Rule.evaluate(ruleOf(...bitcoin), '-1').outcome).to.equal('NO')
    })

    it('C35 C54: no value is INVALID', () => {
      expect(Rule.evaluate(ruleOf(...bitcoin), null)).to.include({
        met: null,
        outcome: 'INVALID',
        value: null,
      })
    })

    it('C32: exactly one of lt, eq and gt holds for any two decimals', () => {
      fc.assert(
        fc.property(decimal, decimal, (value, target) => {
          fc.pre(target.replace('-', '').split('.')[0]!.length < 20)
          const met = (op: string) =>
            Rule.evaluate(ruleOf('source:coingecko:x', `op:${op}`, `target:${target}`), value).met
          expect([met('lt'), met('eq'), met('gt')].filter(Boolean)).to.have.length(1)
          expect(met('gte')).to.equal(!met('lt'))
          expect(met('lte')).to.equal(!met('gt'))
        }),
      )
    })

    it('error: a manual rule, a rule that cannot be used, and a value that is no decimal', () => {
      expect(() => Rule.evaluate(manual, '1')).to.throw(Rule.ManualRuleError)
      expect(() => Rule.evaluate(ruleOf('source:coingecko:x', 'op:gte'), '1')).to.throw(
        Rule.InvalidRuleError,
        'MISSING_TARGET',
      )
      expect(() => Rule.evaluate(ruleOf(...bitcoin), '7.5e4')).to.throw('"7.5e4" is not a decimal number.')
    })
  })

  describe('docketRule', () => {
    it('names the source by the hash of its lower-case text, with the metric that is used', () => {
      const id = keccak256(toBytes('binance:btcusdt:price'))
      expect(Rule.sourceId(ruleOf('source:Binance:BTCUSDT', 'op:gt', 'target:1'))).to.equal(id)
      expect(Rule.sourceId(ruleOf('source:binance:btcusdt', 'metric:PRICE', 'op:gt', 'target:1'))).to.equal(
        id,
      )
    })

    it('C54: a snapshot counts from the deadline on, for as long as the provider’s tolerance', () => {
      const to = (source: string, ...more: string[]) =>
        Rule.window(ruleOf(`source:${source}`, 'op:gt', 'target:1', ...more), times).to - times.deadline
      expect(to('coingecko:x')).to.equal(3_900)
      expect(to('defillama:x')).to.equal(90_000)
      expect(to('binance:x')).to.equal(120)
      expect(to('http:x', 'metric:m')).to.equal(3_900)
      expect(to('binance:x', 'tolerance:0')).to.equal(0)
      expect(Rule.window(ruleOf(...bitcoin), times).from).to.equal(times.deadline)
      expect(() => to('binance:x', 'tolerance:x')).to.throw(Rule.InvalidRuleError, 'INVALID_TOLERANCE')
    })

    it('C55: a high or low counts from creation to the deadline', () => {
      for (const metric of ['price_usd_high', 'price_LOW']) {
        expect(Rule.window(ruleOf(...bitcoin, `metric:${metric}`), times)).to.deep.equal({
          from: 1_000,
          to: 5_000,
        })
      }
      expect(Rule.window(ruleOf(...bitcoin, 'metric:highest'), times).from).to.equal(5_000)
    })

    it('B2: a snapshot is ready at the end of its window, and a rule with too long a one is treated as manual', () => {
      const readyAt = (...lines: string[]) =>
        Rule.docketRule(ruleOf(...lines, 'op:gt', 'target:1'), times)?.readyAt ?? null
      expect(readyAt('source:binance:x')).to.equal(5_120)
      expect(readyAt('source:defillama:x')).to.equal(95_000)
      expect(readyAt('source:binance:x', 'tolerance:165600')).to.equal(170_600)
      expect(readyAt('source:binance:x', 'tolerance:165601')).to.equal(null)
      expect(readyAt('source:binance:x', 'metric:price_high', 'tolerance:165601')).to.equal(null)
    })

    it('B2: a high or low waits for the provider’s last samples, whatever tolerance it names', () => {
      for (const more of [[], ['tolerance:0'], ['tolerance:9000']]) {
        const rule = ruleOf('source:binance:x', 'metric:price_high', 'op:gt', 'target:1', ...more)
        expect(Rule.docketRule(rule, times)).to.include({ from: 1_000, to: 5_000, readyAt: 5_120 })
      }
    })

    it('C67: zkTLS as resolver takes no lesser proof', () => {
      expect(Rule.maxTier(ruleOf(...bitcoin, 'resolver:brevis:zktls'))).to.equal(0)
      expect(Rule.maxTier(ruleOf(...bitcoin, 'resolver:Brevis:zkTLS'))).to.equal(0)
      expect(Rule.maxTier(ruleOf(...bitcoin, 'resolver:soothsayer'))).to.equal(3)
      expect(Rule.maxTier(ruleOf(...bitcoin))).to.equal(3)
    })

    it('is the rule in numbers, and null for a manual one', () => {
      expect(
        Rule.docketRule(ruleOf('source:coingecko:bitcoin', 'op:lt', 'target:-0.5'), times),
      ).to.deep.equal({
        sourceId: keccak256(toBytes('coingecko:bitcoin:price_usd')),
        op: 4,
        target: -5n * 10n ** 17n,
        from: 5_000,
        to: 8_900,
        readyAt: 8_900,
        maxTier: 3,
      })
      expect(Rule.docketRule(manual, times)).to.equal(null)
      expect(
        ['gte', 'lte', 'gt', 'lt', 'eq'].map((op) =>
          Rule.opCode(ruleOf('source:coingecko:x', `op:${op}`, 'target:1')),
        ),
      ).to.deep.equal([1, 2, 3, 4, 5])
      expect(Rule.opCode(manual)).to.equal(0)
    })

    it('C56: refuses a deadline other than the contract’s', () => {
      const rule = ruleOf(...bitcoin, 'deadline:1970-01-01T01:23:20Z')
      expect(Rule.docketRule(rule, times)).to.include({ from: 5_000 })
      expect(() => Rule.docketRule(rule, { created: 0, deadline: 5_001 })).to.throw(
        Rule.DeadlineMismatchError,
      )
      expect(() => Rule.checkDeadline(rule, 5_000)).not.to.throw()
      expect(() => Rule.checkDeadline(ruleOf(...bitcoin), 1)).not.to.throw()
    })
  })

  describe('touchWarning', () => {
    const rule = ruleOf(...bitcoin)

    it('C55: warns when the words mean "at any time" and the rule one sample', () => {
      for (const text of [
        'Will BTC hit $75,000?',
        'Will BTC reach it',
        'BTC above 75k BY Friday?',
        'Touches 75k?',
      ]) {
        expect(Rule.touchWarning(text, rule), text).to.include({
          code: 'TOUCH_WORDING',
          metric: 'price_usd_high',
        })
      }
      const low = ruleOf('source:binance:btcusdt', 'op:lte', 'target:1')
      expect(Rule.touchWarning('Will BTC dip to 1?', low)).to.include({ metric: 'price_low' })
    })

    it('C55: is silent on other words, on highs and lows, and on manual rules', () => {
      expect(Rule.touchWarning('Will BTC close above $75,000 on Friday? White standby', rule)).to.equal(null)
      expect(Rule.touchWarning('Will BTC hit it?', ruleOf(...bitcoin, 'metric:price_usd_high'))).to.equal(
        null,
      )
      expect(Rule.touchWarning('Will it hit?', manual)).to.equal(null)
      expect(Rule.touchWarning('Will it hit?', ruleOf('source:polymarket:x'))).to.equal(null)
    })
  })
})
