import type { Wire } from '../../../../protocol/index.ts'
import type { Call, Twist } from '../conformingWorker.ts'
import {
  type Breaking,
  html,
  isPhase,
  nested,
  type Responder,
  setting,
  status,
  taking,
  without,
} from './Breaking.ts'

const isCard = ({ path }: Call) => path.endsWith('agent-card.json')

export const discoveries: Breaking[] = [
  { rule: 'card', name: 'has no card', twist: taking(isCard, status(404)), status: 'warn' },
  { rule: 'card', name: 'has a page for a card', twist: taking(isCard, html(200)), status: 'warn' },
  {
    rule: 'card-shape',
    name: 'has a card of an older version',
    twist: () => ({
      card: (card) => ({
        ...without('supportedInterfaces')(card),
        url: 'http://127.0.0.1',
        protocolVersion: '0.3',
      }),
    }),
    status: 'warn',
    seen: /supportedInterfaces/,
  },
  {
    rule: 'card-shape',
    name: 'has a card without skills',
    twist: () => ({ card: setting({ skills: [] }) }),
    status: 'warn',
    seen: /skills/,
  },
  {
    rule: 'old-card',
    name: 'has no card where it was before',
    twist: taking(({ path }) => path.endsWith('/agent.json'), status(404)),
    status: 'warn',
  },
  {
    rule: 'health',
    name: 'is not well',
    twist: taking(({ path }) => path === '/health', status(503)),
    status: 'warn',
  },
]

export const hostile = (phase: Wire.Phase): Breaking[] => {
  const when = (test: (body: string) => boolean) => (call: Call) => isPhase[phase](call) && test(call.body)
  const bad: Record<string, (body: string) => boolean> = {
    malformed: (body) => !body.endsWith('}') && body.length < 100,
    mistyped: (body) => /"one"|: "Why\?"\}$/.test(body),
    long: (body) => body.includes('x'.repeat(10_000)),
    deep: (body) => body.includes(nested(20_000)),
  }
  const each = Object.entries(bad).flatMap(([name, test]): Breaking[] => [
    { rule: `${phase}-${name}`, name: 'fails', twist: taking(when(test), status(500)), seen: /status 500/ },
    {
      rule: `${phase}-${name}`,
      name: 'shows an error page',
      twist: taking(when(test), html(400)),
      seen: /no JSON/,
    },
    {
      rule: `${phase}-${name}`,
      name: 'takes it for a request',
      twist: taking(when(test), status(200, '{}')),
      seen: /status 200/,
    },
    {
      rule: `${phase}-${name}`,
      name: 'hangs up',
      twist: taking(when(test), (response) => response.socket?.destroy()),
      ...(name === 'long' && { status: 'warn' as const }),
    },
  ])
  const typed = (respond: Responder) => (): Twist => ({
    take: (call, response, request) => {
      if (!isPhase[phase](call) || request.headers['content-type'] !== 'text/plain') return false
      respond(response, call)
      return true
    },
  })
  const rule = `${phase}-media-type`
  return [
    ...each,
    { rule, name: 'fails', twist: typed(status(500)), seen: /status 500/ },
    { rule, name: 'does not mind', twist: typed(status(200, '{}')), status: 'warn' },
  ]
}

export const lasting: Breaking[] = [
  {
    rule: 'resolve-method',
    name: 'answers to GET',
    twist: taking(({ path, method }) => path === '/a2a/resolve' && method === 'GET', status(200)),
    status: 'warn',
  },
  {
    rule: 'still-answers',
    name: 'does not survive',
    twist: () => {
      let isDead = false
      return {
        take: ({ path, method }, response) => {
          if (isDead) response.socket?.destroy()
          if (path === '/a2a/resolve' && method === 'GET') isDead = true
          return response.socket === null || response.socket.destroyed
        },
      }
    },
  },
]
