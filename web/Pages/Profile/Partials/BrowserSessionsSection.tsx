import { usePage } from '@inertiajs/react'

import type { SessionPage, SessionRow } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { DeviceLine } from '#web/components/DeviceLine.tsx'
import { Form } from '#web/components/Form.tsx'
import { NetworkAddress } from '#web/components/NetworkAddress.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  title: string
  sessions: SessionPage
  singleSession: boolean
}

export function BrowserSessionsSection({ title, sessions, singleSession }: Props) {
  const t = useTranslation()
  const { rows, total } = sessions
  return (
    <Section
      id="sessions"
      title={title}
      description={t('Every browser that is signed in to your account. End what you do not know.')}
    >
      <ul className="sessions" aria-label={title}>
        {rows.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <Pager {...sessions} />
      {total > 1 ? (
        <EndOtherSessionsForm count={total - 1} />
      ) : (
        <p>
          {singleSession
            ? t('One session at a time: signing in on another device signs this one out.')
            : t('Only this device is signed in.')}
        </p>
      )}
    </Section>
  )
}

function SessionItem({ session }: { session: SessionRow }) {
  const t = useTranslation()
  const { id, method, signedInAt, lastActiveAt, isThisDevice } = session
  const methodLabel = useMethodLabels()[method]
  const confirm = useConfirmation('standard')
  return (
    <li>
      <div>
        <DeviceLine {...session} />
        <p className="session-details">
          <NetworkAddress {...session} />
          {methodLabel && <span>{methodLabel}</span>}
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
          errorBag={`session-${id}`}
          confirm={confirm}
        >
          <Button type="submit">{t('End this session')}</Button>
        </Form>
      )}
    </li>
  )
}

function useMethodLabels(): Partial<Record<string, string>> {
  const t = useTranslation()
  return {
    password: t('By password'),
    passkey: t('By passkey'),
    code: t('By password and code'),
    'recovery-code': t('By password and recovery code'),
    registration: t('On registration'),
  }
}

function EndOtherSessionsForm({ count }: { count: number }) {
  const t = useTranslation()
  const confirm = useConfirmation('standard')
  return (
    <Form
      action={route('other-browser-sessions.destroy')}
      method="delete"
      errorBag="logoutOtherBrowserSessions"
      status="other-browser-sessions-ended"
      confirm={confirm}
    >
      <div className="form-actions">
        <Button type="submit">
          {t.n(count, 'End the other session', 'End the {count} other sessions')}
        </Button>
        <SavedMessage text={t('Ended')} />
      </div>
    </Form>
  )
}

function Pager({ page, pages }: SessionPage) {
  const t = useTranslation()
  const { url } = usePage()
  if (pages === 1) return null
  const pageUrl = (targetPage: number) => `${url.split(/[?#]/)[0]}?sessions=${targetPage}#sessions`
  return (
    <nav className="form-actions" aria-label={t('Pages of sessions')}>
      {page > 1 && (
        <ButtonLink href={pageUrl(page - 1)} only={['sessions']} preserveScroll>
          {t('More recent')}
        </ButtonLink>
      )}
      <span className="tabular-numbers text-muted">
        {t('Page {page} of {pages}', { page, pages })}
      </span>
      {page < pages && (
        <ButtonLink href={pageUrl(page + 1)} only={['sessions']} preserveScroll>
          {t('Less recent')}
        </ButtonLink>
      )}
    </nav>
  )
}
