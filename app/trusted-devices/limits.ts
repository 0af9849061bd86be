import { minute } from '#app/platform/lib/durations.ts'

/**
 * How long a replaced secret may come back without an alarm: from a second tab, or after a lost response. The trust lasts `TRUSTED_DEVICE_DAYS` of
 * app/platform/config/security-settings.ts.
 */
export const reuseGraceMs = minute
