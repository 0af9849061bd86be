import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Changes of the notification settings. Each is an event. */
export const notificationSettingLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [per(60, hour)],
  perAccount: per(60, hour),
}
