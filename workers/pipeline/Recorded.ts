/** How a model's words are told from evidence: by where they stand in a bundle, for whoever checks it without a model. */

/** The evidence id of what a model said in a role. */
export const replyId = (role: string): string => `reply-${role}`

/** The provider of such items. They are evidence of what was said, and no verdict ever rests on them. */
export const modelProvider = 'model'

/** The evidence id and the provider of what was planned and done to collect a bundle. It says where was looked, and decides nothing. */
export const planId = 'plan'
export const planProvider = 'plan'

/** Whether an item is a record of the procedure itself, not something that was found in the world. */
export const isRecord = ({ source }: { readonly source: { readonly provider: string } }): boolean =>
  source.provider === modelProvider || source.provider === planProvider
