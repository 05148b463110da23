import * as Catalog from '../protocol/Catalog.ts'
import { openRoutesOf } from '../services/http/crossOrigin.ts'
import { openapiDocument } from '../services/http/openapiDocument.ts'
import { commonRoutes, methodsOf, pathsOf, type Routes } from '../services/http/Routes.ts'
import { health } from './health.ts'

const text = { type: 'string' }
const wholeNumber = { type: 'integer', minimum: 0 }
const picture = { type: 'string', format: 'binary' }

/** What every list takes. */
const paging = {
  after: { schema: text, description: 'The `next` of the page before.' },
  limit: { schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
}
const path = { marketId: wholeNumber, round: wholeNumber, agentId: wholeNumber }
const refuses = [400, 404, 429, 500, 503] as const

const operations: Routes = {
  'GET /v1/markets': {
    id: 'markets',
    isOpen: true,
    summary: 'Markets, the youngest first, with how many there are in each state.',
    query: {
      state: { schema: text, description: `One or several of ${Catalog.states.join(', ')}, by commas.` },
      q: { schema: text, description: 'Words of the question, an id, an address, a round root.' },
      event: { schema: text },
      category: { schema: text },
      mine: { schema: text, description: 'An address that has to do with the market.' },
      order: { schema: { enum: ['new', 'closing'], default: 'new' } },
      ...paging,
    },
    gives: 'MarketList',
    refuses,
  },
  'GET /v1/markets/{marketId}': {
    id: 'market',
    isOpen: true,
    summary: 'One market: workers, rounds, appeals, bets, money.',
    path,
    gives: 'Market',
    refuses,
  },
  'GET /v1/markets/{marketId}/events': {
    id: 'marketEvents',
    isOpen: true,
    summary: 'What happened to a market.',
    path,
    query: { order: { schema: { enum: ['new', 'old'], default: 'new' } }, ...paging },
    gives: 'EventList',
    refuses,
  },
  'GET /v1/markets/{marketId}/rounds': {
    id: 'rounds',
    isOpen: true,
    summary: 'The rounds of a market, with what was reported and where their files are.',
    path,
    gives: 'RoundList',
    refuses,
  },
  'GET /v1/markets/{marketId}/rounds/{round}/progress': {
    id: 'progress',
    isOpen: true,
    summary: 'How far the collection of a round is, in counts, as its gateway says.',
    path,
    gives: 'Progress',
    refuses,
  },
  'GET /v1/rounds': {
    id: 'desk',
    isOpen: true,
    summary: 'Reported rounds whose challenge window is open, least time first.',
    query: { window: { schema: { enum: ['open'], default: 'open' } }, ...paging },
    gives: 'DeskList',
    refuses,
  },
  'GET /v1/agents': {
    id: 'agents',
    isOpen: true,
    summary: 'Agents that joined a market.',
    query: {
      q: { schema: text, description: 'Words of a name, an id, an address.' },
      order: { schema: { enum: ['id', 'settled', 'factor'], default: 'id' } },
      ...paging,
    },
    gives: 'AgentList',
    refuses,
  },
  'GET /v1/agents/{agentId}': {
    id: 'agent',
    isOpen: true,
    summary: 'One agent: its markets, record, calibration, faults.',
    path,
    query: paging,
    gives: 'Agent',
    refuses,
  },
  'GET /v1/agents/{agentId}/endpoint': {
    id: 'endpoint',
    isOpen: true,
    summary: 'Whether somebody answers at its endpoint; asked at most once a minute.',
    path,
    gives: 'Endpoint',
    refuses,
  },
  'GET /v1/accounts/{address}': {
    id: 'account',
    isOpen: true,
    summary: 'Everything that an account has to do with.',
    path: { address: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } },
    query: paging,
    gives: 'Account',
    refuses,
  },
  'GET /v1/groups': {
    id: 'groups',
    isOpen: true,
    summary: 'Events and categories with the number of their markets.',
    gives: 'Groups',
    refuses,
  },
  'GET /v1/events': {
    id: 'events',
    isOpen: true,
    summary:
      'What happened on the chain; with accept: text/event-stream as it happens: `chain`, `head` and `removed`, after the Last-Event-ID.',
    query: {
      market: { schema: wholeNumber },
      order: { schema: { enum: ['new', 'old'], default: 'new' } },
      ...paging,
    },
    gives: {
      200: [
        'Events.',
        {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/EventList' } },
            'text/event-stream': { schema: text },
          },
        },
      ],
    },
    refuses,
  },
  'GET /v1/picture': {
    id: 'picture',
    isOpen: true,
    summary:
      'The picture that a market’s question names: PNG, JPEG or WebP by its own bytes, at most 512 kB.',
    query: { market: { schema: wholeNumber } },
    gives: {
      200: [
        'The picture.',
        {
          content: {
            'image/png': { schema: picture },
            'image/jpeg': { schema: picture },
            'image/webp': { schema: picture },
          },
        },
      ],
    },
    refuses,
  },
  'GET /config.json': {
    id: 'config',
    isOpen: true,
    summary: 'The deployment: chain, contracts, gateways, keys and bases of sources.',
    gives: 'Config',
    refuses,
  },
  ...commonRoutes,
}

export const routes = methodsOf(operations)
export const openRoutes = openRoutesOf(operations)

const schemas = {
  MarketList: Catalog.marketList,
  Market: Catalog.market,
  EventList: Catalog.eventList,
  RoundList: Catalog.roundList,
  DeskList: Catalog.deskList,
  Progress: Catalog.progress,
  AgentList: Catalog.agentList,
  Agent: Catalog.agent,
  Endpoint: Catalog.endpoint,
  Account: Catalog.account,
  Groups: Catalog.groups,
  Config: Catalog.config,
  Health: health,
}

/** The indexer's OpenAPI 3.1 document. */
export const openapi = (publicUrl: string): object =>
  openapiDocument({
    title: 'CREsolver indexer',
    version: '0.1.0',
    description:
      'Lists and histories of markets, agents and accounts, from the chain. Whoever pays or is paid reads the contract.',
    publicUrl,
    paths: pathsOf(operations),
    schemas,
  })
