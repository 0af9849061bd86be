import type { Message } from '@foyer/i18n'
import { Link, usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import { FlashBanner } from '#web/components/FlashBanner.tsx'
import { Footer } from '#web/components/Footer.tsx'
import { Logo } from '#web/components/Logo.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  /** One sentence that fits the page. */
  panel?: Message
  children: ReactNode
}

/** Layout for signed-out visitors: one column, with an illustration beside it on wide screens. */
export function Guest({ panel, children }: Props) {
  const t = useTranslation()
  return (
    <div className="guest">
      <div className="guest-column">
        <header>
          <Logo />
        </header>
        <main>
          <FlashBanner />
          {children}
          <SwitchLink />
        </main>
        <Footer />
      </div>
      <aside className="guest-panel">
        <div className="illustration" />
        {panel && <p>{t(panel)}</p>}
      </aside>
    </div>
  )
}

const pagesThatSwitch = ['Auth/Accounts', 'Auth/Login']

/** A link to switch accounts, for an account on hold, whose pages have no menu. */
function SwitchLink() {
  const t = useTranslation()
  const { component, props } = usePage()
  if (!props.accounts?.length || pagesThatSwitch.includes(component)) return null
  return (
    <p className="text-muted">
      <Link href={route('accounts.index')}>{t('Use another account')}</Link>
    </p>
  )
}
