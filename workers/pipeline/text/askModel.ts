import { Bytes, type Evidence, Hash, Instant } from '../../../protocol/index.ts'
import * as Cause from '../../../services/model/Cause.ts'
import type { Completion, Model } from '../../../services/model/Model.ts'
import { modelProvider, replyId } from '../Recorded.ts'
import { SOPExecutionError, type Stage, type Time } from '../Stage.ts'
import * as ModelReply from './ModelReply.ts'
import { type PromptFile, toPrompt } from './Prompts.ts'

export type Asking = {
  readonly model: Model
  /** Unix seconds, for the receipts of what a model said. */
  readonly now: () => number
}

/**
 * Asks a model once and keeps what it said, under the name of its role unless another is given. A reply that is not exactly of its
 * schema counts for nothing: it is not repaired, and nothing is picked out of it.
 */
export async function askModel(
  { model, now }: Asking,
  stage: Stage,
  file: PromptFile,
  data: unknown,
  { signal, until, id = replyId(file.role) }: Time & { readonly id?: string } = {},
): Promise<Evidence.EvidenceItem> {
  const prompt = toPrompt(file, data)
  const { text, usage } = await complete()
  if (ModelReply.read(ModelReply.schemas[file.output_schema_ref], text) === null) {
    throw new SOPExecutionError(stage, 'MODEL_REPLY', {
      reason: `what the model said as ${file.role} is not ${file.output_schema_ref}, and nothing is read into it.`,
    })
  }
  return {
    schema_version: 'v1',
    evidence_id: id,
    source: {
      source_id: Hash.ofText(`model:${model.name}:completion`.toLowerCase()),
      provider: modelProvider,
      uri: `model:${model.name}`.slice(0, 2_048),
    },
    retrieval: {
      retrieved_at: Instant.format(now()),
      method: 'POST',
      request_hash: Hash.ofJson({ system: prompt.system, user: prompt.user, max_tokens: prompt.maxTokens }),
      response_hash: Hash.ofBytes(Bytes.fromText(text)),
      status: 200,
      tool: 'model',
    },
    provenance: {
      kind: 'none',
      tier: 3,
      // What it cost is part of the receipt; it proves nothing.
      proof: {
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cost_micro_usd: usage.costMicroUsd === null ? null : Math.round(usage.costMicroUsd),
      },
      confidence_bps: 0,
    },
    content_type: 'application/json',
    content: text,
    normalized: null,
    used: false,
  }

  async function complete(): Promise<Completion> {
    try {
      return await model.complete(prompt, { signal, until })
    } catch (cause) {
      if (signal?.aborted) throw cause
      const why = Cause.causeOf(cause)
      throw new SOPExecutionError(stage, 'NO_MODEL', {
        reason: `the model gave nothing as ${file.role}: ${Cause.words[why]}.`,
        again: Cause.isFinal(why) ? null : Cause.isPassing(why) ? 'soon' : 'later',
        cause,
      })
    }
  }
}
