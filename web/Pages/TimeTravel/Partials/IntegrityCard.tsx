import { msg, type Message } from '@foyer/i18n'

import type { IntegritySummary, IntegrityFault, IntegrityCheck } from '#app/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { alert } from '#web/components/icons/alert.ts'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { shield } from '#web/components/icons/shield.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { useIntegrityCheck } from './integrity-check.ts'
import { momentUrl } from './moment-url.ts'

/** Verifies the event log in the background and offers it as a download. */
export function IntegrityCard({ integrity }: { integrity: IntegritySummary }) {
  const t = useTranslation()
  const state = useIntegrityCheck(integrity.count)
  const step = typeof state === 'string' ? null : state
  const icon = step?.broken ? alert : step?.isDone ? beerMug : shield
  return (
    <section
      className="card integrity"
      aria-labelledby="integrity"
      data-broken={step?.broken ? true : undefined}
    >
      <span className="integrity-icon">
        <Icon path={icon} />
      </span>
      <div>
        <h2 id="integrity">{t('The record')}</h2>
        <div aria-live="polite">
          {step?.broken ? (
            <BrokenMessage {...step.broken} />
          ) : (
            <IntactMessage integrity={integrity} isDone={step?.isDone ?? false} />
          )}
        </div>
        {state === 'unreachable' && (
          <p className="text-muted">{t('It could not be checked just now. Look again later.')}</p>
        )}
        {state !== 'unreachable' && <CheckProgress step={step} total={integrity.count} />}
      </div>
      {/* A plain link: Inertia cannot download files. */}
      <a className="button" href={route('time-travel.export')} download>
        {t('Take the record away')}
      </a>
    </section>
  )
}

function IntactMessage({ integrity, isDone }: { integrity: IntegritySummary; isDone: boolean }) {
  const t = useTranslation()
  const date = t.date(integrity.chainedSince, { dateStyle: 'long', timeZone: useTimezone() })
  const { count } = integrity
  return (
    <p className="integrity-status">
      {isDone
        ? t.n(
            count,
            'One event, unbroken since {date}. Cheers.',
            '{count} events, unbroken since {date}. Cheers.',
            { date },
          )
        : t.n(count, 'One event since {date}', '{count} events since {date}', { date })}
    </p>
  )
}

/** Keeps its space when done, to avoid a layout shift. */
function CheckProgress({ step, total }: { step: IntegrityCheck | null; total: number }) {
  const t = useTranslation()
  if (step?.broken) return null
  return (
    <progress
      className="progress needs-script"
      max={Math.max(total, 1)}
      value={step?.isDone ? total : (step?.verifiedTo ?? 0)}
      aria-label={t('Checked so far')}
      data-done={step?.isDone || undefined}
    />
  )
}

const faultMessages: Readonly<Record<IntegrityFault, Message>> = {
  altered: msg('What it says is not what was written.'),
  're-dated': msg('Its time is not the one that was written.'),
  missing: msg('An event that stood here is gone.'),
  inserted: msg('It was added afterwards.'),
  swapped: msg('It does not stand where it was written.'),
  truncated: msg('The record does not end where we had left it.'),
  forged: msg('It was not written by us.'),
  rewritten: msg('It is not what stood there at the last checkpoint.'),
  'unknown key': msg('The key it was sealed with is lost, so nothing can be said of it.'),
}

function BrokenMessage({ seq, fault }: { seq: number; fault: IntegrityFault }) {
  const t = useTranslation()
  return (
    <>
      <p className="integrity-status">{t('The record is broken at event {seq}.', { seq })}</p>
      <p>
        {t(faultMessages[fault])}{' '}
        {t(
          'Someone changed the database by hand. Take the record away now, and tell the people who run this service.',
        )}{' '}
        <a href={momentUrl({ at: null, type: null, device: null, event: seq })}>
          {t('Look at that event')}
        </a>
      </p>
    </>
  )
}
