export const uuidPattern = '[0-9a-f-]{36}'
export const secretPattern = '[A-Za-z0-9_-]{43}'
export const providerPattern = '[a-z][a-z0-9-]{0,29}'
export const linkTokenPattern = `${uuidPattern}\\.${secretPattern}` as const

export const photoPattern = '[A-Za-z0-9_-]{22}'
/** Edge lengths in pixels. */
export const photoSizePattern = '(?:96|256)'

/** The id of a webhook message. */
export const webhookMessagePattern = 'msg_[0-9a-f]{32}'
