import { type Case, schema } from '../../../../cli/commands/eval/Case.ts'
import {
  created,
  deadline,
  pages,
  question,
  repliesOf,
  type Story,
  text,
} from '../../../../cli/commands/worker/acquisition.ts'
import { Instant } from '../../../../protocol/index.ts'
import { type Role, roles } from '../../../../workers/pipeline/text/Prompts.ts'
import type { Fault } from '../../../services/model/fakeProvider.ts'
import { type Provider, replyOf, send } from '../../../services/model/fakeProvider.ts'

/** The worked example of the procedure as a case, with the truth that its pages give. */
export const caseOf = (story: Story, truth: Case['truth'], more: object = {}): Case =>
  schema.parse({
    id: story,
    question,
    rules: '',
    created,
    deadline,
    asked_at: Instant.parse('2026-04-03T08:00:00Z'),
    sources: text.sources.map(({ url, description, class: kind, completeFor }) => ({
      url,
      name: description,
      role: kind === 'primary' ? 'primary' : 'secondary',
      complete_for: completeFor ?? null,
    })),
    pages: text.sources.map(({ id, url }) => ({
      url,
      content_type: 'text/plain; charset=utf-8',
      ...pages[story][id],
    })),
    truth,
    ...more,
  })

/** What the model says of a story; a case numbers its sources, where the story has names. */
export const repliesTo = (story: Story): Readonly<Record<Role, string>> => {
  const named = repliesOf(story)
  const numbered = (reply: string) =>
    text.sources.reduce((said, { id }, i) => said.replaceAll(`"${id}"`, `"source-${i + 1}"`), reply)
  return Object.fromEntries(roles.map((role) => [role, numbered(named[role])])) as Record<Role, string>
}

/** A provider that says in each role what it is given to say, as its API has it. */
export const playing =
  (provider: Provider, replies: Readonly<Record<Role, string>>): Fault =>
  (response, dialect) => {
    const { body } = provider.seen.at(-1)!
    const messages = body.messages as { content: string }[]
    const system = dialect === 'openai' ? messages[0]!.content : String(body.system)
    const role = roles.find((one) => system.startsWith(`You are the ${one} of`))!
    send(response, 200, replyOf(dialect, replies[role]))
  }

/** As many of the same. */
export const times = <value>(count: number, value: value): value[] =>
  Array.from({ length: count }, () => value)
