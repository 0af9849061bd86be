import type { TestClock } from '#app/pages.ts'
import { BackToRealTime } from '#web/parts/BackToRealTime.tsx'
import { lengthOfTime } from '#web/parts/length-of-time.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

/** On every page while testers have put the clock ahead. */
export default function TestClockBanner({ now, aheadMs }: TestClock) {
  const t = useText()
  const timeZone = useZone()
  return (
    <Notice tone="attention">
      <div className="test-clock">
        <p>
          {t('The test clock is {length} ahead. Here it is {moment}.', {
            length: lengthOfTime(aheadMs, t),
            moment: t.date(now, { dateStyle: 'long', timeStyle: 'short', timeZone }),
          })}
        </p>
        <BackToRealTime />
      </div>
    </Notice>
  )
}
