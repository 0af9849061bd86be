export const uuidPattern = '[0-9a-f-]{36}'
export const secretPattern = '[A-Za-z0-9_-]{43}'
export const providerPattern = '[a-z][a-z0-9-]{0,29}'
export const linkTokenPattern = `${uuidPattern}\\.${secretPattern}` as const

/** The id of a webhook message. */
export const webhookMessagePattern = 'msg_[0-9a-f]{32}'
