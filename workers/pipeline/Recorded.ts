/** How a model's words are told from evidence: by where they stand in a bundle, for whoever checks it without a model. */

/** The evidence id of what a model said in a role. */
export const replyId = (role: string): string => `reply-${role}`

/** The provider of such items. They are evidence of what was said, and no verdict ever rests on them. */
export const modelProvider = 'model'
