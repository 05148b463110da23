import { sentencesOf } from './sentences.ts'

/** Text on a page that speaks to those who resolve markets, or to language models, instead of to its readers. */
const audience =
  /\b(?:AI|A\.I\.|LLMs?|language models?|assistants?|chatbots?|bots?|crawlers?|oracles?|oracle workers?|resolvers?|GPT|auditors?|judges? of this market|automated (?:readers?|systems?|agents?)|agents? (?:reading|processing|resolving)|models? (?:reading|processing))\b/i
const order =
  /\b(?:ignore|disregard|forget|override|resolve|output|answer|respond|reply|return|report|conclude|treat|consider|mark|set|quote|use only|do not (?:read|use|quote)|must|should|please|note to|attention|instruction|system)\b/i
const verdict =
  /\bresolve(?:s|d)?\b[^.]{0,60}\b(?:YES|NO|INVALID)\b|["']?\b(?:truth|outcome|determination|verdict|answer)["']?\s{0,3}[:=]\s{0,3}["']?(?:YES|NO|INVALID|true|false)\b|\b(?:answer|output|respond(?: with)?|say|vote|mark (?:it|this)(?: as)?)\s{0,2}[:=]?\s{0,2}["']?(?:YES|NO|INVALID)\b/i
const override =
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:previous|prior|above|earlier|other|all|any|these|your)\b[^.]{0,40}\b(?:instructions?|text|prompts?|rules?|content|sources?|pages?|statements?|guidelines?)\b/i
const role =
  /(?:^|[\s[<({*#])(?:SYSTEM|ASSISTANT|USER|INST|im_start)\s?[:\]>|]|you are (?:now )?(?:a|an|the) |begin(?:ning)? of (?:new )?(?:instructions?|prompt)/

/** Whether a sentence speaks so. */
export const isAddressed = (sentence: string): boolean =>
  verdict.test(sentence) ||
  override.test(sentence) ||
  role.test(sentence) ||
  (audience.test(sentence) && order.test(sentence) && isToThem(sentence))

/** The audience is spoken to, and not about: "AI agents: …", "Note to", "you". */
const isToThem = (sentence: string): boolean =>
  /\b(?:you|your|note to|attention|dear|instructions? (?:to|for)|for (?:any|all|the)|reading this|processing this|hey|hello)\b/i.test(
    sentence,
  ) ||
  /^[^.]{0,60}\b(?:AI|LLM|assistants?|bots?|resolvers?|oracles?|agents?|models?)\b[^.]{0,30}[:,–—-]/i.test(
    sentence,
  )

/** Whether a passage, with the sentences around it, does. */
export const hasAddressed = (passage: string): boolean =>
  sentencesOf(passage).some(isAddressed) || isAddressed(passage)
