import { say, type Sentence } from '@foyer/sentences'

import type { Seal, SealFault, SealStep } from '#app/pages.ts'
import { addressOf } from '#web/Pages/TimeTravel/Partials/address.ts'
import { useSealCheck } from '#web/Pages/TimeTravel/Partials/seal-check.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { alert } from '#web/parts/icons/alert.ts'
import { beerMug } from '#web/parts/icons/beer-mug.ts'
import { shield } from '#web/parts/icons/shield.ts'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** Whether the record is what was written, checked while the page is read; and the record to take away. */
export function SealCard({ seal }: { seal: Seal }) {
  const t = useText()
  const state = useSealCheck(seal.count)
  const step = typeof state === 'string' ? null : state
  const icon = step?.broken ? alert : step?.isDone ? beerMug : shield
  return (
    <section
      className="card seal"
      aria-labelledby="seal"
      data-broken={step?.broken ? true : undefined}
    >
      <span className="seal-icon">
        <Icon of={icon} />
      </span>
      <div>
        <h2 id="seal">{t('The record')}</h2>
        <div aria-live="polite">
          {step?.broken ? (
            <Break {...step.broken} />
          ) : (
            <Unbroken seal={seal} isDone={step?.isDone ?? false} />
          )}
        </div>
        {state === 'unreachable' && (
          <p className="text-muted">{t('It could not be checked just now. Look again later.')}</p>
        )}
        {state !== 'unreachable' && <Progress step={step} total={seal.count} />}
      </div>
      {/* A file is not a page: the browser itself fetches it. */}
      <a className="button" href={route('time-travel.export')} download>
        {t('Take the record away')}
      </a>
    </section>
  )
}

function Unbroken({ seal, isDone }: { seal: Seal; isDone: boolean }) {
  const t = useText()
  const date = t.date(seal.since, { dateStyle: 'long', timeZone: useZone() })
  const { count } = seal
  return (
    <p className="seal-words">
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

/** It keeps its room when it is done: nothing moves. */
function Progress({ step, total }: { step: SealStep | null; total: number }) {
  const t = useText()
  if (step?.broken) return null
  return (
    <progress
      className="collected needs-script"
      max={Math.max(total, 1)}
      value={step?.isDone ? total : (step?.verifiedTo ?? 0)}
      aria-label={t('Checked so far')}
      data-done={step?.isDone || undefined}
    />
  )
}

const faults: Readonly<Record<SealFault, Sentence>> = {
  altered: say('What it says is not what was written.'),
  're-dated': say('Its time is not the one that was written.'),
  missing: say('An event that stood here is gone.'),
  inserted: say('It was added afterwards.'),
  swapped: say('It does not stand where it was written.'),
  truncated: say('The record does not end where we had left it.'),
  forged: say('It was not written by us.'),
  rewritten: say('It is not what stood there at the last checkpoint.'),
  'unknown key': say('The key it was sealed with is lost, so nothing can be said of it.'),
}

function Break({ seq, fault }: { seq: number; fault: SealFault }) {
  const t = useText()
  return (
    <>
      <p className="seal-words">{t('The record is broken at event {seq}.', { seq })}</p>
      <p>
        {t(faults[fault])}{' '}
        {t(
          'Someone changed the database by hand. Take the record away now, and tell the people who run this service.',
        )}{' '}
        <a href={addressOf({ at: null, type: null, device: null, event: seq })}>
          {t('Look at that event')}
        </a>
      </p>
    </>
  )
}
