import '#web/styles/welcome.css'
import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { FlashBanner } from '#web/components/FlashBanner.tsx'
import { Footer } from '#web/components/Footer.tsx'
import { Logo } from '#web/components/Logo.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Features } from './Welcome/Partials/Features.tsx'
import { TimeTravelPreview } from './Welcome/Partials/TimeTravelPreview.tsx'

export default function Welcome({ registration }: Pages['Welcome']) {
  const t = useTranslation()
  const { auth } = usePage().props
  return (
    <div className="welcome">
      <Head title={t('Welcome')} />
      <header>
        <Logo />
      </header>
      <main>
        <FlashBanner />
        <div className="welcome-hero">
          <div className="grid justify-items-start gap-6">
            <h1>{t('Your account. Your keys.')}</h1>
            <p className="text-17 text-muted">
              {t(
                "One place for your account: how you sign in, where you're signed in, and everything that changed.",
              )}
            </p>
            <CallToAction registration={registration} signedIn={auth.user !== null} />
          </div>
          <TimeTravelPreview />
          <div className="illustration" />
        </div>
        <Features />
      </main>
      <Footer />
    </div>
  )
}

interface CallToActionProps extends Pick<Pages['Welcome'], 'registration'> {
  signedIn: boolean
}

function CallToAction({ registration, signedIn }: CallToActionProps) {
  const t = useTranslation()
  const canRegister = registration !== 'closed'
  const label = registration === 'waitlist' ? t('Join the waitlist') : t('Create account')
  // Someone who just signed out has an account: signing in comes first.
  const justSignedOut = usePage().flash.status === 'signed-out'
  if (signedIn) {
    return (
      <ButtonLink tone="primary" href={route('dashboard')}>
        {t('Go to your dashboard')}
      </ButtonLink>
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      {canRegister && !justSignedOut && (
        <ButtonLink tone="primary" href={route('register')}>
          {label}
        </ButtonLink>
      )}
      <ButtonLink
        tone={canRegister && !justSignedOut ? undefined : 'primary'}
        href={route('login')}
      >
        {t('Sign in')}
      </ButtonLink>
      {canRegister && justSignedOut && <ButtonLink href={route('register')}>{label}</ButtonLink>}
    </div>
  )
}
