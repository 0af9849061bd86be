import type { TestClock } from '#app/test-clock/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { ResetClockButton } from '#web/components/ResetClockButton.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { formatDuration } from '#web/lib/format-duration.ts'
import { route } from '#web/route.ts'

const hour = 3600
const day = 24 * hour
/** Lifetimes of a link, an idle session, a reminder, a remembered session and the longest session. */
const advanceSeconds = [hour, day, 7 * day, 31 * day, 91 * day]

/** Lets testers move the application's clock ahead, to see sessions, codes, links and periods expire. */
export default function TestClockPanel({ now, offsetMs }: TestClock) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const moment = t.date(now, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return (
    <Section
      id="test-clock"
      title={t('Test clock')}
      description={t('For testing only. Moves the clock of this whole site, for everyone.')}
    >
      <p>
        {offsetMs > 0
          ? t("The test clock is {length} ahead. It's {moment} here.", {
              length: formatDuration(offsetMs, t),
              moment,
            })
          : t("It's {moment}, real time.", { moment })}
      </p>
      <div className="test-clock-steps">
        {advanceSeconds.map((seconds) => (
          <AdvanceButton key={seconds} seconds={seconds} />
        ))}
        {offsetMs > 0 && <ResetClockButton />}
      </div>
      <Form action={route('test-clock.store')} errorBag="moveClock">
        <input type="hidden" name="zone" value={timeZone} />
        <Field
          name="moment"
          label={t('Date and time')}
          type="datetime-local"
          hint={t('In the time zone {zone}.', { zone: timeZone })}
        />
        <div className="form-actions">
          <Button type="submit">{t('Move the clock there')}</Button>
        </div>
      </Form>
    </Section>
  )
}

function AdvanceButton({ seconds }: { seconds: number }) {
  const t = useTranslation()
  return (
    <Form action={route('test-clock.store')} errorBag={`step${seconds}`}>
      <input type="hidden" name="seconds" value={seconds} />
      <Button type="submit">
        {t('{length} forward', { length: formatDuration(seconds * 1000, t) })}
      </Button>
    </Form>
  )
}
