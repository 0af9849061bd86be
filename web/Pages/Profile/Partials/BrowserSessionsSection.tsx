import { usePage } from '@inertiajs/react'

import type { SessionPage } from '#app/browser-sessions/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { ItemList } from '#web/components/ItemList.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'
import { SessionItem } from './SessionItem.tsx'

interface Props {
  sessions: SessionPage
  singleSession: boolean
}

export function BrowserSessionsSection({ sessions, singleSession }: Props) {
  const t = useTranslation()
  const { rows, total } = sessions
  return (
    <Section
      wide
      id="sessions"
      title={t('Sessions')}
      description={t(
        "Every device that's signed in to your account. Sign out any you don't recognize.",
      )}
    >
      <ItemList label={t('Sessions')}>
        {rows.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ItemList>
      <Pager {...sessions} />
      {total > 1 ? (
        <EndOtherSessions />
      ) : (
        <p className="text-muted">
          {singleSession
            ? t(
                'You can be signed in on one device at a time. Signing in on another one signs this one out.',
              )
            : t("You're only signed in here.")}
        </p>
      )}
    </Section>
  )
}

function EndOtherSessions() {
  const t = useTranslation()
  const confirm = useConfirmation('standard')
  return (
    <Disclosure label={t('Sign out all other devices…')} errorBag="logoutOtherBrowserSessions">
      <p>
        {t(
          'Every other device is signed out right away, and the links in our earlier emails stop working.',
        )}
      </p>
      <Form
        action={route('other-browser-sessions.destroy')}
        method="delete"
        errorBag="logoutOtherBrowserSessions"
        confirm={confirm}
        onSuccess={() => focusSection('sessions')}
      >
        <DisclosureActions>
          <Button type="submit" tone="danger">
            {t('Sign out all other devices')}
          </Button>
        </DisclosureActions>
      </Form>
    </Disclosure>
  )
}

/** The short list links to the whole one, which has pages only for very many sessions. */
function Pager({ rows, total, page, pages }: SessionPage) {
  const t = useTranslation()
  const { url } = usePage()
  if (page === 0 && rows.length === total) return null
  const pageUrl = (targetPage: number) => `${url.split(/[?#]/)[0]}?sessions=${targetPage}#sessions`
  const link = (targetPage: number, label: string) => (
    <ButtonLink href={pageUrl(targetPage)} only={['sessions']} preserveScroll>
      {label}
    </ButtonLink>
  )
  if (page === 0) return <div>{link(1, t('Show all {count}', { count: total }))}</div>
  if (pages === 1) return null
  return (
    <nav className="form-actions" aria-label={t('Pages of sessions')}>
      {page > 1 && link(page - 1, t('More recent'))}
      <span className="tabular-numbers text-muted">
        {t('Page {page} of {pages}', { page, pages })}
      </span>
      {page < pages && link(page + 1, t('Less recent'))}
    </nav>
  )
}
