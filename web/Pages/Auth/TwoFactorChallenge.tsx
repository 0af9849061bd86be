import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { CodeField } from '#web/components/CodeField.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function TwoFactorChallenge({ by }: Pages['Auth/TwoFactorChallenge']) {
  const t = useTranslation()
  const isCode = by === 'code'
  const title = isCode ? t('Two-factor authentication') : t('Enter a recovery code')
  const otherMethod = isCode ? 'recovery-code' : 'code'
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isCode
          ? t('Enter the code from your authenticator app.')
          : t(
              'One of the codes you saved when you turned on two-factor authentication. Each works once.',
            )}
      </p>
      <Form key={by} action={route('two-factor.login.store')}>
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page exists to fill in this field.
            autoFocus
          />
        )}
        <Button type="submit" tone="primary" wide>
          {t('Sign in')}
        </Button>
      </Form>
      <div className="grid gap-2 text-muted">
        <p>
          <Link href={route('two-factor.login', { by: otherMethod })}>
            {isCode ? t('Use a recovery code instead') : t('Use the code from your app instead')}
          </Link>
        </p>
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

TwoFactorChallenge.layout = [[Guest, { panel: msg("A stolen password isn't enough here.") }]]
