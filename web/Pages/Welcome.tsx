import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { WhatThisPlaceIs } from '#web/Pages/Welcome/Partials/WhatThisPlaceIs.tsx'
import { Banner } from '#web/parts/Banner.tsx'
import { ButtonLink } from '#web/parts/Button.tsx'
import { Colophon } from '#web/parts/Colophon.tsx'
import { Mark } from '#web/parts/Mark.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export default function Welcome({ canRegister }: Pages['Welcome']) {
  const t = useText()
  const { appName, auth } = usePage().props
  return (
    <div className="welcome">
      <Head title={t('Welcome')} />
      <header>
        <Mark />
      </header>
      <main>
        <Banner />
        <div className="welcome-hero">
          <div className="grid justify-items-start gap-6">
            <h1>{t('One account, and you hold the keys')}</h1>
            <p className="text-17 text-muted">
              {t(
                '{appName} looks after who you are: how you sign in, where you are signed in, and what happened while you were away.',
                { appName },
              )}
            </p>
            <Doors canRegister={canRegister} signedIn={auth.user !== null} />
          </div>
          <div className="doorway" />
        </div>
        <WhatThisPlaceIs />
      </main>
      <Colophon />
    </div>
  )
}

function Doors({ canRegister, signedIn }: { canRegister: boolean; signedIn: boolean }) {
  const t = useText()
  // Who has just left has an account.
  const comesBack = usePage().flash.status === 'signed-out'
  if (signedIn) {
    return (
      <ButtonLink tone="primary" href={route('dashboard')}>
        {t('Go to your dashboard')}
      </ButtonLink>
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      {canRegister && !comesBack && (
        <ButtonLink tone="primary" href={route('register')}>
          {t('Create account')}
        </ButtonLink>
      )}
      <ButtonLink tone={canRegister && !comesBack ? undefined : 'primary'} href={route('login')}>
        {t('Sign in')}
      </ButtonLink>
      {canRegister && comesBack && (
        <ButtonLink href={route('register')}>{t('Create account')}</ButtonLink>
      )}
    </div>
  )
}
