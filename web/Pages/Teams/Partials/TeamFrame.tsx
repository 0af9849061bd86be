import '#web/styles/teams.css'
import { Head, Link } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { TeamHeader } from '#app/teams/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Avatar } from '#web/components/Avatar.tsx'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { useCan } from '#web/hooks/use-can.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { centerTab } from '#web/lib/center-tab.ts'
import { route } from '#web/route.ts'

interface Props {
  team: TeamHeader
  current: 'overview' | 'members' | 'settings' | 'webhooks' | 'tokens' | 'log'
  children: ReactNode
}

/** The frame of a team's pages: its name, and the pages that the member may open. */
export function TeamFrame({ team, current, children }: Props) {
  const t = useTranslation()
  const can = useCan(team)
  const params = { team: team.slug }
  const pages = [
    { page: 'overview', href: route('team.show', params), label: t('Overview') },
    { page: 'members', href: route('team-members.index', params), label: t('Members') },
    { page: 'settings', href: route('team.settings', params), label: t('Settings') },
    ...(can('webhooks.manage')
      ? [{ page: 'webhooks', href: route('team-webhooks.index', params), label: t('Webhooks') }]
      : []),
    ...(can('tokens.manage')
      ? [{ page: 'tokens', href: route('team-tokens.index', params), label: t('API tokens') }]
      : []),
    ...(can('log.view')
      ? [{ page: 'log', href: route('team-log.index', params), label: t('Time Travel') }]
      : []),
  ]
  const label = pages.find(({ page }) => page === current)?.label ?? ''
  return (
    <>
      <Head title={t('{page} of {team}', { page: label, team: team.name })} />
      <div className="team-heading">
        <Avatar name={team.name} profile_photo_url={team.pictureUrl} size="large" />
        <h1 className="heading break-words">{team.name}</h1>
      </div>
      {team.deletesAt && <PendingDeletion team={team} deletesAt={team.deletesAt} />}
      <div className="settings">
        <nav className="account-navigation" aria-label={t('Team')}>
          <ul className="tabs">
            {pages.map(({ page, href, label }) => (
              <li key={page} ref={page === current ? centerTab : null}>
                <Link href={href} aria-current={page === current ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>{children}</div>
      </div>
    </>
  )
}

function PendingDeletion({ team, deletesAt }: { team: TeamHeader; deletesAt: string }) {
  const t = useTranslation()
  const can = useCan(team)
  const timeZone = useTimezone()
  const when = t.date(deletesAt, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return (
    <Alert tone="attention">
      <div className="grid gap-3">
        <p>{t('This team will be deleted on {when}.', { when })}</p>
        {can('team.delete') && (
          <Form action={route('team-deletion.destroy', { team: team.slug })} method="delete">
            <div className="form-actions">
              <Button type="submit">{t('Cancel the deletion')}</Button>
            </div>
          </Form>
        )}
      </div>
    </Alert>
  )
}
