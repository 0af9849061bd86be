import { Link, usePage } from '@inertiajs/react'
import { lazy, type ReactNode, Suspense } from 'react'

import { AccountMenu } from '#web/parts/AccountMenu.tsx'
import { Banner } from '#web/parts/Banner.tsx'
import { Colophon } from '#web/parts/Colophon.tsx'
import { useHasScript } from '#web/parts/has-script.ts'
import { Mark } from '#web/parts/Mark.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const ConfirmationBadge = lazy(() => import('#web/parts/ConfirmationBadge.tsx'))

export function Member({ children }: { children: ReactNode }) {
  const t = useText()
  const { component, props } = usePage()
  const hasScript = useHasScript()
  return (
    <div className="member">
      <a className="skip" href="#content">
        {t('Skip to the content')}
      </a>
      <header className="bar">
        <div>
          <Mark />
          <nav aria-label={t('Main')}>
            <Link
              href={route('dashboard')}
              aria-current={component === 'Dashboard' ? 'page' : undefined}
            >
              {t('Dashboard')}
            </Link>
            <Link
              href={route('time-travel.index')}
              aria-current={component === 'TimeTravel/Index' ? 'page' : undefined}
            >
              {t('Time Travel')}
            </Link>
            <Link
              href={route('api-tokens.index')}
              aria-current={component === 'API/Index' ? 'page' : undefined}
            >
              {t('API tokens')}
            </Link>
          </nav>
          {hasScript && props.auth.confirmedAt && (
            <Suspense>
              <ConfirmationBadge at={props.auth.confirmedAt} />
            </Suspense>
          )}
          {props.auth.user && <AccountMenu user={props.auth.user} />}
        </div>
      </header>
      <main id="content">
        <Banner />
        {children}
      </main>
      <Colophon theme={false} />
    </div>
  )
}
