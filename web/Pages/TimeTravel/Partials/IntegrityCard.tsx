import { msg, type Message } from '@foyer/i18n'

import type { IntegritySummary, IntegrityFault, IntegrityCheck } from '#app/log-integrity/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { alert } from '#web/components/icons/alert.ts'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { shield } from '#web/components/icons/shield.ts'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { useIntegrityCheck } from './integrity-check.ts'

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
        <h2 id="integrity">{t('Event log')}</h2>
        <div aria-live="polite">
          {step?.broken ? (
            <BrokenMessage {...step.broken} />
          ) : (
            <IntactMessage integrity={integrity} isDone={step?.isDone ?? false} />
          )}
        </div>
        {state === 'unreachable' && (
          <p className="text-muted">{t("It couldn't be checked right now. Try again later.")}</p>
        )}
        <Retention days={integrity.retentionDays} />
        {state !== 'unreachable' && <CheckProgress step={step} total={integrity.count} />}
      </div>
      {/* Plain links: Inertia cannot download files. */}
      <p className="integrity-downloads">
        <a className="link-button" href={route('time-travel.export')} download>
          {t('Download the event log')}
        </a>
        <a className="link-button" href={route('time-travel.csv')} download>
          {t('Download as CSV')}
        </a>
      </p>
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
            'One event since {date}. Checked: nothing was altered.',
            '{count} events since {date}. Checked: nothing was altered.',
            { date },
          )
        : t.n(count, 'One event since {date}', '{count} events since {date}', { date })}
    </p>
  )
}

function Retention({ days }: { days: number }) {
  const t = useTranslation()
  return (
    <p className="integrity-note">
      {t.n(
        days,
        'Events are kept as long as your account. Their IP address, browser and country are erased after one day.',
        'Events are kept as long as your account. Their IP address, browser and country are erased after {count} days.',
      )}
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
  altered: msg('Its content was altered.'),
  're-dated': msg('Its time was altered.'),
  missing: msg('An event was removed here.'),
  inserted: msg('It was added later.'),
  swapped: msg('It was moved.'),
  truncated: msg('The end of the event log was removed.'),
  forged: msg("It wasn't written by this site."),
  rewritten: msg("It doesn't match the last checkpoint."),
  'unknown key': msg("Its key is lost, so it can't be checked."),
}

function BrokenMessage({ seq, fault }: { seq: number; fault: IntegrityFault }) {
  const t = useTranslation()
  return (
    <>
      <p className="integrity-status">{t('The event log was altered at event {seq}.', { seq })}</p>
      <p>
        {t(faultMessages[fault])}{' '}
        {t(
          'Someone changed the database. Download the event log now, and tell the operator of this site.',
        )}{' '}
        <a href={momentUrl({ at: null, event: seq })}>{t('Show that event')}</a>
      </p>
    </>
  )
}
