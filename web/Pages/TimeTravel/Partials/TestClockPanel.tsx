import type { TestClock } from '#app/pages.ts'
import { BackToRealTime } from '#web/parts/BackToRealTime.tsx'
import { Button } from '#web/parts/Button.tsx'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { lengthOfTime } from '#web/parts/length-of-time.ts'
import { Section } from '#web/parts/Section.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const hour = 3600
const day = 24 * hour
/** Seconds: a link, an unused session, a reminder, a remembered session, the longest session of all. */
const steps = [hour, day, 7 * day, 31 * day, 91 * day]

/** For testers: puts the application's clock ahead, so that they see sessions, codes, links and periods end. */
export default function TestClockPanel({ now, aheadMs }: TestClock) {
  const t = useText()
  const timeZone = useZone()
  const moment = t.date(now, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return (
    <Section
      id="test-clock"
      title={t('Test clock')}
      about={t('Moves the clock of this whole site, for everyone, and only where it is tested.')}
    >
      <p>
        {aheadMs > 0
          ? t('The test clock is {length} ahead. Here it is {moment}.', {
              length: lengthOfTime(aheadMs, t),
              moment,
            })
          : t('It is {moment}: real time.', { moment })}
      </p>
      <div className="test-clock-steps">
        {steps.map((seconds) => (
          <Step key={seconds} seconds={seconds} />
        ))}
        {aheadMs > 0 && <BackToRealTime />}
      </div>
      <Form action={route('test-clock.store')} bag="moveClock">
        <input type="hidden" name="zone" value={timeZone} />
        <Field
          name="moment"
          label={t('A date and a time')}
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

function Step({ seconds }: { seconds: number }) {
  const t = useText()
  return (
    <Form action={route('test-clock.store')} bag={`step${seconds}`}>
      <input type="hidden" name="seconds" value={seconds} />
      <Button type="submit">{t('{length} on', { length: lengthOfTime(seconds * 1000, t) })}</Button>
    </Form>
  )
}
