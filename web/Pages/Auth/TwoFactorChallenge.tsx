import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import type { ChallengeMethod } from '#app/two-factor/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { CodeField } from '#web/components/CodeField.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

import { PasskeyChallenge } from './Partials/PasskeyChallenge.tsx'
import { TrustCheckbox } from './Partials/TrustCheckbox.tsx'

export default function TwoFactorChallenge(props: Pages['Auth/TwoFactorChallenge']) {
  const { by, methods, trustDays } = props
  const t = useTranslation()
  const title = by === 'recovery-code' ? t('Enter a recovery code') : t('Two-factor authentication')
  const others = methods.filter((method) => method !== by)
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {by === 'passkey' ? (
        <PasskeyChallenge hasOthers={others.length > 0} trustDays={trustDays} />
      ) : (
        <Code by={by} trustDays={trustDays} />
      )}
      <div className="grid gap-4 text-muted">
        {others.length > 0 && <OtherMethods methods={others} />}
        <p>
          <Trans
            text="Not you? <link>Start over</link>"
            link={(children) => <Link href={route('login')}>{children}</Link>}
          />
        </p>
      </div>
    </>
  )
}

interface CodeProps {
  by: Exclude<ChallengeMethod, 'passkey'>
  trustDays: number
}

function Code({ by, trustDays }: CodeProps) {
  const t = useTranslation()
  const isCode = by === 'code'
  return (
    <>
      <p>
        {isCode
          ? t('Enter the code from your authenticator app.')
          : t(
              'One of the codes you saved when you turned on two-factor authentication. Each works once.',
            )}
      </p>
      <Form key={by} action={route('two-factor.login.store')}>
        <TrustCheckbox days={trustDays} />
        {isCode ? (
          <CodeField
            name="code"
            label={t('Six-digit code')}
            hint={t('It changes every 30 seconds.')}
            focusOnLoad
          />
        ) : (
          <Field
            name="recovery_code"
            label={t('Recovery code')}
            hint={t("Dashes and capital letters don't matter.")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            focusOnLoad
          />
        )}
        <Button type="submit" tone="primary" wide>
          {t('Sign in')}
        </Button>
      </Form>
    </>
  )
}

function OtherMethods({ methods }: { methods: ChallengeMethod[] }) {
  const t = useTranslation()
  const labels: Record<ChallengeMethod, string> = {
    passkey: t('Use your passkey or security key'),
    code: t('Use the code from your app'),
    'recovery-code': t('Use a recovery code'),
  }
  return (
    <section className="grid gap-2" aria-labelledby="other-methods">
      <h2 id="other-methods" className="text-15">
        {t('Try another way')}
      </h2>
      {methods.map((method) => (
        <p key={method}>
          <Link href={route('two-factor.login', { by: method })}>{labels[method]}</Link>
        </p>
      ))}
    </section>
  )
}

TwoFactorChallenge.layout = [[Guest, { panel: msg("A stolen password isn't enough here.") }]]
