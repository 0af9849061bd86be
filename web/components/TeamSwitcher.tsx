import { http } from '@inertiajs/core'
import { Link, usePage } from '@inertiajs/react'
import { useEffect, useRef, useState } from 'react'

import type { TeamListItem } from '#app/teams/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Avatar } from './Avatar.tsx'
import { Icon } from './Icon.tsx'
import { people } from './icons/people.ts'

/** The teams in the account menu: the page of all teams, and each team once the menu is open. No page pays for their names. */
export function TeamSwitcher() {
  const t = useTranslation()
  const { url } = usePage()
  const link = useRef<HTMLAnchorElement>(null)
  const [teams, setTeams] = useState<TeamListItem[]>([])

  useEffect(() => {
    const menu = link.current?.closest('[popover]')
    const load = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'open') void loadTeams().then(setTeams)
    }
    menu?.addEventListener('toggle', load)
    return () => menu?.removeEventListener('toggle', load)
  }, [])

  return (
    <>
      <Link ref={link} className="menu-item" href={route('teams.index')}>
        <Icon path={people} />
        {t('Teams')}
      </Link>
      {teams.map(({ slug, name, pictureUrl }) => {
        const href = route('team.show', { team: slug })
        const isCurrent = url === href || url.startsWith(`${href}/`)
        return (
          <Link
            key={slug}
            className="menu-item"
            href={href}
            aria-current={isCurrent ? 'true' : undefined}
          >
            <Avatar name={name} profile_photo_url={pictureUrl} />
            {name}
          </Link>
        )
      })}
    </>
  )
}

/** Loads the teams. Without an answer the menu has its link to the page of all teams. */
async function loadTeams(): Promise<TeamListItem[]> {
  const headers = { Accept: 'application/json' }
  try {
    const request = { method: 'get', url: route('teams.index'), headers } as const
    const { data } = await http.getClient().request(request)
    return JSON.parse(data).teams
  } catch {
    return []
  }
}
