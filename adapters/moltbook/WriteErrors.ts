import { BaseError, Instant } from '../../protocol/index.ts'
import type { FailureReason } from './Ledger.ts'
import { clip } from './Replies.ts'

/** Why something is not written, sorted by what to do about it. */

/** Not now. It stays in the outbox. */
export class DeferredError extends BaseError {
  override readonly name = 'Moltbook.DeferredError'
  readonly until: number
  constructor(until: number, why: string) {
    super(`It waits in the outbox until ${Instant.format(until)}: ${why}.`, {
      metaMessages: ['The same command, or `market cycle` for the same account, sends it from then on.'],
    })
    this.until = until
  }
}

/** It could only be sent when it is of no use any more: it is out of the outbox. */
export class ExpiredError extends BaseError {
  override readonly name = 'Moltbook.ExpiredError'
  constructor(notAfter: number, until: number) {
    super(
      `It can never be sent: it is of use only before ${Instant.format(notAfter)}, and may be sent from ${Instant.format(until)} on.`,
      { metaMessages: ['It is not in the outbox. A market needs a later deadline.'] },
    )
  }
}

/** It was sent, and what became of it shows only later. */
export class UnsettledError extends BaseError {
  override readonly name = 'Moltbook.UnsettledError'
  readonly until: number
  constructor(until: number) {
    super(`It was sent, and whether it counted is known from ${Instant.format(until)} on.`, {
      metaMessages: ['The same command, or `market cycle` for the same account, looks again then.'],
    })
    this.until = until
  }
}

export class UnclearReceiptError extends BaseError {
  override readonly name = 'Moltbook.UnclearReceiptError'
  constructor() {
    super('Moltbook took it, as it seems, but did not say under which id.', {
      metaMessages: ['The same command, or `market cycle` for the same account, looks for it.'],
    })
  }
}

export class FailedError extends BaseError {
  override readonly name = 'Moltbook.FailedError'
  readonly reason: FailureReason
  /** `repeatAt`: from when on it may be sent again; null where it may not. */
  constructor(reason: FailureReason, why: string, repeatAt: number | null = null) {
    const again =
      repeatAt === null
        ? 'It is not sent again.'
        : `It is not sent again by itself. The same command puts it back into the outbox, to be sent from ${Instant.format(repeatAt)} on.`
    super(`It is not published: ${reason}.`, { metaMessages: why === '' ? [again] : [why, again] })
    this.reason = reason
  }
}

export class RefusedError extends BaseError {
  override readonly name = 'Moltbook.RefusedError'
  readonly status: number
  constructor(status: number, why: string) {
    super(status === 0 ? 'It was not sent.' : `Moltbook did not take it (status ${status}).`, {
      metaMessages: why === '' ? [] : [why],
    })
    this.status = status
  }
}

export class GivenUpError extends BaseError {
  override readonly name = 'Moltbook.GivenUpError'
  constructor(attempts: number) {
    super(`It was tried ${attempts} times, and is not tried again.`, {
      metaMessages: ['Look into the ledger for why, and write something else.'],
    })
  }
}

export class UndecidableError extends BaseError {
  override readonly name = 'Moltbook.UndecidableError'
  constructor() {
    super('Whether the upvote counted is not known, and a second one could take it back.', {
      metaMessages: ['Look at the post.'],
    })
  }
}

export class BreakerOpenError extends BaseError {
  override readonly name = 'Moltbook.BreakerOpenError'
  constructor(failures: number) {
    super(`Nothing is written any more: ${failures} challenges in a row were failed.`, {
      metaMessages: [
        'Moltbook suspends accounts after ten. See the ledger for the challenges and the answers.',
        '`market status --reopen` lets writing go on; what is in the outbox then goes out with `market cycle`.',
      ],
      docsPath: 'docs/aap.md',
    })
  }
}

export class SuspendedError extends BaseError {
  override readonly name = 'Moltbook.SuspendedError'
  constructor(said: string) {
    super('Moltbook has suspended the account; each further write could make that longer.', {
      metaMessages: said === '' ? [] : [said],
    })
  }
}

export class UnclaimedError extends BaseError {
  override readonly name = 'Moltbook.UnclaimedError'
  constructor(agent: string) {
    super(`${clip(agent, 64)} is not claimed by its owner yet.`, {
      metaMessages: ['Open the claim link first; what is in the outbox then goes out with `market cycle`.'],
    })
  }
}
