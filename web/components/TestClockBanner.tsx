import type { TestClock } from '#app/test-clock/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { formatDuration } from '#web/lib/format-duration.ts'

import { Alert } from './Alert.tsx'
import { ResetClockButton } from './ResetClockButton.tsx'

export default function TestClockBanner({ now, offsetMs }: TestClock) {
  const t = useTranslation()
  const timeZone = useTimezone()
  return (
    <Alert tone="attention">
      <div className="notice-row">
        <p>
          {t("The test clock is {length} ahead. It's {moment} here.", {
            length: formatDuration(offsetMs, t),
            moment: t.date(now, { dateStyle: 'long', timeStyle: 'short', timeZone }),
          })}
        </p>
        <ResetClockButton />
      </div>
    </Alert>
  )
}
