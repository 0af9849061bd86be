import { usePage } from '@inertiajs/react'

import type { SessionPage, SessionRow } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { DeviceLine } from '#web/parts/DeviceLine.tsx'
import { Form } from '#web/parts/Form.tsx'
import { NetworkAddress } from '#web/parts/NetworkAddress.tsx'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { Saved } from '#web/parts/Saved.tsx'
import { Section } from '#web/parts/Section.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props {
  title: string
  sessions: SessionPage
}

export function LogoutOtherBrowserSessionsForm({ title, sessions }: Props) {
  const t = useText()
  const { rows, total } = sessions
  return (
    <Section
      id="sessions"
      title={title}
      about={t('Every browser that is signed in to your account. End what you do not know.')}
    >
      <ul className="sessions" aria-label={title}>
        {rows.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      <Pager {...sessions} />
      {total > 1 ? <EndOthers count={total - 1} /> : <p>{t('Only this device is signed in.')}</p>}
    </Section>
  )
}

function Session({ session }: { session: SessionRow }) {
  const t = useText()
  const { id, method, signedInAt, lastActiveAt, isThisDevice } = session
  const by = useMethodWords()[method]
  const confirm = useConfirmation(180)
  return (
    <li>
      <div>
        <DeviceLine {...session} />
        <p className="session-facts">
          <NetworkAddress {...session} />
          {by && <span>{by}</span>}
          <span>
            {t('Signed in')} <RelativeTime at={signedInAt} />
          </span>
          {!isThisDevice && (
            <span>
              {t('Last used')} <RelativeTime at={lastActiveAt} />
            </span>
          )}
        </p>
      </div>
      {!isThisDevice && (
        <Form
          action={route('browser-session.destroy', { session: id })}
          method="delete"
          bag={`session-${id}`}
          ask={confirm}
        >
          <Button type="submit">{t('End this session')}</Button>
        </Form>
      )}
    </li>
  )
}

function useMethodWords(): Partial<Record<string, string>> {
  const t = useText()
  return {
    password: t('By password'),
    passkey: t('By passkey'),
    code: t('By password and code'),
    'recovery-code': t('By password and recovery code'),
    registration: t('On registration'),
  }
}

function EndOthers({ count }: { count: number }) {
  const t = useText()
  const confirm = useConfirmation(180)
  return (
    <Form
      action={route('other-browser-sessions.destroy')}
      method="delete"
      bag="logoutOtherBrowserSessions"
      status="other-browser-sessions-ended"
      ask={confirm}
    >
      <div className="form-actions">
        <Button type="submit">
          {t.n(count, 'End the other session', 'End the {count} other sessions')}
        </Button>
        <Saved words={t('Ended')} />
      </div>
    </Form>
  )
}

function Pager({ page, pages }: SessionPage) {
  const t = useText()
  const { url } = usePage()
  if (pages === 1) return null
  const to = (wanted: number) => `${url.split(/[?#]/)[0]}?sessions=${wanted}#sessions`
  return (
    <nav className="form-actions" aria-label={t('Pages of sessions')}>
      {page > 1 && (
        <ButtonLink href={to(page - 1)} only={['sessions']} preserveScroll>
          {t('More recent')}
        </ButtonLink>
      )}
      <span className="numbers text-muted">{t('Page {page} of {pages}', { page, pages })}</span>
      {page < pages && (
        <ButtonLink href={to(page + 1)} only={['sessions']} preserveScroll>
          {t('Less recent')}
        </ButtonLink>
      )}
    </nav>
  )
}
