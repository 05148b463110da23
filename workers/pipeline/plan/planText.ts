import { displayOf } from '../questionIn.ts'
import type { Subject } from '../Subject.ts'
import { appliesTo, type TextConfig } from '../text/TextSource.ts'
import { makePlan } from './makePlan.ts'
import type { Plan, Planning } from './Plan.ts'
import { type QuestionFacts, questionFacts } from './QuestionFacts.ts'
import { addHits, runSearches, type Searched } from './runSearches.ts'

/** A plan with what its searches found, and the sources that it comes to. */
export type Planned = {
  readonly plan: Plan
  readonly searched: readonly Searched[]
  /** The config that a question is compiled with: its sources are those of the plan. */
  readonly text: TextConfig
}

/** A plan before its searches have run. */
export type Draft = { readonly plan: Plan; readonly facts: QuestionFacts; readonly text: TextConfig }

/** Plans for a question whose deadline is known; null where it is not. */
export function draftPlan(planning: Planning, text: TextConfig, subject: Subject): Draft | null {
  const { deadline } = subject
  if (deadline === null) return null
  const facts = questionFacts({ ...subject, deadline })
  const inline = text.sources.filter((source) => appliesTo(source, displayOf(subject)))
  const { search, ...rest } = planning
  const plan = makePlan(facts, { ...rest, searches: search !== null, inline })
  return { plan, facts, text: withSources(text, plan) }
}

/** Runs the searches of a plan, and takes up what they found. */
export async function finishPlan(
  planning: Planning,
  { plan, facts, text }: Draft,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Planned> {
  if (planning.search === null || plan.searches.length === 0) return { plan, searched: [], text }
  const found = await runSearches(planning.search, plan.searches, options)
  const finished = addHits(plan, found, facts, planning.registry?.entries ?? [])
  return { ...finished, text: withSources(text, finished.plan) }
}

const withSources = ({ admit }: TextConfig, { sources }: Plan): TextConfig => ({
  admit,
  sources: sources.map(({ source }) => ({ ...source, topics: [] })),
})
